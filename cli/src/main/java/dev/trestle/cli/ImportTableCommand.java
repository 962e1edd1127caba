package dev.trestle.cli;

import dev.trestle.design.source.SampledTable;
import dev.trestle.item.Item;
import dev.trestle.store.LiveTable;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

@Command(
    name = "table",
    description = {
      "Read tables that exist and a sample of their items, and write a Java model.",
      "Records and key templates are guessed from the sample. Each guess, and how sure it is, is",
      "printed and noted in the source. The source contains no values of items."
    })
final class ImportTableCommand implements Callable<Integer> {
  private static final int ITEMS_MAX = 100_000;

  private final Environment environment;

  @Parameters(paramLabel = "TABLE", arity = "1..*", description = "The tables.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--items",
      paramLabel = "N",
      description = "How many items of each table to read; 0 for none (${DEFAULT-VALUE}).")
  private int items = 1000;

  @Mixin private final EndpointOptions endpoint = new EndpointOptions();
  @Mixin private final ModelSourceOptions source = new ModelSourceOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  ImportTableCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (items < 0 || items > ITEMS_MAX) {
      throw new UsageError("--items takes a number from 0 to %d.".formatted(ITEMS_MAX));
    }
    return endpoint.with(spec.commandLine().getErr(), this::read);
  }

  private int read(DynamoDbClient client) {
    var tables = new ArrayList<SampledTable>();
    for (var name : names) {
      var full = endpoint.prefix() + name;
      try {
        var table = LiveTable.read(client, name, endpoint.prefix());
        List<Item> sample = items == 0 ? List.of() : LiveTable.sample(client, full, items);
        tables.add(new SampledTable(table, sample));
      } catch (ResourceNotFoundException e) {
        spec.commandLine().getErr().println("trestle: there is no table %s.".formatted(full));
        return ExitCode.PROBLEMS;
      } catch (IllegalArgumentException e) {
        spec.commandLine().getErr().println("trestle: " + e.getMessage());
        return ExitCode.PROBLEMS;
      }
    }
    source.write(environment, spec, tables);
    return ExitCode.SUCCESS;
  }
}
