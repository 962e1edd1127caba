package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** People one shares a chat with are found without their numbers, and chats by their names. */
@BrowserTest
final class FindingUsersPageTest {
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

  private static Locator choice(PageUser person, String name) {
    return person.dialog().getByRole(AriaRole.BUTTON, new Locator.GetByRoleOptions().setName(name));
  }

  @Test
  void a_member_of_a_group_is_messaged_and_added_elsewhere_without_a_number(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var eva = server.user("Eva Ek");
    bob.creates("Rowing club", ann.userId(), eva);
    ann.opens("Rowing club");
    ann.chooses("Group and members");
    ann.button("Options for Bob Kim").click();
    ann.item("Message").click();
    assertThat(ann.page.locator(".thread-name")).containsText("Bob Kim");
    ann.says("Only for you");
    bob.opens("Ann Lee");
    bob.hears("Only for you");

    ann.button("New chat").first().click();
    ann.item("New group").click();
    ann.dialog().getByLabel("Group name").fill("Trip");
    choice(ann, "Bob Kim").click();
    ann.button("Create group").click();
    assertThat(ann.page.locator(".thread-name")).containsText("Trip");
    ann.chooses("Group and members");
    ann.button("Add Eva Ek").click();
    assertThat(ann.dialog().getByText("3 members")).isVisible();
    ann.page.keyboard().press("Escape");

    ann.button("New chat").first().click();
    ann.item("New chat").click();
    choice(ann, "Eva Ek").click();
    assertThat(ann.page.locator(".thread-name")).containsText("Eva Ek");

    ann.field("Search chats and messages").fill("only for");
    var hit = ann.page.locator("a.hit", new Page.LocatorOptions().setHasText("Only for you"));
    hit.click();
    assertThat(ann.page.locator(".thread-name")).containsText("Bob Kim");
    assertThat(ann.message("Only for you")).isFocused();

    ann.page.keyboard().press("Control+k");
    ann.field("Find a chat or person").fill("row");
    ann.field("Find a chat or person").press("Enter");
    assertThat(ann.page.locator(".thread-name")).containsText("Rowing club");
  }

  @Test
  void messages_have_styles_any_emoji_as_reaction_and_are_forwarded(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    bob.creates("Rowing club", ann.userId());
    ann.meets(bob);
    ann.field("Message").fill("*bold* _slanted_ `a*b*c` 2*3*4 snake_case_name *_both_*");
    ann.field("Message").press("Enter");
    bob.opens("Ann Lee");
    var text = bob.message("snake_case_name").locator(".msg-text");
    assertThat(text).hasText("bold slanted a*b*c 2*3*4 snake_case_name both");
    assertThat(text.locator("strong").first()).hasText("bold");
    assertThat(text.locator("em").first()).hasText("slanted");
    assertThat(text.locator("code")).hasText("a*b*c");
    assertThat(text.locator("strong em")).hasText("both");
    assertThat(bob.chat("Ann Lee")).containsText("bold slanted");

    bob.message("snake_case_name").hover();
    bob.message("snake_case_name").getByLabel("React").click();
    bob.item("More emoji").click();
    bob.page.locator(":popover-open").getByLabel("Find an emoji").fill("robot");
    bob.page.keyboard().press("Enter");
    assertThat(ann.page.getByLabel("robot by Bob Kim")).isVisible();
    // Any other emoji, the longest too.
    bob.message("snake_case_name").hover();
    bob.message("snake_case_name").getByLabel("React").click();
    bob.item("More emoji").click();
    bob.page.locator(":popover-open").getByLabel("Find an emoji").fill("or 👩🏽‍❤️‍💋‍👨🏿");
    bob.page.keyboard().press("Enter");
    assertThat(ann.page.getByLabel("👩🏽‍❤️‍💋‍👨🏿 by Bob Kim")).isVisible();

    bob.field("Message").fill("Well done");
    bob.button("Emoji").click();
    bob.page.locator(":popover-open").getByLabel("clapping").click();
    assertThat(bob.field("Message")).hasValue("Well done👏");
    bob.field("Message").press("Enter");
    ann.hears("Well done👏");

    ann.does("Well done👏", "Forward");
    choice(ann, "Rowing club").click();
    assertThat(ann.page.locator(".thread-name")).containsText("Rowing club");
    ann.hears("Well done👏");
    bob.opens("Rowing club");
    bob.hears("Well done👏");
  }
}
