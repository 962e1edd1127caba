package dev.trestle.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this program, which the build writes into a file. */
public final class ProgramVersion {
  private static final String FILE = "/dev/trestle/cli/version.properties";

  private ProgramVersion() {}

  /** Returns the version of this program. */
  public static String read() {
    var properties = new Properties();
    try (var text = ProgramVersion.class.getResourceAsStream(FILE)) {
      if (text == null) throw new IllegalStateException(FILE + " is missing from the build");
      properties.load(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return properties.getProperty("version", "");
  }
}
