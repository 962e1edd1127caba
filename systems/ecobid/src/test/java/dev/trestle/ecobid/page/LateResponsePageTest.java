package dev.trestle.ecobid.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.HeldResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An answer that comes late does not replace what became known after it was asked for. */
@BrowserTest
final class LateResponsePageTest {
  /** How often the list of items has been read. */
  private static final String READS =
      "performance.getEntriesByType('resource')"
          + ".filter(({ name }) => name.includes('/v1/items?')).length";

  private static MarketSite server;

  @BeforeAll
  static void start() {
    server = new MarketSite();
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  private static MarketVisitor signsUp(BrowserUser user, String number) {
    var visitor = MarketVisitor.arrives(user, server);
    visitor.button("Sign in").click();
    return visitor.signsUp(number, "Ann");
  }

  /** The page has got an answer once it gets a later one. */
  private static void answerIsThere(MarketVisitor visitor) {
    visitor.page.evaluate("fetch('/ecobid/v1/market').then((response) => response.text())");
  }

  @Test
  void notifications_that_were_read_are_not_counted_again(BrowserUser user) {
    var number = server.number();
    var ann = signsUp(user, number);
    var item = server.give(server.person(number), "Blue kettle", Map.of("sharing", "first"));
    server.post(server.person(), "/items/" + item + "/messages", Map.of("text", "Still there?"));
    var badge = ann.page.locator(".tab-bar .count");
    assertThat(badge).hasText("1");
    var late = HeldResponse.first(ann.page, "GET", "/v1/notifications$");
    // Another part of the page has another connection, after which it counts.
    ann.goes("#/item/" + item);
    late.await();
    ann.goes("#/notifications");
    assertThat(ann.page.locator(".notifications li.unread")).hasCount(1);
    assertThat(badge).hasCount(0);
    late.arrives();
    answerIsThere(ann);
    assertThat(badge).hasCount(0);
  }

  @Test
  void two_kinds_that_are_switched_off_at_once_are_both_off(BrowserUser user) {
    var ann = signsUp(user, server.number());
    ann.goes("#/notifications");
    var late = HeldResponse.first(ann.page, "PATCH", "/v1/users/me$");
    kind(ann, "I was outbid").uncheck();
    late.await();
    kind(ann, "An auction ends soon").uncheck();
    ann.page.waitForResponse(
        response -> String.valueOf(response.request().postData()).contains("ending"),
        late::arrives);
    assertThat(kind(ann, "I was outbid")).not().isChecked();
    assertThat(kind(ann, "An auction ends soon")).not().isChecked();
    ann.page.reload();
    assertThat(kind(ann, "I was outbid")).not().isChecked();
    assertThat(kind(ann, "An auction ends soon")).not().isChecked();
  }

  private static Locator kind(MarketVisitor visitor, String words) {
    return visitor.page.getByRole(
        AriaRole.SWITCH, new GetByRoleOptions().setName(words).setExact(true));
  }

  @Test
  void an_item_that_is_taken_while_the_list_is_read_is_shown_as_taken(BrowserUser user) {
    var item = server.give(server.person(), "Green stool", Map.of("sharing", "first"));
    var visitor = MarketVisitor.arrives(user, server);
    assertThat(visitor.card("Green stool")).isVisible();
    // Once at the start, and once more after the connection.
    visitor.page.waitForFunction("() => " + READS + " >= 2");
    visitor.page.evaluate(
        """
        async () => {
          const { market } = await import('/ecobid/market.js');
          market.live.addEventListener('received', ({ detail }) => {
            if (detail.type === 'gone') document.body.dataset.gone = detail.data.id;
          });
        }
        """);
    var late = HeldResponse.first(visitor.page, "GET", "/v1/items\\?");
    visitor.field("Category").selectOption("home");
    late.await();
    server.post(server.person(), "/items/" + item + "/reserve", Map.of("nonce", "n"));
    assertThat(visitor.page.locator("body[data-gone='" + item + "']")).hasCount(1);
    late.arrives();
    assertThat(visitor.card("Green stool")).containsText("Taken");
  }

  @Test
  void more_of_another_list_is_not_shown(BrowserUser user) {
    var giver = server.person();
    server.give(giver, "Old doll", Map.of("sharing", "first", "category", "kids"));
    for (int i = 1; i <= 26; i++) {
      server.give(giver, "Book " + i + ".", Map.of("sharing", "first", "category", "books"));
    }
    server.give(giver, "Tin toy", Map.of("sharing", "first", "category", "kids"));
    var visitor = MarketVisitor.arrives(user, server);
    assertThat(visitor.card("Tin toy")).isVisible();
    visitor.page.waitForFunction("() => " + READS + " >= 2");
    var more = HeldResponse.first(visitor.page, "GET", "/v1/items\\?.*cursor=");
    visitor.button("Show more").click();
    more.await();
    var list = HeldResponse.first(visitor.page, "GET", "/v1/items\\?.*category=kids");
    visitor.field("Category").selectOption("kids");
    list.await();
    more.arrives();
    answerIsThere(visitor);
    list.arrives();
    assertThat(visitor.card("Tin toy")).isVisible();
    assertThat(visitor.page.locator("e-card")).hasCount(2);
  }
}
