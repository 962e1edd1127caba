package dev.trestle.conformance.clients;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Runs programs of this machine. */
final class Program {
  private static final Duration PATIENCE = Duration.ofMinutes(5);

  private Program() {}

  /** Returns a folder below {@code target} for what a client needs. It is kept between runs. */
  static Path folder(String name) {
    try {
      var root = Path.of(System.getProperty("trestle.root", "."));
      var folder = root.resolve("conformance/target/clients").resolve(name);
      return Files.createDirectories(folder.toAbsolutePath().normalize());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Copies a resource from {@code clients} to a folder. */
  static Path unpack(String resource, Path folder) {
    var file = folder.resolve(Path.of(resource).getFileName());
    try {
      return Files.writeString(file, ClientScript.resource(resource));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs a program and returns the lines that it prints. It must succeed and end in time. */
  static List<String> run(Path folder, Map<String, String> environment, List<String> command) {
    try {
      var out = Files.createTempFile("trestle-program-", ".txt");
      var err = Files.createTempFile("trestle-program-", ".txt");
      try {
        var builder = new ProcessBuilder(command).directory(folder.toFile());
        builder.environment().putAll(environment);
        builder.redirectOutput(out.toFile()).redirectError(err.toFile());
        var process = builder.redirectInput(Redirect.from(Path.of("/dev/null").toFile())).start();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
          process.destroyForcibly().waitFor();
          throw new AssertionError(command + " did not end within " + PATIENCE + ": " + text(err));
        }
        if (process.exitValue() != 0) {
          throw new AssertionError(
              command + " ended with " + process.exitValue() + ": " + text(err) + text(out));
        }
        return Files.readAllLines(out, StandardCharsets.UTF_8);
      } finally {
        Files.delete(out);
        Files.delete(err);
      }
    } catch (IOException e) {
      throw new AssertionError(command.getFirst() + " is needed; ./trestle test installs it", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String text(Path file) throws IOException {
    return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
  }
}
