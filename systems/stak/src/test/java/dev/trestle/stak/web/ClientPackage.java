package dev.trestle.stak.web;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.platform.web.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The npm package as {@code npm pack} makes it, and the React sample that uses it: a copy of both
 * below {@code target}, in folders that lie beside each other as in the project. What npm fetches
 * for the sample is fetched once, in the versions of its lock file.
 */
final class ClientPackage {
  private static final Path MODULE =
      Path.of(System.getProperty("trestle.root", "../..")).resolve("systems/stak").toAbsolutePath();
  private static final Path SAMPLE = MODULE.resolve("../../samples/stak-react").normalize();
  private static final Path COPY = MODULE.resolve("target/sample");
  private static final long MINUTES_MAX = 5;

  private ClientPackage() {}

  /** What {@code npm pack} says about the archive. */
  static JsonNode packed() {
    try {
      Files.createDirectories(COPY);
      var said =
          run(MODULE.resolve("target/npm"), "npm", "pack", "--json", "--pack-destination", COPY);
      return Json.tree().readTree(said).get(0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The sample's folder, with the package and everything else that it needs. */
  static Path sample() {
    var folder = COPY.resolve("samples/stak-react");
    var own = COPY.resolve("systems/stak/target/npm");
    try {
      Files.createDirectories(folder.resolve("src"));
      Files.createDirectories(own);
      var archive = COPY.resolve(packed().get("filename").asText());
      run(COPY, "tar", "-xzf", archive, "-C", own, "--strip-components=1");
      for (var name : List.of("package.json", ".npmrc", "tsconfig.json", "index.html")) {
        copy(name, folder);
      }
      copy("server.mjs", folder);
      for (var name : List.of("Bell.tsx", "main.tsx", "shop.css", "useInbox.ts")) {
        copy("src/" + name, folder);
      }
      install(folder);
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(String name, Path folder) throws IOException {
    Files.copy(SAMPLE.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
  }

  /** Keeps the lock file of the installation beside the packages. */
  private static void install(Path folder) throws IOException {
    var lock = Files.readString(SAMPLE.resolve("package-lock.json"));
    var installed = folder.resolve("installed-lock.json");
    if (Files.exists(installed) && Files.readString(installed).equals(lock)) return;
    copy("package-lock.json", folder);
    run(folder, "npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund");
    Files.writeString(installed, lock);
  }

  /** A script of src/test/npm, in the sample's folder. */
  static Path script(Path folder, String name) {
    try {
      return Files.copy(
          MODULE.resolve("src/test/npm").resolve(name),
          folder.resolve(name),
          StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String run(Path folder, Object... command) {
    return run(folder, Map.of(), command);
  }

  /** Returns what a program printed; it must succeed. */
  static String run(Path folder, Map<String, String> environment, Object... command) {
    try {
      var output = Files.createTempFile("stak-npm-", ".txt");
      var errors = Files.createTempFile("stak-npm-", ".txt");
      var builder =
          new ProcessBuilder(List.of(command).stream().map(Object::toString).toList())
              .directory(folder.toFile())
              .redirectOutput(output.toFile())
              .redirectError(errors.toFile());
      builder.environment().putAll(environment);
      var process = builder.start();
      boolean isDone = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
      if (!isDone) process.destroyForcibly().waitFor();
      var printed = Files.readString(output);
      var complaints = Files.readString(errors);
      Files.delete(output);
      Files.delete(errors);
      if (!isDone || process.exitValue() != 0) {
        throw new AssertionError(List.of(command) + ":\n" + printed + complaints);
      }
      return printed;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
