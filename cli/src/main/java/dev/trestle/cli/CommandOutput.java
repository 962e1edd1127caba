package dev.trestle.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a command writes its result. */
final class CommandOutput {
  private Optional<String> file = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write to this file instead of printing; several results go into a folder.")
  void file(String name) {
    file = Optional.of(name);
  }

  boolean isFile() {
    return file.isPresent();
  }

  void write(Environment environment, PrintWriter out, String text) {
    if (file.isEmpty()) {
      out.print(text);
      out.flush();
      return;
    }
    save(environment.folder().resolve(file.get()), text);
  }

  /** Writes several results into a folder, each under its name. */
  void writeAll(Environment environment, Map<String, String> texts) {
    if (file.isEmpty()) {
      throw new UsageError(
          "The result is %d files. Name one DESIGN, or a folder with -o.".formatted(texts.size()));
    }
    var folder = environment.folder().resolve(file.get());
    texts.forEach((name, text) -> save(folder.resolve(name), text));
  }

  private static void save(Path path, String text) {
    try {
      if (path.getParent() != null) Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new UsageError("cannot write " + path + ": " + e.getMessage());
    }
  }
}
