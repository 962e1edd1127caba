package dev.trestle.testing.browser;

import com.microsoft.playwright.Page;
import java.util.List;

/**
 * Buttons that nobody can reach because something cuts them off: the edge of the screen, or an
 * element that hides what does not fit into it. What can be scrolled into view is not cut off.
 */
final class CutOffButtons {
  private static final String FIND =
      """
      () => {
        const TOLERANCE = 2;
        const buttons = [];
        const collect = (root) => {
          for (const each of root.querySelectorAll('*')) {
            if (each.matches('button, .button, [role=button], [type=submit]')) buttons.push(each);
            if (each.shadowRoot) collect(each.shadowRoot);
          }
        };
        collect(document);

        const parentOf = (each) => each.assignedSlot ?? each.parentElement ?? each.getRootNode().host;
        const hides = (overflow) => overflow === 'hidden' || overflow === 'clip';
        const isCut = (button) => {
          const box = button.getBoundingClientRect();
          if (box.width < 2 || box.height < 2 || !button.checkVisibility({ visibilityProperty: true })) return false;
          let isFixed = getComputedStyle(button).position === 'fixed';
          let [checksX, checksY] = [true, true];
          for (let at = parentOf(button); at && !isFixed; at = parentOf(at)) {
            const style = getComputedStyle(at);
            const around = at.getBoundingClientRect();
            // Text for screen readers, and what is only in the page for them.
            if (around.width <= 1 || around.height <= 1) {
              if (hides(style.overflowX)) return false;
              continue;
            }
            if (checksX && hides(style.overflowX)
                && (box.left < around.left - TOLERANCE || box.right > around.right + TOLERANCE)) return true;
            if (checksY && hides(style.overflowY)
                && (box.top < around.top - TOLERANCE || box.bottom > around.bottom + TOLERANCE)) return true;
            if (style.overflowX === 'auto' || style.overflowX === 'scroll') checksX = false;
            if (style.overflowY === 'auto' || style.overflowY === 'scroll') checksY = false;
            isFixed = style.position === 'fixed';
          }
          return checksX && (box.left < -TOLERANCE || box.right > innerWidth + TOLERANCE);
        };
        return buttons.filter(isCut).map((each) =>
          (each.getAttribute('aria-label') || each.textContent || each.outerHTML).replace(/\\s+/g, ' ').trim().slice(0, 80));
      }
      """;

  private CutOffButtons() {}

  /** Returns their names. */
  static List<?> of(Page page) {
    return (List<?>) page.evaluate(FIND);
  }
}
