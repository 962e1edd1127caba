package dev.trestle.app;

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

/** The command line: knows the commands, leaves the work to them. */
@Command(
    name = "trestle",
    synopsisSubcommandLabel = "COMMAND",
    versionProvider = VersionCommand.class,
    description = "A data layer and an embedded engine that speaks DynamoDB.",
    footer = {
      "",
      "'trestle COMMAND --help' tells more.",
      "Exit codes: 0 fine, 1 found faults, 2 wrong use, 69 something needed is missing."
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

  static void main(String[] args) {
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    System.exit(run(World.real(), out, err, args));
  }

  static int run(World world, PrintWriter out, PrintWriter err, String... args) {
    var line =
        new CommandLine(new Main())
            .addSubcommand(new ServeCommand(world))
            .addSubcommand(new DbCommand(world))
            .addSubcommand(new CheckCommand(world))
            .addSubcommand(new MatrixCommand(world))
            .addSubcommand(new PlanCommand(world))
            .addSubcommand(ExportCommand.line(world))
            .addSubcommand(ImportCommand.line(world))
            .addSubcommand(new CreateCommand(world))
            .addSubcommand(new DiffCommand(world))
            .addSubcommand(StakCommand.line(world))
            .addSubcommand(new ConfigCommand(world))
            .addSubcommand(new VersionCommand());
    LauncherCommands.addTo(line);
    return line.setOut(out)
        .setErr(err)
        .setParameterExceptionHandler(Main::wrongUse)
        .setExecutionExceptionHandler(Main::failed)
        .execute(args);
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  private static int wrongUse(ParameterException fault, String[] args) {
    var line = fault.getCommandLine();
    var err = line.getErr();
    err.println("trestle: " + fault.getMessage());
    var meant =
        fault instanceof UnmatchedArgumentException unmatched
            ? Nearest.to(unmatched.getUnmatched().getFirst(), wordsOf(line))
            : Optional.<String>empty();
    meant.ifPresentOrElse(
        word -> err.println("Did you mean '" + word + "'?"),
        () -> err.println("Try '" + line.getCommandSpec().qualifiedName() + " --help'."));
    return ExitCode.WRONG_USE;
  }

  private static List<String> wordsOf(CommandLine line) {
    var words = new ArrayList<>(line.getSubcommands().keySet());
    words.addAll(line.getCommandSpec().optionsMap().keySet());
    return words;
  }

  private static int failed(Exception fault, CommandLine line, ParseResult parsed) {
    if (fault instanceof WrongUse) {
      line.getErr().println("trestle: " + fault.getMessage());
      return ExitCode.WRONG_USE;
    }
    fault.printStackTrace(line.getErr());
    return ExitCode.FOUND_FAULTS;
  }
}
