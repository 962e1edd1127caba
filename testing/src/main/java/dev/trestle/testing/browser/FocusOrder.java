package dev.trestle.testing.browser;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/** Where the Tab key leads, by the names that people see or hear. */
public final class FocusOrder {
  private static final int STOPS_MAX = 300;

  /** The element that has the focus, also inside of elements; its name, and whether it is seen. */
  private static final String FOCUSED =
      """
      () => {
        let at = document.activeElement;
        while (at?.shadowRoot?.activeElement) at = at.shadowRoot.activeElement;
        if (!at || at === document.body || at === document.documentElement) return '';
        const labels = at.labels?.length ? at.labels[0].textContent : '';
        const name = at.getAttribute('aria-label') || labels || at.textContent || at.tagName;
        const ring = getComputedStyle(at);
        const seen = ring.boxShadow !== 'none' || ring.outlineStyle !== 'none';
        return (seen ? '' : 'unseen: ') + name.replace(/\\s+/g, ' ').trim();
      }
      """;

  private FocusOrder() {}

  /**
   * Presses Tab from the start of the page until it has been through. A stop that does not show
   * that it has the focus is given as {@code unseen: name}.
   */
  public static List<String> of(Page page) {
    var stops = new ArrayList<String>();
    for (int press = 0; press < STOPS_MAX; press++) {
      page.keyboard().press("Tab");
      var name = String.valueOf(page.evaluate(FOCUSED));
      if (name.isEmpty()) return stops;
      stops.add(name);
    }
    throw new AssertionError("Tab does not come to an end: " + stops);
  }
}
