package dev.trestle.app;

import dev.trestle.app.command.Commands;
import dev.trestle.app.command.SystemDesigns;
import dev.trestle.cli.Environment;
import java.io.PrintWriter;

/** The program {@code trestle}. */
public final class Main {
  private Main() {}

  static void main(String[] args) {
    var out = new PrintWriter(System.out, true, System.out.charset());
    var err = new PrintWriter(System.err, true, System.err.charset());
    System.exit(Commands.run(Environment.ofProcess(new SystemDesigns()), out, err, args));
  }
}
