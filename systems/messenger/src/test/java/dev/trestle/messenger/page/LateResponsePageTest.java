package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.HeldResponse;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An answer that comes late does not replace what became known after it was asked for. */
@BrowserTest
final class LateResponsePageTest {
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

  @Test
  void a_chat_that_begins_while_the_list_is_read_stays_in_the_list(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var late = HeldResponse.first(ann.page, "GET", "/chats\\?limit");
    ann.page.reload();
    late.await();
    bob.meets(ann);
    bob.says("Hello");
    assertThat(ann.page).hasTitle("(1) Messenger · Trestle");
    late.arrives();
    assertThat(ann.chat("Bob Kim")).containsText("Hello");
    assertThat(ann.page).hasTitle("(1) Messenger · Trestle");
  }

  @Test
  void a_chat_that_is_pinned_while_its_members_are_read_stays_pinned(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var chat = bob.creates("Rowing club", ann.userId());
    assertThat(ann.chat("Rowing club")).isVisible();
    // A list without members.
    ann.page.reload();
    var late = HeldResponse.first(ann.page, "GET", "/chats/" + chat + "$");
    ann.opens("Rowing club");
    late.await();
    ann.chooses("Pin");
    assertThat(ann.chat("Rowing club").locator(".unseen")).hasText("pinned");
    late.arrives();
    assertThat(ann.note()).hasText("2 members");
    assertThat(ann.chat("Rowing club").locator(".unseen")).hasText("pinned");
  }

  @Test
  void a_group_that_is_gone_before_leaving_it_is_answered_is_left(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Rowing club", bob);
    bob.opens("Rowing club");
    var late = HeldResponse.first(bob.page, "POST", "/leave$");
    bob.chooses("Leave group");
    bob.agrees("Leave");
    late.await();
    assertThat(bob.chat("Rowing club")).hasCount(0);
    late.arrives();
    assertThat(bob.page).hasURL(Pattern.compile("#/$"));
  }

  @Test
  void a_group_that_somebody_else_renames_meanwhile_has_the_later_name(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.groups("Rowing club", bob);
    var chat = ann.chatId();
    ann.calls("/chats/" + chat + "/members/" + bob.userId(), "PATCH", Map.of("role", "admin"));
    var late = HeldResponse.first(ann.page, "PATCH", "/chats/" + chat + "$");
    ann.chooses("Group and members");
    ann.button("Rename the group").click();
    ann.dialog().getByLabel("Group name").fill("Rowers");
    ann.agrees("Save");
    late.await();
    assertThat(ann.chat("Rowers")).isVisible();
    bob.calls("/chats/" + chat, "PATCH", Map.of("name", "The eight"));
    assertThat(ann.chat("The eight")).isVisible();
    late.arrives();
    // The form closes once the page has the answer.
    assertThat(ann.button("Rename the group")).isVisible();
    assertThat(ann.chat("The eight")).isVisible();
  }

  @Test
  void a_number_that_is_typed_while_another_is_looked_up_stays(BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    ann.button("New chat").first().click();
    ann.item("New group").click();
    var late = HeldResponse.first(ann.page, "POST", "/users/lookup$");
    var field = ann.dialog().getByLabel("Add someone by phone number");
    field.fill(bob.number);
    ann.agrees("Add");
    late.await();
    assertThat(field).hasValue("");
    field.fill("+4670");
    late.arrives();
    assertThat(ann.page.locator(".chip")).containsText("Bob Kim");
    assertThat(field).hasValue("+4670");
  }

  @Test
  void a_message_that_is_too_far_up_to_go_to_at_once_is_not_called_gone(BrowserUser one) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var words =
        ann.page.evaluate(
            """
            async () => {
              const { Logs } = await import('./logs.js');
              const call = async (path) => {
                const query = new URLSearchParams(path.split('?')[1]);
                const before = Number(query.get('before_sequence') ?? 9001);
                const count = Number(query.get('limit'));
                const entry = (i) => ({ sequence: before - count + i, kind: 'text' });
                const data = Array.from({ length: count }, (_, i) => entry(i));
                return { data, pagination: { has_more: before - count > 1 } };
              };
              const model = {
                session: { call },
                marks: { ack() {} },
                outbox: { settled() {} },
                changed() {},
              };
              const logs = new Logs(model, () => ({ ask: async () => ({ messages: [] }) }));
              const found = [];
              for (const sequence of [8000, 5000, 3, 3, 3]) {
                found.push((await logs.reach('chat_1', sequence).catch(() => ({ sequence: 'far' }))).sequence);
              }
              return found.join(' ');
            }\
            """);
    assertThat(words).isEqualTo("8000 5000 far 3 3");
  }

  @Test
  void a_session_that_ends_while_the_page_starts_is_not_used(BrowserUser visitor) {
    var ann = PageUser.arrives(visitor, server, "Ann Lee");
    var late = HeldResponse.first(ann.page, "GET", "/users/me$");
    ann.page.reload();
    late.await();
    ann.page.evaluate("document.querySelector('m-app').session.end('revoked')");
    assertThat(ann.page.getByText("You were signed out on this device.")).isVisible();
    late.arrives();
    // The page has got the answer once it gets a later one.
    ann.page.evaluate("fetch('/api/v1/health')");
    assertThat(ann.field("Phone number")).isVisible();
    assertThat(ann.heading("Chats")).hasCount(0);
  }
}
