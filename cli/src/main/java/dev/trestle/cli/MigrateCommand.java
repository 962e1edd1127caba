package dev.trestle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "migrate",
    synopsisSubcommandLabel = "plan|apply",
    description = "Bring existing tables and their items to a model.")
final class MigrateCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Environment environment) {
    return new CommandLine(new MigrateCommand())
        .addSubcommand(new MigratePlanCommand(environment))
        .addSubcommand(new MigrateApplyCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Say plan or apply.");
  }
}
