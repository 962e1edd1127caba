package dev.trestle.engine.transfer;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileVisitResult;
import java.nio.file.FileVisitor;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The folder with all buckets. A bucket is a folder in it, and a key is the path of a file in the
 * bucket. Names come from clients: one that could lead elsewhere is refused, and links are never
 * followed.
 */
public final class TransferFolder {
  private static final Logger LOG = System.getLogger(TransferFolder.class.getName());

  /** DynamoDB's limit for one import. */
  private static final int FILES_MAX = 50_000;

  private static final int NAME_BYTES_MAX = 255;
  private static final String PARTIAL = ".partial";

  private final Path root;

  TransferFolder(Path root) {
    this.root = root;
  }

  /** Rejects a prefix that is not a relative path of plain names. */
  public static void checkPrefix(String member, String prefix) {
    for (var name : prefix.split("/", -1)) {
      if (isPlain(name)) continue;
      throw new ValidationException(
          "One or more parameter values were invalid: "
              + member
              + " must consist of names of folders, separated by slashes");
    }
  }

  private static boolean isPlain(String name) {
    return !name.isEmpty()
        && !name.equals(".")
        && !name.equals("..")
        && !name.endsWith(PARTIAL)
        && name.chars().noneMatch(c -> c < ' ' || c == '\\' || c == 0x7f)
        && name.getBytes(StandardCharsets.UTF_8).length <= NAME_BYTES_MAX;
  }

  /** Creates the folder in which an export's files are written. */
  Path createPartial(Transfer export) throws IOException {
    DataFiles.createFolders(root);
    var folder = root;
    for (var name : (export.bucket() + "/" + partialKey(export)).split("/", 0)) {
      var parent = folder;
      folder = parent.resolve(name);
      try {
        createPrivate(folder);
        DataFiles.sync(parent);
      } catch (FileAlreadyExistsException e) {
        // By an earlier export, or by another one just now.
        requireFolder(folder);
      }
    }
    return folder;
  }

  private static String partialKey(Transfer export) {
    return export.exportKey() + PARTIAL;
  }

  /** Only the owner may read exported items. */
  private static void createPrivate(Path folder) throws IOException {
    var owner = PosixFilePermissions.fromString("rwx------");
    Files.createDirectory(folder, PosixFilePermissions.asFileAttribute(owner));
  }

  private static void requireFolder(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new IOException(folder.getFileName() + " is not a folder");
    }
  }

  /** Makes a complete export visible, in one step. */
  void publish(Transfer export, Path partial) throws IOException {
    var complete = partial.resolveSibling(export.id());
    Files.move(partial, complete, StandardCopyOption.ATOMIC_MOVE);
    DataFiles.sync(Objects.requireNonNull(root.resolve(complete).getParent()));
  }

  /** Returns whether an export is visible. */
  boolean isPublished(Transfer export) {
    try {
      var folder = inBucket(export.bucket(), export.exportKey());
      return Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      return false;
    }
  }

  /** Removes the files of an export that was not completed. */
  public void remove(Transfer export) {
    try {
      for (var key : List.of(partialKey(export), export.exportKey())) {
        var folder = inBucket(export.bucket(), key);
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          Files.walkFileTree(folder, new Remover());
        }
      }
    } catch (NoSuchFileException e) {
      // Nothing was written.
    } catch (IOException e) {
      LOG.log(Level.WARNING, "The files of an unfinished export could not be removed", e);
    }
  }

  /** Returns a path in a bucket, none of whose folders is a link. */
  private Path inBucket(String bucket, String key) throws IOException {
    var folder = root.resolve(bucket);
    requireFolderExists(folder);
    var names = key.split("/", 0);
    for (int i = 0; i < names.length - 1; i++) {
      folder = folder.resolve(names[i]);
      requireFolderExists(folder);
    }
    return folder.resolve(names[names.length - 1]);
  }

  private static void requireFolderExists(Path folder) throws IOException {
    if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
      throw new NoSuchFileException(folder.toString());
    }
  }

  /** Returns whether there is such a bucket. */
  public boolean hasBucket(String bucket) {
    return Files.isDirectory(root.resolve(bucket), LinkOption.NOFOLLOW_LINKS);
  }

  /**
   * Returns the files of a bucket whose keys begin with a prefix, in the order of their keys,
   * without manifests and unfinished exports.
   */
  public List<Path> files(String bucket, String prefix) throws IOException {
    var folder = root.resolve(bucket);
    requireFolderExists(folder);
    var found = new ArrayList<Path>();
    FileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) {
            boolean isPartial = visited.getFileName().toString().endsWith(PARTIAL);
            return isPartial ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            boolean isWanted =
                attributes.isRegularFile()
                    && folder.relativize(file).toString().startsWith(prefix)
                    && !ExportFileWriter.isManifest(file.getFileName().toString());
            if (isWanted) found.add(file);
            if (found.size() > FILES_MAX) throw new IOException("more than 50000 files");
            return FileVisitResult.CONTINUE;
          }
        };
    Files.walkFileTree(folder, visitor);
    found.sort(null);
    return found;
  }

  private static final class Remover extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      Files.delete(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, @Nullable IOException failure)
        throws IOException {
      if (failure != null) throw failure;
      Files.delete(folder);
      return FileVisitResult.CONTINUE;
    }
  }
}
