package dev.trestle.cli;

import dev.trestle.design.export.JsonTree;
import dev.trestle.model.Table;
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
      "Compare existing tables with their declarations.",
      "Compares keys, indexes, projections, billing, time to live, streams, recovery,"
          + " encryption, protection and replicas."
    },
    footer = {"", "Exits with 1 if something differs."})
final class DiffCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final EndpointOptions endpoint = new EndpointOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  DiffCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var tables =
        choice.designs(environment).stream().flatMap(design -> design.tables().stream()).toList();
    return endpoint.with(spec.commandLine().getErr(), client -> compare(tables, client));
  }

  private int compare(List<Table> tables, DynamoDbClient client) {
    var found = TableDrift.of(tables, client, endpoint.prefix());
    var out = spec.commandLine().getOut();
    if (json) out.print(asJson(found));
    else out.print(asText(found, tables.size()));
    out.flush();
    return found.isEmpty() ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
  }

  private static String asText(List<TableDrift.Difference> found, int tables) {
    if (found.isEmpty())
      return "%d %s as declared%n".formatted(tables, tables == 1 ? "table is" : "tables are");
    var table = new TextTable("table", "what", "declared", "live");
    for (var each : found) table.row(each.table(), each.what(), each.declared(), each.live());
    return table.print();
  }

  private static String asJson(List<TableDrift.Difference> found) {
    return JsonTree.array(
            found.stream()
                .map(each ->
                    JsonTree.object()
                        .put("table", each.table())
                        .put("what", each.what())
                        .put("declared", each.declared())
                        .put("live", each.live())
                        .done())
                .toList())
        .print();
  }
}
