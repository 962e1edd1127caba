package dev.trestle.app.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of this program, which the build writes into a file. */
public final class ProgramVersion {
  private static final String FILE = "/dev/trestle/app/command/version.properties";

  private ProgramVersion() {}

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
