package dev.trestle.app;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;

/** One call of the command line in this process: how it ended and what it printed. */
record Trial(int exitCode, String out, String err) {
  static Trial of(Path folder, Map<String, String> environment, String... args) {
    var out = new StringWriter();
    var err = new StringWriter();
    var world = new World(environment, folder);
    var exitCode = Main.run(world, new PrintWriter(out), new PrintWriter(err), args);
    return new Trial(exitCode, out.toString(), err.toString());
  }

  static Trial of(String... args) {
    return of(Path.of("no such folder"), Map.of(), args);
  }
}
