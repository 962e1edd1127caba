package dev.trestle.cli;

import dev.trestle.design.Suggestion;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Prints what was wrong with a command line, and what was probably meant. */
public final class CommandErrors {
  private CommandErrors() {}

  /** Lets a command line and its commands report errors in this way. */
  public static CommandLine addTo(CommandLine line) {
    return line.setParameterExceptionHandler(CommandErrors::wrongUsage)
        .setExecutionExceptionHandler(CommandErrors::failed);
  }

  private static int wrongUsage(ParameterException error, String[] args) {
    var line = error.getCommandLine();
    var err = line.getErr();
    // What a method of an option refuses, picocli wraps in a message that names the method.
    var why = error.getCause() instanceof UsageError refused ? refused : error;
    err.println("trestle: " + why.getMessage());
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
