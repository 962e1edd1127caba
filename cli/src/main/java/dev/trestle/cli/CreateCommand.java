package dev.trestle.cli;

import dev.trestle.design.export.JsonTree;
import dev.trestle.model.Table;
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
      "Create the tables of designs on an endpoint.",
      "Includes indexes, streams, time to live and recovery. Existing tables are not changed."
    },
    footer = {
      "",
      "Exits with 1 if a table exists with other keys or indexes.",
      "Use 'export' for replicas, backup plans and alarms."
    })
final class CreateCommand implements Callable<Integer> {
  private final Environment environment;

  @Mixin private final ModelChoice choice = new ModelChoice();
  @Mixin private final EndpointOptions endpoint = new EndpointOptions();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  @Spec private CommandSpec spec = CommandSpec.create();

  CreateCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    var tables =
        choice.designs(environment).stream().flatMap(design -> design.tables().stream()).toList();
    return endpoint.with(spec.commandLine().getErr(), client -> create(tables, client));
  }

  private int create(List<Table> tables, DynamoDbClient client) {
    var outcomes = TableCreation.create(tables, client, endpoint.prefix(), Thread::sleep);
    var out = spec.commandLine().getOut();
    if (json) {
      out.print(JsonTree.array(outcomes.stream().map(CreateCommand::asJson).toList()).print());
    } else {
      var table = new TextTable("table", "outcome");
      outcomes.forEach(outcome -> table.row(outcome.table(), text(outcome)));
      out.print(table.print());
    }
    out.flush();
    return outcomes.stream().anyMatch(Outcome.Different.class::isInstance)
        ? ExitCode.PROBLEMS
        : ExitCode.SUCCESS;
  }

  private static String text(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Created(var table, var leftOut) when leftOut.isEmpty() -> "created";
      case Outcome.Created(var table, var leftOut) ->
          "created, but the endpoint does not support " + String.join(", ", leftOut);
      case Outcome.AlreadyThere there -> "exists";
      case Outcome.Different(var table, var differences) ->
          "exists with differences: " + String.join("; ", differences);
    };
  }

  private static JsonTree asJson(Outcome outcome) {
    var out = JsonTree.object().put("table", outcome.table());
    return switch (outcome) {
      case Outcome.Created(var table, var leftOut) ->
          out.put("outcome", "created").put("leftOut", JsonTree.texts(leftOut)).done();
      case Outcome.AlreadyThere there -> out.put("outcome", "there").done();
      case Outcome.Different(var table, var differences) ->
          out.put("outcome", "different").put("differences", JsonTree.texts(differences)).done();
    };
  }
}
