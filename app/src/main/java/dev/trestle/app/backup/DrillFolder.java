package dev.trestle.app.backup;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The temporary folder of a drill. It is removed however the drill ends, because copies of the data
 * contain secrets.
 */
public record DrillFolder(Path path) implements AutoCloseable {
  /** Creates a folder, in the system's temporary folder unless another place is given. */
  public static DrillFolder create(Optional<Path> place) throws IOException {
    if (place.isEmpty()) return new DrillFolder(Files.createTempDirectory("trestle-drill"));
    Files.createDirectories(place.get());
    return new DrillFolder(Files.createTempDirectory(place.get(), "drill"));
  }

  @Override
  public void close() throws IOException {
    SyncedFiles.removeAll(path);
  }
}
