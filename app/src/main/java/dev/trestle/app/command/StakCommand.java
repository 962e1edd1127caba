package dev.trestle.app.command;

import dev.trestle.cli.Environment;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(
    name = "stak",
    synopsisSubcommandLabel = "COMMAND",
    description = "Administer Stak on the server that runs here.")
final class StakCommand implements Runnable {
  @Spec private CommandSpec spec = CommandSpec.create();

  private StakCommand() {}

  static CommandLine line(Environment environment) {
    return new CommandLine(new StakCommand()).addSubcommand(TenantCommands.line(environment));
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Name a command.");
  }
}
