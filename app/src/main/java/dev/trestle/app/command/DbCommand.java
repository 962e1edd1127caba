package dev.trestle.app.command;

import dev.trestle.app.server.RunningDatabase;
import dev.trestle.cli.DatabaseCommand;
import dev.trestle.cli.DatabaseSetting;
import dev.trestle.cli.Environment;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Command;

/** {@code db} with settings from the environment and the file, too. */
@Command(
    footer = {
      "",
      "Other settings come from the environment and from trestle.properties.",
      "'trestle config' prints those in force."
    })
final class DbCommand extends DatabaseCommand {
  private final Environment environment;

  DbCommand(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected Supplier<RunningDatabase> prepare(
      Map<DatabaseSetting, String> given, boolean inMemory) {
    var configuration = Flags.of(given).configuration(environment);
    return () -> RunningDatabase.start(configuration, inMemory);
  }
}
