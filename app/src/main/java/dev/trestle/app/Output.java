package dev.trestle.app;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where a command's answer goes. */
final class Output {
  private Optional<String> file = Optional.empty();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      description = "Write here instead of printing.")
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
    var path = world.folder().resolve(file.get());
    try {
      if (path.getParent() != null) Files.createDirectories(path.getParent());
      Files.writeString(path, text);
    } catch (IOException e) {
      throw new WrongUse("cannot write " + file.get() + ": " + e.getMessage());
    }
  }
}
