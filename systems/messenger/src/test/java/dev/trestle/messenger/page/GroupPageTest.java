package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Groups: who is in them, with which role. */
@BrowserTest
final class GroupPageTest {
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

  /** A member in the list. */
  private static Locator member(PageUser person, String name) {
    return person.dialog().locator(".people > li", new Locator.LocatorOptions().setHasText(name));
  }

  private static void about(PageUser person, String name, String what) {
    person.button("Options for " + name).click();
    person.item(what).click();
  }

  @Test
  void the_owner_gives_roles_hands_the_group_over_and_leaves(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Rowing club", bob);
    assertThat(ann.note()).hasText("2 members");
    ann.says("Welcome");
    bob.opens("Rowing club");
    bob.hears("Welcome");

    ann.chooses("Leave group");
    assertThat(ann.page.getByText("Make someone else the owner before you leave")).isVisible();
    about(ann, "Bob Kim", "Make admin");
    assertThat(member(ann, "Bob Kim").locator(".badge")).hasText("admin");
    assertThat(bob.page.getByText("Ann Lee made you an admin")).isVisible();

    bob.chooses("Group and members");
    bob.button("Rename the group").click();
    bob.dialog().getByLabel("Group name").fill("Rowing and tea");
    bob.agrees("Save");
    assertThat(ann.page.locator(".thread-name")).containsText("Rowing and tea");

    about(ann, "Bob Kim", "Make owner");
    ann.agrees("Make owner");
    assertThat(member(ann, "Bob Kim").locator(".badge")).hasText("owner");
    assertThat(member(ann, "Ann Lee").locator(".badge")).hasText("admin");
    ann.dialog().getByText("Leave").click();
    ann.page.locator("t-dialog[open]").last().getByText("Leave", exact()).click();
    assertThat(ann.chat("Rowing and tea")).hasCount(0);
    assertThat(bob.page.getByText("Ann Lee left")).isVisible();
    assertThat(member(bob, "Ann Lee")).hasCount(0);
  }

  private static Locator.GetByTextOptions exact() {
    return new Locator.GetByTextOptions().setExact(true);
  }

  @Test
  void who_is_removed_no_longer_sees_the_group(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Rowing club", bob);
    bob.opens("Rowing club");
    assertThat(bob.page.getByText("Ann Lee created the group “Rowing club”")).isVisible();

    ann.chooses("Group and members");
    about(ann, "Bob Kim", "Remove");
    ann.agrees("Remove");
    // Shown for a moment only.
    assertThat(bob.page.getByText("You are no longer in Rowing club.")).isVisible();
    assertThat(member(ann, "Bob Kim")).hasCount(0);
    assertThat(bob.page.getByText("You can’t see this chat")).isVisible();
    assertThat(bob.chat("Rowing club")).hasCount(0);

    ann.dialog().getByLabel("Add someone by phone number").fill(bob.number);
    ann.agrees("Add");
    assertThat(member(ann, "Bob Kim")).isVisible();
    ann.page.keyboard().press("Escape");
    ann.says("Back again");
    assertThat(bob.chat("Rowing club")).containsText("Back again");
    bob.opens("Rowing club");
    bob.hears("Back again");
    assertThat(bob.page.getByText("created the group")).hasCount(0);
  }

  @Test
  void everybody_sees_who_has_read_what(BrowserUser one, BrowserUser other, BrowserUser third) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var cyd = PageUser.arrives(third, server, "Cyd Abara");
    ann.groups("Rowing club", bob, cyd);
    ann.says("Who comes?");
    ann.sees("Who comes?", "delivered");
    bob.opens("Rowing club");
    bob.hears("Who comes?");
    ann.does("Who comes?", "Read by");
    var parts = ann.dialog().locator("section");
    assertThat(parts.filter(new Locator.FilterOptions().setHasText("Read by"))).containsText("Bob");
    assertThat(parts.filter(new Locator.FilterOptions().setHasText("Delivered to")))
        .containsText("Cyd");
    ann.sees("Who comes?", "delivered");
    cyd.opens("Rowing club");
    ann.sees("Who comes?", "read");
  }

  @Test
  void a_muted_chat_counts_quietly(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Rowing club", bob);
    bob.opens("Rowing club");
    bob.chooses("Mute for an hour");
    assertThat(bob.page.locator(".thread-name .unseen")).hasText("muted");
    bob.page.navigate(server.page() + "#/settings");
    ann.says("Hear me");
    assertThat(bob.chat("Rowing club").locator(".count.quiet")).containsText("1");
    assertThat(bob.page).hasTitle("Messenger · Trestle");
    bob.opens("Rowing club");
    bob.chooses("Unmute");
    assertThat(bob.page.locator(".thread-name .unseen")).hasCount(0);
    bob.page.reload();
    assertThat(bob.page.getByText("Hear me", new Page.GetByTextOptions().setExact(true)).first())
        .isVisible();
    assertThat(bob.page.locator(".thread-name .unseen")).hasCount(0);
  }
}
