package dev.trestle.app.command;

import dev.trestle.cli.Environment;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** One run of the command line in this process: its exit code and what it printed. */
public record CommandRun(int exitCode, String out, String err) {
  public static CommandRun of(Path folder, Map<String, String> variables, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var environment = new Environment(variables, folder, new SystemDesigns());
    var exitCode = Commands.run(environment, new PrintWriter(out), new PrintWriter(err), args);
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  static CommandRun of(String... args) {
    return of(Path.of("no such folder"), Map.of(), args);
  }
}
