package dev.trestle.design.export;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * AWS's own tools and others', by npm, pinned with their checksums in src/test/npm. They are
 * fetched once, below target.
 */
final class OfficialTools {
  private static final long MINUTES_MAX = 5;

  private final Path folder;

  private OfficialTools(Path folder) {
    this.folder = folder;
  }

  static OfficialTools installed() throws IOException, InterruptedException {
    var module = Path.of(System.getProperty("trestle.root", "")).resolve("design");
    var wanted = module.resolve("src/test/npm");
    var folder = Files.createDirectories(module.resolve("target/npm"));
    var lock = folder.resolve("package-lock.json");
    var tools = new OfficialTools(folder);
    boolean there =
        Files.exists(lock)
            && Files.mismatch(lock, wanted.resolve("package-lock.json")) < 0
            && Files.exists(folder.resolve("installed"));
    if (!there) {
      Files.deleteIfExists(folder.resolve("installed"));
      for (var name : List.of("package.json", "package-lock.json", ".npmrc")) {
        Files.copy(wanted.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
      }
      tools.run(Map.of(), "npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
      Files.createFile(folder.resolve("installed"));
    }
    for (var name : List.of("validate.cjs", "parse-hcl.cjs", "synthesise.cjs")) {
      Files.copy(wanted.resolve(name), folder.resolve(name), StandardCopyOption.REPLACE_EXISTING);
    }
    return tools;
  }

  Path folder() {
    return folder;
  }

  /** Returns the output of a program, which must succeed. */
  String run(Map<String, String> environment, String... command)
      throws IOException, InterruptedException {
    var output = Files.createTempFile("trestle-tool-", ".txt");
    var builder =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(environment);
    var process = builder.start();
    boolean ended = process.waitFor(MINUTES_MAX, TimeUnit.MINUTES);
    if (!ended) process.destroyForcibly();
    var printed = Files.readString(output);
    Files.delete(output);
    if (!ended || process.exitValue() != 0) {
      throw new AssertionError(
          "%s %s:%n%s".formatted(String.join(" ", command), ended ? "failed" : "hung", printed));
    }
    return printed;
  }
}
