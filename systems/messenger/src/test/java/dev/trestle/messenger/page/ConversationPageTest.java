package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.Look;
import dev.trestle.testing.browser.Visitor;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Two people talk. */
@BrowserTest
final class ConversationPageTest {
  private static PageServer server;

  /** A machine that builds and tests other things at the same time is slow. */
  @BeforeAll
  static void start() {
    server = new PageServer();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void what_one_says_the_other_reads_and_both_see_it(Visitor one, Visitor other) {
    var ann = Person.arrives(one, server, "Ann Lee");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Hello Bob");
    ann.sees("Hello Bob", "delivered");
    assertThat(bob.chat("Ann Lee")).containsText("Hello Bob");
    assertThat(bob.chat("Ann Lee").locator(".count")).containsText("1");
    assertThat(bob.page).hasTitle("(1) Messenger · Trestle");
    bob.opens("Ann Lee");
    bob.hears("Hello Bob");
    assertThat(bob.chat("Ann Lee").locator(".count")).hasCount(0);
    ann.sees("Hello Bob", "read");
    bob.field("Message").pressSequentially("Hello");
    assertThat(ann.note()).hasText("writing…");
    bob.says("Hello Ann");
    ann.hears("Hello Ann");
    assertThat(ann.note()).hasText("Direct chat");
    // For who does not see it, it is said.
    assertThat(ann.page.locator("[aria-live=polite]").getByText("Bob Kim: Hello Ann")).hasCount(1);
  }

  @Test
  void a_message_is_answered_edited_reacted_to_and_deleted(Visitor one, Visitor other) {
    var ann = Person.arrives(one, server, "Ann Lee");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("We leave at eight");
    bob.opens("Ann Lee");
    bob.does("We leave at eight", "Reply");
    bob.says("Fine with me");
    assertThat(ann.message("Fine with me").locator(".quote")).containsText("We leave at eight");

    bob.message("We leave at eight").first().hover();
    bob.message("We leave at eight").first().getByLabel("React").click();
    bob.page
        .getByRole(AriaRole.MENUITEMRADIO, new Page.GetByRoleOptions().setName("Heart"))
        .click();
    assertThat(ann.page.getByLabel("Heart by Bob Kim")).isVisible();
    assertThat(bob.page.getByLabel("Heart by You")).isVisible();

    // Arrow up in an empty field edits what was said last.
    ann.field("Message").press("ArrowUp");
    ann.field("Edit the message").fill("We leave at nine");
    ann.field("Edit the message").press("Enter");
    assertThat(bob.message("We leave at nine").first()).containsText("edited");
    assertThat(bob.message("Fine with me").locator(".quote")).containsText("We leave at nine");

    bob.does("Fine with me", "Delete for everyone");
    bob.agrees("Delete");
    assertThat(ann.page.getByText("This message was deleted.")).isVisible();
    assertThat(ann.chat("Bob Kim")).containsText("Message deleted");
    assertThat(ann.page.getByText("Fine with me")).hasCount(0);
  }

  @Test
  void history_is_read_back_as_far_as_one_scrolls_and_searched(Visitor one, Visitor other) {
    var ann = Person.arrives(one, server, "Ann Lee");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    var chat = ann.chatId();
    var speaker = bob.userId();
    server.say(chat, ann.userId(), "The needle lies here");
    for (int i = 1; i <= 230; i++) server.say(chat, speaker, "Straw " + i);
    ann.hears("Straw 230");
    ann.page.reload();
    ann.hears("Straw 230");
    assertThat(ann.message("Straw 100")).hasCount(0);

    ann.chooses("Search");
    ann.field("Search in this chat").last().fill("needle");
    ann.page.locator(".find-text").getByText("needle").click();
    assertThat(ann.message("The needle lies here")).isInViewport();
    assertThat(ann.message("The needle lies here")).isFocused();
    assertThat(ann.page.locator(".older")).hasCount(0);
    assertThat(ann.page.locator(".msg")).hasCount(231);

    ann.button("To the end").click();
    assertThat(ann.message("Straw 230")).isInViewport();
    // Nobody is thrown to the end who reads what was before.
    ann.message("Straw 50").first().scrollIntoViewIfNeeded();
    assertThat(ann.button("To the end")).isVisible();
    server.say(chat, speaker, "One more straw");
    assertThat(ann.button("1 new, to the end")).isVisible();
    assertThat(ann.message("Straw 50").first()).isInViewport();
  }

  @Test
  void what_is_written_offline_goes_out_once_and_what_was_missed_is_marked(
      Visitor one, Visitor other) {
    other.expect("ERR_INTERNET_DISCONNECTED");
    var ann = Person.arrives(one, server, "Ann Lee");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Before");
    bob.opens("Ann Lee");
    bob.hears("Before");

    other.context(Look.LIGHT).setOffline(true);
    assertThat(bob.page.getByText("No connection. Trying again…")).isVisible();
    ann.says("Missed 1");
    ann.says("Missed 2");
    ann.sees("Missed 2", "sent");
    bob.says("Written offline");
    bob.sees("Written offline", "waiting");
    assertThat(bob.message("Missed 2")).hasCount(0);

    other.context(Look.LIGHT).setOffline(false);
    assertThat(bob.page.getByText("Caught up: 2 new messages")).isVisible();
    bob.hears("Missed 1");
    bob.hears("Missed 2");
    assertThat(bob.page.getByText("New messages", new Page.GetByTextOptions().setExact(true)))
        .isVisible();
    ann.hears("Written offline");
    assertThat(ann.message("Written offline")).hasCount(1);
    assertThat(bob.message("Written offline")).hasCount(1);
    bob.sees("Written offline", "read");
    ann.sees("Missed 2", "read");
  }

  @Test
  void what_waits_to_be_sent_and_what_was_begun_survive_a_reload(Visitor one, Visitor other) {
    one.expect("ERR_INTERNET_DISCONNECTED");
    var ann = Person.arrives(one, server, "Ann Lee");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    ann.says("Before");
    one.context(Look.LIGHT).setOffline(true);
    assertThat(ann.note()).hasText("No connection");
    ann.says("Sent after the reload");
    ann.field("Message").fill("Only begun");
    one.context(Look.LIGHT).setOffline(false);
    ann.page.reload();
    bob.opens("Ann Lee");
    bob.hears("Sent after the reload");
    assertThat(bob.message("Sent after the reload")).hasCount(1);
    assertThat(ann.message("Sent after the reload")).hasCount(1);
    assertThat(ann.field("Message")).hasValue("Only begun");
  }

  @Test
  void words_that_look_like_markup_are_shown_as_words(Visitor one, Visitor other) {
    var ann = Person.arrives(one, server, "<img src=x onerror=alert(1)>");
    var bob = Person.arrives(other, server, "Bob Kim");
    ann.meets(bob);
    var text = "<b onclick=alert(1)>bold</b> javascript:alert(1) https://example.org/?a=1&b=2.";
    ann.says(text);
    bob.opens("<img src=x onerror=alert(1)>");
    assertThat(bob.message("bold").locator(".msg-text")).hasText(text);
    var links = bob.message("bold").locator("a");
    assertThat(links).hasCount(1);
    assertThat(links).hasAttribute("href", "https://example.org/?a=1&b=2");
    assertThat(links).hasAttribute("rel", "noopener noreferrer");
    assertThat(bob.page.locator("img").count()).isZero();
  }
}
