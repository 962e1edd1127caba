package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What is long, or written from right to left, still leaves everything in its place. */
@BrowserTest
final class PhoneLayoutTest {
  private static final int CHATS = 25;
  private static final String LONG_NAME = "Neighbours of the long street behind the old harbour";

  /** Whether the middle of an element is what one would hit there. */
  private static final String IS_ON_TOP =
      "(it) => { const box = it.getBoundingClientRect();"
          + " const hit = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);"
          + " return it === hit || it.contains(hit); }";

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

  private static void isReachable(Locator element) {
    assertThat(element).isInViewport();
    assertThat(element.evaluate(IS_ON_TOP)).as(element.toString()).isEqualTo(true);
  }

  private static void doesNotScroll(PageUser person) {
    assertThat(
            person.page.evaluate(
                "document.documentElement.scrollHeight - document.documentElement.clientHeight"))
        .isEqualTo(0);
    assertThat(person.page.evaluate("document.body.scrollHeight - document.body.clientHeight"))
        .isEqualTo(0);
  }

  @Test
  void a_long_name_and_many_chats_leave_every_button_on_the_screen(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee", Appearance.PHONE);
    var bob = PageUser.arrives(other, server, "Bob Kim");
    for (int i = 0; i < CHATS; i++) bob.creates("Group " + i, ann.userId());
    var chat = bob.creates(LONG_NAME, ann.userId());
    server.send(chat, bob.userId(), "Unread");
    assertThat(ann.page.locator("a.chat")).hasCount(CHATS + 1);
    doesNotScroll(ann);
    ann.opens(LONG_NAME);
    isReachable(ann.button("Send"));
    isReachable(ann.button("More"));
    doesNotScroll(ann);

    ann.page.evaluate(
        "import('/shared/trestle.js').then(({toast}) => toast('It failed.', {kind: 'bad'}))");
    assertThat(ann.page.getByText("It failed.")).isVisible();
    isReachable(ann.button("Send"));
    isReachable(ann.button("More"));

    for (int i = 0; i < 60; i++) server.send(chat, bob.userId(), "Line " + i);
    ann.hears("Line 59");
    ann.page.locator(".log").evaluate("(log) => (log.scrollTop = 200)");
    var jump = ann.page.locator(".to-end");
    assertThat(jump).isVisible();
    isReachable(ann.button("Send"));
    jump.click();
    assertThat(jump).hasCount(0);
  }

  @Test
  void text_from_right_to_left_long_text_and_senders_are_easy_to_read(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var chat = bob.creates("שלום", ann.userId());
    server.send(chat, bob.userId(), "שלום לכולם");
    ann.opens("שלום");
    ann.hears("שלום לכולם");
    assertThat(
            ann.message("שלום לכולם")
                .locator(".bubble")
                .evaluate("(it) => getComputedStyle(it).direction"))
        .isEqualTo("rtl");
    assertThat(ann.field("Message")).hasAttribute("dir", "auto");
    assertThat(ann.chat("שלום").locator(".chat-last")).hasAttribute("dir", "auto");

    var eva = server.user("Eva Ek");
    bob.calls("/chats/" + chat + "/members", Map.of("user_ids", List.of(eva)));
    server.send(chat, eva, "Hello from Eva");
    ann.hears("Hello from Eva");
    var senders = ann.page.locator(".msg-who");
    assertThat(senders).hasCount(2);
    assertThat(colour(senders.first())).isNotEqualTo(colour(senders.last()));

    server.send(chat, eva, "Long story. " + "Word ".repeat(500) + "THE END");
    assertThat(ann.message("Long story")).not().containsText("THE END");
    ann.button("Show more").click();
    assertThat(ann.message("Long story")).containsText("THE END");
  }

  private static Object colour(Locator element) {
    return element.evaluate("(it) => getComputedStyle(it).color");
  }
}
