package dev.trestle.testing.browser;

import com.microsoft.playwright.Page;
import java.util.ArrayList;
import java.util.List;

/** The order in which the Tab key moves the focus, as the names that people see or hear. */
public final class FocusOrder {
  private static final int STOPS_MAX = 300;

  /**
   * Returns the name of the focused element, also inside shadow roots, and whether its focus is
   * visible.
   */
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
   * Presses Tab from the start of the page to its end. An element whose focus is not visible is
   * returned as {@code unseen: name}.
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
