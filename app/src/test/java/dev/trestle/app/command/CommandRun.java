package dev.trestle.app.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.cli.Environment;
import java.io.ByteArrayOutputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Map;

/** One run of the command line in this process: its exit code and what it printed. */
public record CommandRun(int exitCode, String out, String err) {
  public static CommandRun of(Path folder, Map<String, String> variables, String... args) {
    var out = new ByteArrayOutputStream();
    var err = new ByteArrayOutputStream();
    var environment = new Environment(variables, folder, new SystemDesigns());
    var exitCode = Commands.run(environment, buffered(out), buffered(err), args);
    return new CommandRun(exitCode, out.toString(UTF_8), err.toString(UTF_8));
  }

  /** As in {@link dev.trestle.app.Main}: what is not flushed is lost at the end. */
  private static PrintWriter buffered(ByteArrayOutputStream bytes) {
    return new PrintWriter(bytes, true, UTF_8);
  }

  static CommandRun of(String... args) {
    return of(Path.of("no such folder"), Map.of(), args);
  }
}
