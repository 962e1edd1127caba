package dev.trestle.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a command's answer goes. */
final class Output {
  private Optional<String> file = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write here instead of printing; a folder where there are several.")
  void file(String name) {
    file = Optional.of(name);
  }

  boolean isFile() {
    return file.isPresent();
  }

  void write(World world, PrintWriter out, String text) {
    if (file.isEmpty()) {
      out.print(text);
      out.flush();
      return;
    }
    save(world.folder().resolve(file.get()), text);
  }

  /** Several answers go into a folder, each under its name. */
  void writeAll(World world, Map<String, String> texts) {
    if (file.isEmpty()) {
      throw new WrongUse(
          "these are %d files: name one SYSTEM, or a folder with -o".formatted(texts.size()));
    }
    var folder = world.folder().resolve(file.get());
    texts.forEach((name, text) -> save(folder.resolve(name), text));
  }

  private static void save(Path path, String text) {
    try {
      if (path.getParent() != null) Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new WrongUse("cannot write " + path + ": " + e.getMessage());
    }
  }
}
