package dev.trestle.app.command;

import dev.trestle.cli.CommandErrors;
import dev.trestle.cli.CommandList;
import dev.trestle.cli.DesignCommands;
import dev.trestle.cli.Environment;
import dev.trestle.cli.VersionCommand;
import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** All commands of the command line. */
@Command(
    name = "trestle",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionCommand.class,
    description = "A data layer for DynamoDB, an embedded engine, and systems built on them.",
    footer = {
      "",
      "Run 'trestle COMMAND --help' for the options of a command.",
      "Exit codes: 0 success, 1 problems found, 2 wrong usage, 69 something needed is missing,",
      "70 a server ended by a fatal error."
    })
public final class Commands implements Runnable {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Print this help.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean help;

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Print the version.")
  @SuppressWarnings("UnusedVariable") // picocli reads it
  private boolean version;

  @Spec private CommandSpec spec = CommandSpec.create();

  private Commands() {}

  /** Runs the command that the arguments name and returns the exit code. */
  public static int run(Environment environment, PrintWriter out, PrintWriter err, String... args) {
    var commands =
        new CommandList()
            .add("serve", () -> new ServeCommand(environment))
            .add("db", () -> new DbCommand(environment))
            .add("fleet", FleetCommand::new)
            .add("follow", () -> new FollowCommand(environment))
            .add("backup", () -> new BackupCommand(environment))
            .add("restore", () -> new RestoreCommand(environment))
            .add("verify", () -> new VerifyCommand(environment))
            .add("drill", () -> new DrillCommand(environment))
            .add("gaps", () -> new GapsCommand(environment));
    DesignCommands.addTo(commands, environment);
    commands
        .add("stak", () -> StakCommand.line(environment))
        .add("secrets", () -> SecretsCommand.line(environment))
        .add("config", () -> new ConfigCommand(environment))
        .add("version", () -> new VersionCommand());
    if (!environment.variables().containsKey(LauncherCommands.PACKAGED)) {
      LauncherCommands.addTo(commands);
    }
    var line = new CommandLine(new Commands());
    commands.addTo(line, args);
    line.setResourceBundle(DesignCommands.texts(environment));
    try {
      return CommandErrors.addTo(line).setOut(out).setErr(err).execute(args);
    } finally {
      // The process ends next, and what was printed without a line's end would be lost.
      out.flush();
      err.flush();
    }
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
