package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page.GetByTextOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.FocusOrder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page in light, in dark and on a phone: axe, widths, pictures; and by the keyboard alone. */
@BrowserTest
final class PageAppearanceTest {
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
  void logging_in_looks_right(BrowserUser visitor) {
    visitor.checkAppearances(
        "login", server.page(), page -> assertThat(page.getByLabel("Phone number")).isVisible());
  }

  @ParameterizedTest
  @EnumSource
  void all_of_it_looks_right(Appearance look, BrowserUser one, BrowserUser other) {
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var ann = PageUser.arrives(one, server, "Ann Lee", look);
    ann.inspects("empty");
    bob.creates("Neighbours of the long street behind the old harbour", ann.userId());
    bob.groups("Lake on Saturday", ann);
    bob.says("Who is coming?");
    bob.says("The map is at https://example.org/lake, and there is room for two in my car.");
    bob.meets(ann);
    bob.says("Did you see the group?");
    assertThat(ann.chat("Bob Kim").locator(".count")).containsText("1");
    ann.inspects("list");

    ann.opens("Lake on Saturday");
    ann.hears("Who is coming?");
    ann.tells("I am, and I bring the tent");
    ann.inspects("group");
    ann.button("Emoji").click();
    assertThat(ann.page.getByLabel("grinning")).isVisible();
    ann.inspects("emoji");
    ann.page.keyboard().press("Escape");
    ann.page.keyboard().press("Control+k");
    assertThat(ann.field("Find a chat or person")).isVisible();
    ann.inspects("go-to-chat");
    ann.page.keyboard().press("Escape");
    ann.chooses("Search");
    ann.page.locator(".find input").fill("room");
    assertThat(ann.page.locator(".find-text")).isVisible();
    ann.inspects("search");
    ann.button("Close search").click();
    ann.chooses("Group and members");
    assertThat(ann.dialog().getByText("2 members")).isVisible();
    ann.inspects("members");
    ann.page.keyboard().press("Escape");
    ann.page.navigate(server.page() + "#/settings");
    assertThat(ann.page.getByText("this device", new GetByTextOptions().setExact(true)))
        .isVisible();
    ann.inspects("settings");
    ann.page.navigate(server.page() + "#/join/" + bob.invites(bob.creates("Chess club")));
    assertThat(ann.button("Join group")).isVisible();
    ann.inspects("join");
  }

  @Test
  void a_phone_has_the_list_and_a_chat_on_two_screens(BrowserUser one, BrowserUser other) {
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var ann = PageUser.arrives(one, server, "Ann Lee", Appearance.PHONE);
    bob.meets(ann);
    bob.says("Hello Ann");
    ann.opens("Bob Kim");
    assertThat(ann.heading("Chats")).isHidden();
    ann.message("Hello Ann").tap();
    ann.item("Reply").tap();
    ann.tells("Hello Bob");
    assertThat(bob.message("Hello Bob").locator(".quote")).containsText("Hello Ann");
    ann.page.getByLabel("Back to chats").tap();
    assertThat(ann.heading("Chats")).isVisible();
    assertThat(ann.page.locator(".thread")).isHidden();
    ann.page.goBack();
    assertThat(ann.page.locator(".thread")).isVisible();
  }

  @Test
  void everything_is_done_from_the_keyboard(BrowserUser one, BrowserUser other) {
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var ann = PageUser.arrives(one, server, "Ann Lee");
    bob.meets(ann);
    bob.says("Hello Ann");
    assertThat(ann.chat("Bob Kim")).isVisible();
    ann.chat("Bob Kim").focus();
    ann.page.keyboard().press("Enter");
    ann.hears("Hello Ann");
    assertThat(ann.field("Message")).isFocused();
    ann.page.keyboard().press("Shift+Tab");
    ann.page.keyboard().press("ArrowUp");
    assertThat(ann.message("Hello Ann")).isFocused();
    ann.page.keyboard().press("Enter");
    ann.page.keyboard().press("ArrowDown");
    assertThat(ann.item("Reply")).isFocused();
    ann.page.keyboard().press("Enter");
    assertThat(ann.field("Message")).isFocused();
    ann.page.keyboard().type("Hello Bob");
    ann.page.keyboard().press("Enter");
    assertThat(bob.message("Hello Bob").locator(".quote")).containsText("Hello Ann");

    ann.page.reload();
    ann.hears("Hello Bob");
    ann.page.evaluate("document.querySelector('.skip').focus()");
    var stops = FocusOrder.of(ann.page);
    assertThat(stops).noneMatch(name -> name.startsWith("unseen: "));
    assertThat(stops).contains("New chat", "Search in this chat", "Messages", "Message", "Send");
  }
}
