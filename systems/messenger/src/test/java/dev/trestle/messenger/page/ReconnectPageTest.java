package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A lost connection comes back, also when something fails on the way. */
@BrowserTest
final class ReconnectPageTest {
  /**
   * Fails eight attempts, so that the ninth would be followed by a long pause. It begins before the
   * network is back and fails after that. Returns the pauses.
   */
  private static final String FAIL_ACROSS_ONLINE =
      """
      async () => {
        const { reconnecting } = await import('/shared/reconnect.js');
        const timers = [];
        const original = window.setTimeout;
        window.setTimeout = (run) => timers.push(run);
        const waits = [];
        let attempt;
        const link = reconnecting({
          connect: (given) => { attempt = given; return () => {}; },
          state: (state, detail) => state === 'lost' && waits.push(detail.wait),
        });
        for (let i = 0; i < 8; i++) {
          attempt.lost({});
          timers.pop()();
        }
        window.dispatchEvent(new Event('online'));
        attempt.lost({});
        link.close();
        window.setTimeout = original;
        return waits;
      }
      """;

  /** The page's files are kept at once, this one with them. */
  private static final String ARE_FILES_KEPT =
      """
      async () => {
        const kept = await caches.open('messenger-files');
        return !!(await kept.match(location.href.split('#')[0], { ignoreVary: true }));
      }
      """;

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void an_attempt_that_fails_after_the_network_is_back_is_soon_repeated(BrowserUser one) {
    var page = one.open(server.page());
    assertThat(page.getByLabel("Phone number")).isVisible();
    var waits = (List<?>) page.evaluate(FAIL_ACROSS_ONLINE);
    assertThat(((Number) waits.get(7)).doubleValue()).isGreaterThan(10_000);
    assertThat(((Number) waits.get(8)).doubleValue()).isLessThanOrEqualTo(500);
  }

  @Test
  void catching_up_is_tried_again_when_the_list_cannot_be_read(BrowserUser one, BrowserUser other) {
    one.expectError("500");
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    bob.opens("Ann Lee");
    fails(ann, "**/api/v1/chats?*", 2);
    server.messenger.hub().shutDown();
    assertThat(ann.page.getByText("Back online")).isVisible();
    ann.says("Here again");
    bob.hears("Here again");
  }

  @Test
  void messages_stay_visible_when_the_members_of_a_chat_cannot_be_loaded(
      BrowserUser one, BrowserUser other) {
    one.expectError("500");
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    bob.meets(ann);
    bob.says("Hello");
    assertThat(ann.chat("Bob Kim")).containsText("Hello");
    fails(ann, "**/delivery-status", 1);
    ann.opens("Bob Kim");
    ann.hears("Hello");
    ann.says("Hello yourself");
    bob.sees("Hello", "read");
  }

  /** Lets the first calls of an address fail. */
  private static void fails(PageUser user, String address, int calls) {
    var failures = new AtomicInteger(calls);
    user.page.route(
        address,
        route -> {
          if (failures.getAndDecrement() > 0) {
            route.fulfill(new Route.FulfillOptions().setStatus(500).setBody("{}"));
          } else {
            route.resume();
          }
        });
  }

  @Test
  void without_a_server_the_page_opens_and_says_so(BrowserUser visitor) {
    visitor.allowServiceWorkers();
    visitor.expectError("ERR_CONNECTION_REFUSED");
    visitor.expectError("WebSocket");
    PageUser ann;
    try (var own = new PageServer()) {
      ann = PageUser.arrives(visitor, own, "Ann Lee");
      var page = ann.page;
      page.waitForCondition(() -> Boolean.TRUE.equals(page.evaluate(ARE_FILES_KEPT)));
    }
    ann.page.reload();
    assertThat(ann.page.getByText("The server cannot be reached")).isVisible();
    ann.inspects("messenger-offline");
  }
}
