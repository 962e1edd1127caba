package dev.trestle.app;

import java.nio.file.Path;
import java.util.Map;

/** What a command takes from outside: the environment and the folder it was called in. */
record World(Map<String, String> environment, Path folder) {
  static World real() {
    return new World(System.getenv(), Path.of(""));
  }

  Configuration configuration(Flags flags) {
    return Configuration.read(flags, environment, folder);
  }
}
