package dev.trestle.app;

import dev.trestle.model.Table;
import dev.trestle.model.export.Json;
import dev.trestle.store.TableCreation;
import dev.trestle.store.TableCreation.Outcome;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "create",
    description = {
      "Make the tables of designs on an endpoint.",
      "With their indexes, streams, time to live and recovery. Tables that are there already stay"
          + " as they are."
    },
    footer = {
      "",
      "Ends with 1 if a table is there with other keys or indexes.",
      "Replicas, backup plans and alarms are made by what 'export' writes."
    })
final class CreateCommand implements Callable<Integer> {
  private final World world;

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final Endpoint endpoint = new Endpoint();

  @Option(names = "--json", description = "For programs.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  CreateCommand(World world) {
    this.world = world;
  }

  @Override
  public Integer call() {
    var tables =
        choice.designs(world).stream().flatMap(design -> design.tables().stream()).toList();
    return endpoint.with(spec.commandLine().getErr(), client -> create(tables, client));
  }

  private int create(List<Table> tables, DynamoDbClient client) {
    var outcomes = TableCreation.create(tables, client, endpoint.prefix(), Thread::sleep);
    var out = spec.commandLine().getOut();
    if (json) {
      out.print(Json.array(outcomes.stream().map(CreateCommand::asJson).toList()).print());
    } else {
      var grid = new Grid("table", "outcome");
      outcomes.forEach(outcome -> grid.row(outcome.table(), text(outcome)));
      out.print(grid.print());
    }
    out.flush();
    return outcomes.stream().anyMatch(Outcome.Different.class::isInstance)
        ? ExitCode.FOUND_FAULTS
        : ExitCode.FINE;
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Created(var _, var leftOut) when leftOut.isEmpty() -> "created";
      case Outcome.Created(var _, var leftOut) ->
          "created without what the endpoint does not know: " + String.join(", ", leftOut);
      case Outcome.AlreadyThere _ -> "there already";
      case Outcome.Different(var _, var differences) ->
          "there, but otherwise: " + String.join("; ", differences);
    };
  }

  private static Json asJson(Outcome outcome) {
    var out = Json.object().put("table", outcome.table());
    return switch (outcome) {
      case Outcome.Created(var _, var leftOut) ->
          out.put("outcome", "created").put("leftOut", Json.texts(leftOut)).done();
      case Outcome.AlreadyThere _ -> out.put("outcome", "there").done();
      case Outcome.Different(var _, var differences) ->
          out.put("outcome", "different").put("differences", Json.texts(differences)).done();
    };
  }
}
