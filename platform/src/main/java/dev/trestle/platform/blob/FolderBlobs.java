package dev.trestle.platform.blob;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/**
 * Blobs in the files of a folder, under {@link BlobKey#path}. A file is written and synced beside
 * its place and then moved there, so nobody reads half of one. Files that a crash left unfinished
 * are removed when the folder is opened.
 */
public final class FolderBlobs implements Blobs {
  private static final String SUFFIX = ".tmp";

  private final Path folder;

  /** No blob is kept here: names of collections do not begin with a dot. */
  private final Path unfinished;

  public FolderBlobs(Path folder) {
    this.folder = folder;
    this.unfinished = folder.resolve(".unfinished");
    try {
      Files.createDirectories(unfinished);
      try (var left = Files.list(unfinished)) {
        for (var file : left.toList()) Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void put(BlobKey key, byte[] bytes) {
    Blobs.checkSize(bytes);
    var place = path(key);
    try {
      var parent = parent(place);
      Files.createDirectories(parent);
      Files.move(
          written(bytes),
          place,
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      sync(parent);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Optional<byte[]> get(BlobKey key) {
    try {
      return Optional.of(Files.readAllBytes(path(key)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void delete(BlobKey key) {
    try {
      Files.deleteIfExists(path(key));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Path path(BlobKey key) {
    return folder.resolve(key.path());
  }

  private static Path parent(Path file) {
    var parent = file.getParent();
    if (parent == null) throw new IllegalStateException("a blob outside its folder");
    return parent;
  }

  private Path written(byte[] bytes) throws IOException {
    var file = Files.createTempFile(unfinished, "", SUFFIX);
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var left = ByteBuffer.wrap(bytes);
      while (left.hasRemaining()) channel.write(left);
      channel.force(true);
    }
    return file;
  }

  /** Makes the new name durable, not only the bytes. */
  private static void sync(Path directory) throws IOException {
    try (var channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
