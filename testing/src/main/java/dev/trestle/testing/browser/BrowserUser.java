package dev.trestle.testing.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.PlaywrightException;
import com.microsoft.playwright.options.LoadState;
import com.microsoft.playwright.options.ServiceWorkerPolicy;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A user with a browser profile of their own for each {@link Appearance}. */
public final class BrowserUser {
  /** axe measures with inline styles. The page's policy blocks them, which does no harm. */
  private static final String AXE_ERROR = "Applying inline style";

  private final Chromium chromium;
  private final String folder;
  private final Map<Appearance, BrowserContext> contexts = new EnumMap<>(Appearance.class);
  private final List<String> errors = new ArrayList<>();
  private boolean axeHasRun;
  private ServiceWorkerPolicy serviceWorkers = ServiceWorkerPolicy.BLOCK;
  private final List<String> expected = new ArrayList<>();

  BrowserUser(Chromium chromium, String folder) {
    this.chromium = chromium;
    this.folder = folder;
  }

  /**
   * Lets pages that are opened from now on install service workers. Otherwise they cannot: requests
   * that go through one cannot be held back by a test.
   */
  public void allowServiceWorkers() {
    serviceWorkers = ServiceWorkerPolicy.ALLOW;
  }

  /** Opens a page on a desktop screen, in light colours. */
  public Page open(URI address) {
    return open(address, Appearance.LIGHT);
  }

  /** Opens a page in a new tab. */
  public Page open(URI address, Appearance appearance) {
    var page = context(appearance).newPage();
    page.navigate(address.toString());
    return page;
  }

  /** Returns the profile: cookies, storage, offline mode. */
  public BrowserContext context(Appearance appearance) {
    return contexts.computeIfAbsent(appearance, this::made);
  }

  private BrowserContext made(Appearance appearance) {
    var context = chromium.context(appearance, serviceWorkers);
    context.onConsoleMessage(message -> {
      if (message.type().equals("error")) addError(message.text() + " " + message.location());
    });
    context.onWebError(error -> addError("thrown: " + error.error()));
    return context;
  }

  private void addError(String text) {
    // The browser may report what axe caused long after axe has finished.
    if (!axeHasRun || !text.contains(AXE_ERROR)) errors.add(text);
  }

  /** Expects errors that contain this text, for example a 401 that the test provokes. */
  public void expectError(String part) {
    expected.add(part);
  }

  /**
   * Opens a page in each appearance. The page must not be wider than the screen, no button may be
   * cut off, and axe must find no violations. Saves a screenshot below {@code target/screenshots}.
   *
   * @param ready waits until the page shows what is to be checked
   */
  public void checkAppearances(String name, URI address, Consumer<Page> ready) {
    for (var appearance : Appearance.chosen()) {
      var page = open(address, appearance);
      ready.accept(page);
      checkAppearance(name, page, appearance);
      page.close();
    }
  }

  /** Checks a page in its current state. */
  public void checkAppearance(String name, Page page, Appearance appearance) {
    screenshot(name, page, appearance);
    // Not window.innerWidth: a phone zooms out until a page that is too wide fits.
    var width = Integer.parseInt("" + page.evaluate("document.documentElement.scrollWidth"));
    if (width > page.viewportSize().width) {
      throw new AssertionError(
          "%s in %s is %d pixels wide on a screen of %d"
              .formatted(name, appearance.text(), width, page.viewportSize().width));
    }
    var cutOff = CutOffButtons.of(page);
    if (!cutOff.isEmpty()) {
      throw new AssertionError(
          "%s in %s: these buttons are cut off: %s".formatted(name, appearance.text(), cutOff));
    }
    // A round trip to the browser delivers the errors that the page itself has logged so far.
    page.title();
    axeHasRun = true;
    Axe.check(page, name + " in " + appearance.text());
  }

  /** Takes a screenshot of the whole page, or of the screen if something covers the page. */
  public Path screenshot(String name, Page page, Appearance appearance) {
    page.waitForLoadState(LoadState.DOMCONTENTLOADED);
    var file =
        Path.of("target", "screenshots", folder, name + "-" + appearance.text() + ".png")
            .toAbsolutePath();
    boolean isCovered = page.locator("t-dialog[open], dialog[open], :popover-open").count() > 0;
    page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(!isCovered));
    return file;
  }

  /** Takes screenshots of all open pages, to see why a test failed. */
  void screenshotFailure(String name) {
    contexts.forEach((appearance, context) -> {
      for (var page : context.pages()) {
        try {
          screenshot(name + "-" + context.pages().indexOf(page), page, appearance);
        } catch (PlaywrightException e) {
          System.err.println("no screenshot of " + page.url() + ": " + e.getMessage());
        }
      }
    });
  }

  /** Closes the browser profiles and returns the unexpected errors. */
  List<String> close() {
    // A round trip to the browser delivers errors that were logged just now.
    contexts.values().forEach(context -> context.pages().forEach(Page::title));
    contexts.values().forEach(BrowserContext::close);
    return errors.stream()
        .filter(text -> expected.stream().noneMatch(text::contains))
        .distinct()
        .toList();
  }
}
