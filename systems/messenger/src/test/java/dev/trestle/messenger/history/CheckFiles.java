package dev.trestle.messenger.history;

import java.nio.file.Path;
import java.util.Arrays;

/** Checks the histories in these files together, and prints violations. */
final class CheckFiles {
  private CheckFiles() {}

  static void main(String[] files) {
    var events = Recorder.read(Arrays.stream(files).map(Path::of).toList());
    var violations = Checker.check(events);
    violations.forEach(System.out::println);
    System.out.println(events.size() + " events, " + violations.size() + " violations");
    System.exit(violations.isEmpty() ? 0 : 1);
  }
}
