package dev.trestle.testing.browser;

import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.LoadState;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** A person with a browser profile of their own, one for each {@link Look}. */
public final class Visitor {
  /** How axe measures, which the page's policy refuses, to no harm. */
  private static final String OF_AXE = "Applying inline style";

  private final Chromium chromium;
  private final String folder;
  private final Map<Look, BrowserContext> contexts = new EnumMap<>(Look.class);
  private final List<String> complaints = new ArrayList<>();
  private boolean isInspected;
  private final List<String> expected = new ArrayList<>();

  Visitor(Chromium chromium, String folder) {
    this.chromium = chromium;
    this.folder = folder;
  }

  /** Opens an address on a desktop, in light. */
  public Page open(URI address) {
    return open(address, Look.LIGHT);
  }

  /** Opens an address in a new tab. */
  public Page open(URI address, Look look) {
    var page = context(look).newPage();
    page.navigate(address.toString());
    return page;
  }

  /** The profile: cookies, storage, offline. */
  public BrowserContext context(Look look) {
    return contexts.computeIfAbsent(look, this::made);
  }

  private BrowserContext made(Look look) {
    var context = chromium.context(look);
    context.onConsoleMessage(message -> {
      if (message.type().equals("error")) complain(message.text() + " " + message.location());
    });
    context.onWebError(error -> complain("thrown: " + error.error()));
    return context;
  }

  private void complain(String text) {
    // What axe sets off may be told long after it has answered.
    if (!isInspected || !text.contains(OF_AXE)) complaints.add(text);
  }

  /** Complaints with this in them are part of the test: an answer 401 that it provokes, say. */
  public void expect(String part) {
    expected.add(part);
  }

  /**
   * Looks at an address in light and in dark, on a desk and on a phone. In each the page must not
   * be wider than the screen and axe must find nothing; a picture goes to {@code
   * target/screenshots}.
   *
   * @param ready waits until there is on the page what is to be looked at
   */
  public void look(String name, URI address, Consumer<Page> ready) {
    for (var look : Look.chosen()) {
      var page = open(address, look);
      ready.accept(page);
      inspect(name, page, look);
      page.close();
    }
  }

  /** The same for a page as it stands now. */
  public void inspect(String name, Page page, Look look) {
    picture(name, page, look);
    // Not window.innerWidth: a phone zooms out until a page that is too wide fits into it.
    var width = Integer.parseInt("" + page.evaluate("document.documentElement.scrollWidth"));
    if (width > page.viewportSize().width) {
      throw new AssertionError(
          "%s in %s is %d pixels wide on a screen of %d"
              .formatted(name, look.text(), width, page.viewportSize().width));
    }
    // A call that waits for an answer brings in what the page itself has complained about so far.
    page.title();
    isInspected = true;
    Axe.check(page, name + " in " + look.text());
  }

  /** Takes a picture of the whole page; of the screen where something lies over the page. */
  public Path picture(String name, Page page, Look look) {
    page.waitForLoadState(LoadState.DOMCONTENTLOADED);
    var file =
        Path.of("target", "screenshots", folder, name + "-" + look.text() + ".png")
            .toAbsolutePath();
    boolean isCovered = page.locator("t-dialog[open], dialog[open], :popover-open").count() > 0;
    page.screenshot(new Page.ScreenshotOptions().setPath(file).setFullPage(!isCovered));
    return file;
  }

  /** Closes everything and tells what pages complained about. */
  List<String> leave() {
    // An error that was logged a moment ago arrives with the next word from the browser.
    contexts.values().forEach(context -> context.pages().forEach(Page::title));
    contexts.values().forEach(BrowserContext::close);
    return complaints.stream()
        .filter(text -> expected.stream().noneMatch(text::contains))
        .distinct()
        .toList();
  }
}
