package dev.trestle.app.command;

import dev.trestle.app.config.Suggestion;
import dev.trestle.app.config.UsageError;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** All commands of the command line. */
@Command(
    name = "trestle",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionCommand.class,
    description = "A data layer for DynamoDB, an embedded engine, and systems built on them.",
    footer = {
      "",
      "Run 'trestle COMMAND --help' for the options of a command.",
      "Exit codes: 0 success, 1 problems found, 2 wrong usage, 69 something needed is missing."
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
    var line =
        new CommandLine(new Commands())
            .addSubcommand(new ServeCommand(environment))
            .addSubcommand(new DbCommand(environment))
            .addSubcommand(new FleetCommand())
            .addSubcommand(new BackupCommand(environment))
            .addSubcommand(new RestoreCommand(environment))
            .addSubcommand(new VerifyCommand(environment))
            .addSubcommand(new DrillCommand(environment))
            .addSubcommand(new CheckCommand(environment))
            .addSubcommand(new MatrixCommand(environment))
            .addSubcommand(new PlanCommand(environment))
            .addSubcommand(new SimulateCommand(environment))
            .addSubcommand(ExportCommand.line(environment))
            .addSubcommand(ImportCommand.line(environment))
            .addSubcommand(new CreateCommand(environment))
            .addSubcommand(new DiffCommand(environment))
            .addSubcommand(StakCommand.line(environment))
            .addSubcommand(SecretsCommand.line(environment))
            .addSubcommand(new ConfigCommand(environment))
            .addSubcommand(new VersionCommand());
    LauncherCommands.addTo(line);
    return line.setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(Commands::wrongUsage)
        .setExecutionExceptionHandler(Commands::failed)
        .execute(args);
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static int wrongUsage(ParameterException error, String[] args) {
    var line = error.getCommandLine();
    var err = line.getErr();
    err.println("trestle: " + error.getMessage());
    var meant =
        error instanceof UnmatchedArgumentException unmatched
            ? Suggestion.of(unmatched.getUnmatched().getFirst(), wordsOf(line))
            : Optional.<String>empty();
    meant.ifPresentOrElse(
        word -> err.println("Did you mean '" + word + "'?"),
        () -> err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'."));
    return ExitCode.WRONG_USAGE;
  }

  private static List<String> wordsOf(CommandLine line) {
    var words = new ArrayList<>(line.getSubcommands().keySet());
    words.addAll(line.getCommandSpec().optionsMap().keySet());
    return words;
  }

  private static int failed(Exception error, CommandLine line, ParseResult parsed) {
    if (error instanceof UsageError) {
      line.getErr().println("trestle: " + error.getMessage());
      return ExitCode.WRONG_USAGE;
    }
    error.printStackTrace(line.getErr());
    return ExitCode.PROBLEMS;
  }
}
