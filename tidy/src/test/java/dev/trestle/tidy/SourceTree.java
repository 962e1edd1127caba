package dev.trestle.tidy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The project's files on disk, without build output and tool folders. */
final class SourceTree {
  static final Path ROOT = Path.of(System.getProperty("trestle.root")).toAbsolutePath().normalize();

  private static final Set<String> NOT_OURS =
      Set.of("target", ".git", ".idea", ".vscode", "data", "node_modules", "trestle.properties");

  private SourceTree() {}

  /** Files whose names end so, in the order of their paths. */
  static List<Path> filesEnding(String... endings) {
    var found = new ArrayList<Path>();
    var visitor =
        new SimpleFileVisitor<Path>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            var ours = folder.equals(ROOT) || !isNotOurs(folder);
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            // In a linked working tree .git is a file.
            if (isNotOurs(file)) return FileVisitResult.CONTINUE;
            for (var ending : endings) {
              if (file.toString().endsWith(ending)) {
                found.add(file);
                break;
              }
            }
            return FileVisitResult.CONTINUE;
          }
        };
    try {
      Files.walkFileTree(ROOT, visitor);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    found.sort(null);
    return found;
  }

  static String name(Path file) {
    return ROOT.relativize(file).toString().replace('\\', '/');
  }

  /**
   * A package may be called {@code data}; only a folder of that name at the top is the engine's.
   */
  private static boolean isNotOurs(Path path) {
    var name = path.getFileName().toString();
    if (name.equals("data")) return ROOT.equals(path.getParent());
    return NOT_OURS.contains(name);
  }
}
