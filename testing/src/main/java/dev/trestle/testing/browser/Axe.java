package dev.trestle.testing.browser;

import com.microsoft.playwright.Page;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Checks accessibility with axe-core: names, roles, contrast. It has the MPL licence and is not
 * part of the project: npm installs it below {@code target} on first use, in the version of the
 * lock file.
 */
public final class Axe {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final String LOCK = "package-lock.json";

  /** Returns a line for each violation. */
  private static final String RUN =
      """
      async () => {
        const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
        const found = await axe.run(document, { runOnly: { type: 'tag', values: tags } });
        return found.violations.flatMap((fault) => fault.nodes.map((node) =>
          `${fault.id}: ${fault.help}\\n    ${node.html}\\n    ${node.failureSummary
            .split('\\n').slice(1).join('\\n    ')}`)).join('\\n  ');
      }
      """;

  private Axe() {}

  /**
   * Checks a page in its current state.
   *
   * @throws AssertionError that lists the violations
   */
  public static void check(Page page, String name) {
    // Runs through the driver, because the page's content security policy would block a script tag.
    page.evaluate(source() + "\n;undefined");
    var faults = String.valueOf(page.evaluate(RUN));
    if (!faults.isEmpty()) throw new AssertionError(name + ":\n  " + faults);
  }

  private static synchronized String source() {
    try {
      var root = Path.of(System.getProperty("trestle.root", "."));
      var folder = root.resolve("target/axe").toAbsolutePath().normalize();
      var installed = folder.resolve("installed-lock.json");
      if (!Files.exists(installed) || !Files.readString(installed).equals(resource(LOCK))) {
        Files.createDirectories(folder);
        Files.writeString(folder.resolve("package.json"), resource("package.json"));
        Files.writeString(folder.resolve(LOCK), resource(LOCK));
        install(folder);
        Files.writeString(installed, resource(LOCK));
      }
      return Files.readString(folder.resolve("node_modules/axe-core/axe.min.js"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void install(Path folder) throws IOException {
    var said = folder.resolve("npm.log").toFile();
    try {
      var npm =
          new ProcessBuilder("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
              .directory(folder.toFile())
              .redirectOutput(said)
              .redirectErrorStream(true)
              .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
              .start();
      boolean isDone = npm.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (!isDone) npm.destroyForcibly().waitFor();
      if (!isDone || npm.exitValue() != 0) {
        throw new AssertionError(
            "npm could not install axe-core: " + Files.readString(said.toPath()));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError("interrupted", e);
    }
  }

  private static String resource(String name) throws IOException {
    try (var in = Axe.class.getResourceAsStream(name)) {
      if (in == null) throw new IllegalStateException("no resource " + name);
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
