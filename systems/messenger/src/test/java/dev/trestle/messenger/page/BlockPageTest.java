package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Blocking and reporting someone. */
@BrowserTest
final class BlockPageTest {
  private static PageServer server;

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
  void a_user_reports_a_message_blocks_its_sender_and_unblocks_them_later(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Chess club", bob);
    bob.opens("Chess club");
    bob.says("You play like a fool");
    ann.hears("You play like a fool");

    ann.does("You play like a fool", "Report");
    ann.dialog().getByLabel("What is wrong?").selectOption("harassment");
    ann.inspects("messenger-report");
    ann.agrees("Report");
    assertThat(ann.dialog()).hasCount(0);

    ann.meets(bob);
    bob.opens("Ann Lee");
    bob.says("Answer me");
    ann.hears("Answer me");
    ann.does("Answer me", "Block");
    ann.agrees("Block");
    assertThat(ann.page.getByText("You have blocked Bob Kim.")).isVisible();
    assertThat(ann.field("Message")).hasCount(0);
    assertThat(ann.message("Answer me").getByLabel("Reply")).hasCount(0);
    ann.inspects("messenger-blocked");
    bob.says("Why?");
    assertThat(bob.message("Why?").getByRole(AriaRole.ALERT))
        .containsText("You cannot write to this person.");

    ann.opens("Chess club");
    assertThat(ann.message("You play like a fool")).hasCount(0);
    bob.opens("Chess club");
    bob.says("Where is Ann?");
    assertThat(ann.page.locator(".hidden-message")).hasCount(2);
    assertThat(ann.chat("Chess club")).containsText("Hidden message");
    ann.inspects("messenger-hidden-messages");
    ann.page.locator(".hidden-message").last().getByText("Show").click();
    ann.hears("Where is Ann?");

    ann.page.navigate(server.page() + "#/settings");
    ann.button("Unblock Bob Kim").click();
    assertThat(ann.button("Unblock Bob Kim")).hasCount(0);
    ann.opens("Bob Kim");
    assertThat(ann.field("Message")).isVisible();
    bob.opens("Ann Lee");
    bob.button("Try again").click();
    ann.hears("Why?");
  }
}
