package dev.trestle.cli;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    synopsisSubcommandLabel = "FORMAT",
    description = "Turn tables, or a file of another tool, into a model.")
final class ImportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Environment environment) {
    return new CommandLine(new ImportCommand())
        .addSubcommand(new ImportWorkbenchCommand(environment))
        .addSubcommand(new ImportCloudFormationCommand(environment))
        .addSubcommand(new ImportTableCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a format.");
  }
}
