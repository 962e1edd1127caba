package dev.trestle.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** Folders for data that is not needed after a test. */
public final class TemporaryFolder {
  private TemporaryFolder() {}

  public static Path create() {
    try {
      return Files.createTempDirectory("trestle-test-");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Deletes the folder and everything in it. */
  public static void delete(Path folder) {
    try (var all = Files.walk(folder)) {
      for (var path : all.sorted(Comparator.reverseOrder()).toList()) Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
