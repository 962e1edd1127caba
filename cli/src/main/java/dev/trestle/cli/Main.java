package dev.trestle.cli;

import java.io.PrintWriter;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The commands as a program of their own, for the models on its class path. */
@Command(
    name = "trestle",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionCommand.class,
    description =
        "Checks, costs, exports, creates and migrates designs for DynamoDB, and serves an engine.",
    footer = {
      "",
      "Run 'trestle COMMAND --help' for the options of a command.",
      "Exit codes: 0 success, 1 problems found, 2 wrong usage, 69 something needed is missing,",
      "70 a server ended by a fatal error."
    })
public final class Main implements Runnable {
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

  private Main() {}

  /** Runs the command that the arguments name and exits with its exit code. */
  public static void main(String[] args) {
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    System.exit(run(Environment.ofProcess(new ClasspathDesigns()), out, err, args));
  }

  static int run(Environment environment, PrintWriter out, PrintWriter err, String... args) {
    var commands = new CommandList().add("db", () -> new LocalDatabaseCommand(environment));
    DesignCommands.addTo(commands, environment);
    commands.add("version", () -> new VersionCommand());
    var line = new CommandLine(new Main());
    commands.addTo(line, args);
    line.setResourceBundle(DesignCommands.texts(environment));
    return CommandErrors.addTo(line).setOut(out).setErr(err).execute(args);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }
}
