package dev.trestle.testing.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.BrowserType.LaunchOptions;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.Proxy;
import com.microsoft.playwright.options.ServiceWorkerPolicy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The system's chromium, running headless. Belongs to the thread that started it. */
final class Chromium implements AutoCloseable {
  private static final List<String> PLACES =
      List.of(
          "/usr/bin/chromium",
          "/usr/bin/chromium-browser",
          "/usr/bin/google-chrome",
          "/usr/bin/google-chrome-stable",
          "/snap/bin/chromium",
          "/Applications/Chromium.app/Contents/MacOS/Chromium",
          "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome");

  /** Prevents requests to anything but the pages under test, and crashes in containers. */
  private static final List<String> QUIET =
      List.of(
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync",
          "--disable-gpu",
          // Containers often have a /dev/shm that is too small for Chromium's pages.
          "--disable-dev-shm-usage",
          "--no-first-run");

  /** How long to wait for something on a page. Long enough for a busy machine. */
  private static final double PATIENCE_MILLIS = 60_000;

  private static final double START_MILLIS_MAX = 180_000;

  private final Playwright playwright;
  private final Browser browser;
  private final Optional<SlowNetwork> slow;

  private Chromium(Playwright playwright, Browser browser, Optional<SlowNetwork> slow) {
    this.playwright = playwright;
    this.browser = browser;
    this.slow = slow;
  }

  static Chromium start() {
    var program =
        found(System.getenv())
            .orElseThrow(() ->
                new AssertionError(
                    "these tests need chromium; ./trestle test installs it (Debian: apt install"
                        + " chromium), or CHROMIUM names the program"));
    PlaywrightAssertions.setDefaultAssertionTimeout(PATIENCE_MILLIS);
    var environment = Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1");
    var playwright = Playwright.create(new Playwright.CreateOptions().setEnv(environment));
    try {
      var options =
          new LaunchOptions()
              .setExecutablePath(program)
              .setArgs(arguments())
              .setTimeout(START_MILLIS_MAX);
      return new Chromium(
          playwright,
          playwright.chromium().launch(options),
          SlowNetwork.seed().map(SlowNetwork::start));
    } catch (RuntimeException e) {
      playwright.close();
      throw e;
    }
  }

  /** Returns the program that CHROMIUM names, or one in a usual place. */
  static Optional<Path> found(Map<String, String> environment) {
    return Stream.concat(
            Stream.ofNullable(environment.get("CHROMIUM")).filter(name -> !name.isBlank()),
            PLACES.stream())
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static List<String> arguments() {
    var arguments = new ArrayList<>(QUIET);
    // The sandbox does not work for root, which runs the tests in containers.
    if ("root".equals(System.getProperty("user.name"))) arguments.add("--no-sandbox");
    return arguments;
  }

  BrowserContext context(Appearance appearance, ServiceWorkerPolicy serviceWorkers) {
    var options = appearance.options().setServiceWorkers(serviceWorkers);
    // Chromium would otherwise pass over the proxy on the way to this machine.
    slow.ifPresent(network ->
        options.setProxy(new Proxy(network.address().toString()).setBypass("<-loopback>")));
    var context = browser.newContext(options);
    context.setDefaultTimeout(PATIENCE_MILLIS);
    context.setDefaultNavigationTimeout(PATIENCE_MILLIS);
    return context;
  }

  @Override
  public void close() {
    try (playwright) {
      browser.close();
    } finally {
      slow.ifPresent(SlowNetwork::close);
    }
  }
}
