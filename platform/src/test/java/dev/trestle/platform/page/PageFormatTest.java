package dev.trestle.platform.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.http.Hosts;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** How the pages write numbers, and how charts place their labels. */
@BrowserTest
class PageFormatTest {
  private static SiteServer server;

  @BeforeAll
  static void start() {
    var shared = Pages.in(PageFormatTest.class.getClassLoader(), "dev/trestle/platform/page");
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

  @Test
  void bytes_and_counts_are_written_as_people_write_them(BrowserUser visitor) {
    var page = visitor.open(server.endpoint().resolve("/shared/gallery/"));
    var bytes =
        page.evaluate(
            "import('/shared/format.js').then(({bytes}) =>"
                + " [0, 999, 1000, 1536, 409600, 999960, 1034000, 26214400].map(bytes))");
    assertThat(bytes)
        .isEqualTo(List.of("0 B", "999 B", "1 KB", "1.5 KB", "400 KB", "977 KB", "1 MB", "25 MB"));
    var counts =
        page.evaluate(
            "import('/shared/format.js').then(({count}) =>"
                + " [count(1, 'user'), count(1204, 'user'), count(0, 'reply', 'replies')])");
    assertThat(counts).isEqualTo(List.of("1 user", "1,204 users", "0 replies"));
  }

  /** The space between each label below the chart and the next, in pixels. */
  private static final String GAPS =
      """
      async (width) => {
        await customElements.whenDefined('t-chart');
        const chart = document.createElement('t-chart');
        chart.style.cssText = `display: block; width: ${width}px`;
        chart.times = Array.from({ length: 300 }, (_, second) => Date.UTC(2040, 0, 1) + second * 1000);
        chart.series = [{ label: 'calls', values: chart.times.map(() => 1) }];
        document.body.append(chart);
        while (chart.width === 0) await new Promise(requestAnimationFrame);
        await chart.updateComplete;
        const labels = [...chart.querySelectorAll('.tick')].filter((each) => each.textContent.includes(':'));
        const boxes = labels.map((each) => each.getBoundingClientRect()).sort((a, b) => a.left - b.left);
        chart.remove();
        return boxes.slice(1).map((box, index) => Math.round(box.left - boxes[index].right));
      }
      """;

  @Test
  void the_labels_of_a_chart_do_not_crowd(BrowserUser visitor) {
    var page = visitor.open(server.endpoint().resolve("/shared/gallery/"));
    for (int width : new int[] {260, 360, 700, 1200}) {
      var gaps = (List<?>) page.evaluate(GAPS, width);
      assertThat(gaps).as("%d pixels", width).isNotEmpty();
      for (var gap : gaps) assertThat((int) gap).as("%d pixels", width).isGreaterThan(20);
    }
  }
}
