package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Mentions in groups. */
@BrowserTest
final class MentionPageTest {
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
  void a_member_is_mentioned_by_choosing_the_name_and_sees_it_in_a_muted_chat(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Chess club", bob);
    bob.opens("Chess club");
    bob.chooses("Mute until I unmute it");
    assertThat(bob.chat("Chess club")).containsText("muted");
    bob.page.navigate(server.page() + "#/settings");

    ann.field("Message").fill("Well played, ");
    ann.field("Message").pressSequentially("@bo");
    assertThat(ann.page.locator(".mention-list")).containsText("Bob Kim");
    ann.inspects("messenger-mention-list");
    ann.field("Message").press("Enter");
    assertThat(ann.field("Message")).hasValue("Well played, @Bob Kim ");
    ann.field("Message").press("Enter");
    assertThat(ann.message("Well played").locator(".mention")).hasText("@Bob Kim");

    assertThat(bob.chat("Chess club").locator(".mention-count")).isVisible();
    assertThat(bob.page).hasTitle(Pattern.compile("1"));
    bob.inspects("messenger-mention-count");
    bob.opens("Chess club");
    assertThat(bob.message("Well played").locator(".mention.me")).hasText("@Bob Kim");
    assertThat(bob.chat("Chess club").locator(".mention-count")).hasCount(0);
    bob.inspects("messenger-mention");
  }
}
