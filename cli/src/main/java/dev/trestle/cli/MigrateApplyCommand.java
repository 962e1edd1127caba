package dev.trestle.cli;

import dev.trestle.cli.migrate.Migration;
import dev.trestle.cli.migrate.MigrationException;
import dev.trestle.cli.migrate.MigrationOptions;
import dev.trestle.cli.migrate.MigrationResult;
import dev.trestle.model.Model;
import java.time.Duration;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

@Command(
    name = "apply",
    description = {
      "Bring tables and items to a model, step by step.",
      "Run it when every server has the new declaration. If it is killed, run it again: it",
      "resumes. The last steps, after which there is no way back, need --drop."
    },
    footer = {"", "Exits with 1 if it could not be finished."})
final class MigrateApplyCommand implements Callable<Integer> {
  private static final int LEASE_SECONDS_MAX = 3600;

  private final Environment environment;

  @Mixin private final MigrateOptions options = new MigrateOptions();

  @Option(names = "--drop", description = "Also drop what is no longer declared.")
  private boolean drop;

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      description =
          "How long this process may be silent before another one may go on (${DEFAULT-VALUE}).")
  private int lease = (int) MigrationOptions.LEASE.toSeconds();

  @Spec private CommandSpec spec = CommandSpec.create();

  MigrateApplyCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  public Integer call() {
    if (lease < 1 || lease > LEASE_SECONDS_MAX) {
      throw new UsageError("--lease takes from 1 to %d seconds.".formatted(LEASE_SECONDS_MAX));
    }
    var model = options.choice.model(environment);
    var chosen = options.with(Duration.ofSeconds(lease), drop);
    return options.endpoint.with(
        spec.commandLine().getErr(), client -> apply(model, client, chosen));
  }

  private int apply(Model model, DynamoDbClient client, MigrationOptions chosen) {
    var out = spec.commandLine().getOut();
    var err = spec.commandLine().getErr();
    var printer = new MigrationPrinter(out, err, options.json);
    try {
      return print(Migration.apply(model, client, chosen, printer), printer);
    } catch (MigrationException e) {
      printer.close();
      err.println("trestle: " + e.getMessage());
      return ExitCode.PROBLEMS;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return ExitCode.PROBLEMS;
    }
  }

  private static int print(MigrationResult result, MigrationPrinter printer) {
    printer.close();
    printer.result(result);
    return result.isDone() ? ExitCode.SUCCESS : ExitCode.PROBLEMS;
  }
}
