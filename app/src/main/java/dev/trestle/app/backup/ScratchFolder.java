package dev.trestle.app.backup;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A temporary folder for copies of the data. It is removed however the command ends, also if the
 * process is told to end, because copies of the data contain secrets.
 */
public final class ScratchFolder implements AutoCloseable {
  /** The process that is ending may still be writing to it. */
  private static final int TRIES_MAX = 100;

  private final Path path;
  private final Thread removal;

  private ScratchFolder(Path path) {
    this.path = path;
    this.removal = new Thread(this::removeInUse, "trestle-scratch-removal");
  }

  /** Creates a folder, in the system's temporary folder unless another place is given. */
  public static ScratchFolder create(Optional<Path> place) throws IOException {
    if (place.isPresent()) Files.createDirectories(place.get());
    var scratch =
        new ScratchFolder(
            place.isPresent()
                ? Files.createTempDirectory(place.get(), "trestle")
                : Files.createTempDirectory("trestle"));
    try {
      Runtime.getRuntime().addShutdownHook(scratch.removal);
    } catch (IllegalStateException alreadyEnding) {
      scratch.close();
      throw new BackupException("interrupted", alreadyEnding);
    }
    return scratch;
  }

  public Path path() {
    return path;
  }

  private void removeInUse() {
    for (int tries = 0; tries < TRIES_MAX && Files.exists(path); tries++) {
      try {
        SyncedFiles.removeAll(path);
      } catch (IOException | UncheckedIOException e) {
        // Something was added meanwhile.
      }
    }
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(removal);
    } catch (IllegalStateException ending) {
      // The hook removes it, too.
    }
    SyncedFiles.removeAll(path);
  }
}
