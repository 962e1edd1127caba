package dev.trestle.app;

import dev.trestle.model.Table;
import dev.trestle.model.export.Json;
import dev.trestle.store.TableDrift;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "diff",
    description = {
      "Compare the tables that exist with what is declared.",
      "Keys, indexes, projections, billing, time to live, streams, recovery, encryption,"
          + " protection, replicas."
    },
    footer = {"", "Ends with 1 if something differs."})
final class DiffCommand implements Callable<Integer> {
  private final World world;

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final Endpoint endpoint = new Endpoint();

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  DiffCommand(World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var tables =
        choice.designs(world).stream().flatMap(design -> design.tables().stream()).toList();
    return endpoint.with(spec.commandLine().getErr(), client -> compare(tables, client));
  }

  private int compare(List<Table> tables, DynamoDbClient client) {
    var found = TableDrift.of(tables, client, endpoint.prefix());
    var out = spec.commandLine().getOut();
    if (json) out.print(asJson(found));
    else out.print(asText(found, tables.size()));
    out.flush();
    return found.isEmpty() ? ExitCode.FINE : ExitCode.FOUND_FAULTS;
  }

  private static String asText(List<TableDrift.Difference> found, int tables) {
    if (found.isEmpty()) return "%d tables are as declared%n".formatted(tables);
    var grid = new Grid("table", "what", "declared", "live");
    for (var each : found) grid.row(each.table(), each.what(), each.declared(), each.live());
    return grid.print();
  }

  private static String asJson(List<TableDrift.Difference> found) {
    return Json.array(
            found.stream()
                .map(each ->
                    Json.object()
                        .put("table", each.table())
                        .put("what", each.what())
                        .put("declared", each.declared())
                        .put("live", each.live())
                        .done())
                .toList())
        .print();
  }
}
