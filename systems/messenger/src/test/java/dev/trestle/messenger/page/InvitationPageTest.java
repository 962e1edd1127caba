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

/** Invitations to groups, for a user who wants to be asked. */
@BrowserTest
final class InvitationPageTest {
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

  private static Locator member(PageUser person, String name) {
    return person.dialog().locator(".people > li", new Locator.LocatorOptions().setHasText(name));
  }

  @Test
  void a_user_who_wants_to_be_asked_declines_one_group_and_joins_another(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    bob.page.navigate(server.page() + "#/settings");
    bob.field("Ask me before I am added to a group").click();
    assertThat(bob.page.getByText("Saved")).isVisible();
    bob.page.reload();
    assertThat(bob.field("Ask me before I am added to a group")).isChecked();
    bob.inspects("messenger-settings-groups");

    ann.groups("Chess club", bob);
    assertThat(ann.note()).hasText("1 member");
    assertThat(bob.page.getByText("Ann Lee invited you to this group.")).isVisible();
    bob.inspects("messenger-invitation");
    ann.chooses("Group and members");
    assertThat(member(ann, "Bob Kim").locator(".badge")).hasText("invited");
    bob.button("Decline the invitation to Chess club").click();
    assertThat(bob.page.locator(".invitation")).hasCount(0);
    assertThat(member(ann, "Bob Kim")).hasCount(0);
    ann.button("Close").click();

    ann.groups("Rowing club");
    ann.chooses("Group and members");
    ann.dialog().getByLabel("Add someone by phone number").fill(bob.number);
    ann.agrees("Add");
    assertThat(member(ann, "Bob Kim").locator(".badge")).hasText("invited");
    bob.button("Accept the invitation to Rowing club").click();
    assertThat(bob.page.locator(".thread-name")).containsText("Rowing club");
    assertThat(bob.page.locator(".invitation")).hasCount(0);
    assertThat(member(ann, "Bob Kim").locator(".badge")).hasCount(0);
    assertThat(ann.page.getByText("Bob Kim joined", new Page.GetByTextOptions().setExact(true)))
        .isVisible();
    bob.says("Here I am");
    ann.hears("Here I am");
  }
}
