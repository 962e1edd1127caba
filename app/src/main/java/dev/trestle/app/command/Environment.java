package dev.trestle.app.command;

import dev.trestle.app.config.Configuration;
import java.nio.file.Path;
import java.util.Map;

/** What a command takes from its process: the environment variables and the working folder. */
public record Environment(Map<String, String> variables, Path folder) {
  public static Environment ofProcess() {
    return new Environment(System.getenv(), Path.of(""));
  }

  Configuration configuration(Flags flags) {
    return Configuration.read(flags.given(), variables, folder);
  }
}
