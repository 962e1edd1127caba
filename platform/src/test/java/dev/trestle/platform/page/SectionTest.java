package dev.trestle.platform.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Page;
import dev.trestle.http.Hosts;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A section that loads its data while events about it come in. */
@BrowserTest
class SectionTest {
  /** A page with one section. `answer(count)` ends its load, `tell(count)` is an event. */
  private static final String SECTION =
      """
      async () => {
        const { Live, LiveSection } = await import('/shared/trestle.js');
        const { html } = await import('lit');
        const live = new Live();
        live.state = 'live';
        class Trial extends LiveSection {
          get live() { return live; }
          fetch() { return new Promise((resolve) => (window.answer = (count) => resolve({ count }))); }
          heard(type, data) { this.data = data; }
          content({ count }) { return html`<p>Count ${count}</p>`; }
          render() { return this.body(); }
        }
        customElements.define('x-trial', Trial);
        window.tell = (count) => live.tell('count', { count });
        window.load = () => document.querySelector('x-trial').load();
        const heading = document.createElement('h1');
        heading.append('Trial');
        document.querySelector('main').replaceChildren(heading, document.createElement('x-trial'));
      }
      """;

  private static SiteServer server;

  @BeforeAll
  static void start() {
    var shared = Pages.in(SectionTest.class.getClassLoader(), "dev/trestle/platform/page");
    var site =
        new Site(Hosts.of("127.0.0.1"), () -> "req")
            .at("/shared", shared.router(), ErrorShape.PLAIN)
            .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Page open(BrowserUser visitor) {
    var page = visitor.open(server.endpoint().resolve("/shared/gallery/"));
    assertThat(page.locator("t-chart svg path").first()).isAttached();
    page.evaluate(SECTION);
    return page;
  }

  private static void shows(Page page, int count) {
    assertThat(page.locator("x-trial p")).hasText("Count " + count);
  }

  @Test
  void an_event_that_comes_before_the_first_answer_is_not_lost(BrowserUser visitor) {
    var page = open(visitor);
    page.evaluate("tell(2); answer(1)");
    shows(page, 2);
  }

  @Test
  void an_answer_that_is_older_than_an_event_does_not_undo_it(BrowserUser visitor) {
    var page = open(visitor);
    page.evaluate("answer(1)");
    shows(page, 1);
    page.evaluate("async () => { const loaded = load(); tell(2); answer(1); await loaded; }");
    shows(page, 2);
    page.evaluate("async () => { const loaded = load(); answer(3); await loaded; }");
    shows(page, 3);
  }

  @Test
  void a_section_that_loads_is_accessible(BrowserUser visitor) {
    var page = open(visitor);
    assertThat(page.locator("x-trial .skeleton").first()).isVisible();
    visitor.checkAppearance("loading", page, Appearance.LIGHT);
  }
}
