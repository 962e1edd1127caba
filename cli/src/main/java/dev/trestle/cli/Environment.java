package dev.trestle.cli;

import java.nio.file.Path;
import java.util.Map;

/**
 * What a command takes from its process: the environment variables, the working folder, and the
 * designs that it knows by name.
 */
public record Environment(Map<String, String> variables, Path folder, NamedDesigns designs) {
  /** Returns that of this process, with these designs. */
  public static Environment ofProcess(NamedDesigns designs) {
    return new Environment(System.getenv(), Path.of(""), designs);
  }
}
