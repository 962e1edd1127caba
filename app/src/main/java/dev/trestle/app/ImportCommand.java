package dev.trestle.app;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "import",
    synopsisSubcommandLabel = "FORMAT",
    description = "Make a model that can be checked, drawn and exported from a file of others.")
final class ImportCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  static CommandLine line(World world) {
    return new CommandLine(new ImportCommand()).addSubcommand(new ImportWorkbenchCommand(world));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "import from what?");
  }
}
