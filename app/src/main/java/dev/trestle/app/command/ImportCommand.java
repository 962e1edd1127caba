package dev.trestle.app.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    synopsisSubcommandLabel = "FORMAT",
    description = "Turn a file of another tool into a model to check, print and export.")
final class ImportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(Environment environment) {
    return new CommandLine(new ImportCommand())
        .addSubcommand(new ImportWorkbenchCommand(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a format.");
  }
}
