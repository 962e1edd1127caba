package dev.trestle.platform.identity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;

/**
 * Secrets in files of a folder that only its owner can enter. Files are written atomically. A file
 * or folder that others can read is refused, because its secret is no longer one.
 */
public final class SecretFolder extends Secrets {
  private static final Set<PosixFilePermission> OWNER_FILE =
      PosixFilePermissions.fromString("rw-------");
  private static final FileAttribute<?> OWNER_ONLY =
      PosixFilePermissions.asFileAttribute(OWNER_FILE);
  private static final Set<PosixFilePermission> OWNER_FOLDER =
      PosixFilePermissions.fromString("rwx------");

  /** Whoever replaces a secret holds the lock of this file. No secret has this name. */
  private static final String LOCK = ".lock";

  private static final Set<StandardOpenOption> LOCKING =
      Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE);

  /** Threads of one process exclude each other with this, as a file's lock is the process's. */
  private static final ReentrantLock REPLACING = new ReentrantLock();

  private final Path folder;

  /**
   * Opens or creates the folder.
   *
   * @throws UnsafeSecretException if others than its owner can read it
   */
  public SecretFolder(Path folder, RandomGenerator random) {
    super(random);
    this.folder = folder;
    try {
      if (Files.notExists(folder)) {
        var parent = folder.toAbsolutePath().getParent();
        if (parent != null) Files.createDirectories(parent);
        Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(OWNER_FOLDER));
      }
      check(folder, "chmod 700");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  Optional<String> read(String name) {
    var file = folder.resolve(name);
    try {
      if (Files.notExists(file, LinkOption.NOFOLLOW_LINKS)) return Optional.empty();
      check(file, "chmod 600");
      return Optional.of(Files.readString(file).strip());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  String create(String name, String text) {
    try {
      var whole = written(text);
      try {
        // A link fails if the file exists; a move would replace it.
        Files.createLink(folder.resolve(name), whole);
      } catch (FileAlreadyExistsException e) {
        return read(name).orElseThrow();
      } finally {
        Files.delete(whole);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The lock is not on the secret's own file: on POSIX systems a process loses its lock of a file
   * as soon as one of its threads has read that file.
   */
  @Override
  boolean replace(String name, String before, String text) {
    REPLACING.lock();
    try (var channel = FileChannel.open(folder.resolve(LOCK), LOCKING, OWNER_ONLY);
        var _ = channel.lock()) {
      if (!read(name).equals(Optional.of(before))) return false;
      Files.move(written(text), folder.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      return true;
    } catch (AtomicMoveNotSupportedException e) {
      throw new IllegalStateException("the folder of secrets cannot replace files at once", e);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      REPLACING.unlock();
    }
  }

  private Path written(String text) throws IOException {
    var file = Files.createTempFile(folder, "new-", ".tmp", OWNER_ONLY);
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      var bytes = ByteBuffer.wrap((text + "\n").getBytes(StandardCharsets.UTF_8));
      while (bytes.hasRemaining()) channel.write(bytes);
      channel.force(true);
    }
    return file;
  }

  private static void check(Path path, String remedy) throws IOException {
    var others = EnumSet.allOf(PosixFilePermission.class);
    others.removeAll(OWNER_FOLDER);
    others.retainAll(Files.getPosixFilePermissions(path, LinkOption.NOFOLLOW_LINKS));
    if (Files.isSymbolicLink(path) || !others.isEmpty()) {
      throw new UnsafeSecretException(path, remedy);
    }
  }
}
