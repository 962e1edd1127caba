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

  @Test
  void an_invite_link_leads_through_the_sign_in_to_the_group(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    ann.groups("Chess club");
    ann.chooses("Group and members");
    ann.button("Create invite link").click();
    ann.agrees("Create");
    assertThat(ann.field("Invite link")).isVisible();
    var address = ann.field("Invite link").inputValue();
    ann.inspects("messenger-invite-links");
    ann.button("Close").click();

    var cyd = PageUser.follows(other, address, "Cyd Abara");
    assertThat(cyd.heading("Join Chess club")).isVisible();
    assertThat(cyd.page.getByText("1 member. Sign in to join.")).isVisible();
    cyd.signsIn();
    cyd.introduces();
    assertThat(cyd.heading("Chess club")).isVisible();
    cyd.inspects("messenger-join");
    cyd.button("Join group").click();
    assertThat(cyd.page.locator(".thread-name")).containsText("Chess club");
    assertThat(cyd.page.getByText("You joined by invite link")).isVisible();
    assertThat(ann.page.getByText("Cyd Abara joined by invite link")).isVisible();
    cyd.says("Here I am");
    ann.hears("Here I am");

    // The link of a group that one is in leads to the group.
    cyd.page.navigate(address);
    assertThat(cyd.page.getByText("Here I am").first()).isVisible();

    ann.chooses("Group and members");
    ann.button("Revoke the link of you, 1 joined").click();
    assertThat(ann.page.getByText("The link no longer works")).isVisible();
    ann.button("Close").click();
    cyd.page.navigate(server.page() + "#/");
    other.expectError("/invite-links/look-up");
    cyd.page.navigate(address);
    assertThat(cyd.page.getByText("This invite link doesn’t work")).isVisible();
  }
}
