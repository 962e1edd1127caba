package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.APIResponse;
import com.microsoft.playwright.Route;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An answer that comes late does not replace what became known after it was asked for. */
@BrowserTest
final class LateAnswerPageTest {
  private static PageServer server;

  /** An answer of the server that the page has not got yet. */
  private record Late(Route route, APIResponse answer) {
    void arrives() {
      route.fulfill(new Route.FulfillOptions().setResponse(answer));
    }
  }

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  /** Holds back the first answer of an address that the page reads from. */
  private static AtomicReference<Late> holds(PageUser user, String address) {
    var held = new AtomicReference<Late>();
    user.page.route(
        Pattern.compile(address),
        route -> {
          if (held.get() == null) held.set(new Late(route, route.fetch()));
          else route.resume();
        });
    return held;
  }

  private static Late held(PageUser user, AtomicReference<Late> held) {
    user.page.waitForCondition(() -> held.get() != null);
    return held.get();
  }

  @Test
  void a_chat_that_begins_while_the_list_is_read_stays_in_the_list(
      BrowserUser one, BrowserUser other) {
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var list = holds(ann, "/chats\\?limit");
    ann.page.reload();
    var late = held(ann, list);
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
    var members = holds(ann, "/chats/" + chat + "$");
    ann.opens("Rowing club");
    var late = held(ann, members);
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
    var leaving = holds(bob, "/leave$");
    bob.chooses("Leave group");
    bob.agrees("Leave");
    var late = held(bob, leaving);
    assertThat(bob.chat("Rowing club")).hasCount(0);
    late.arrives();
    assertThat(bob.page).hasURL(Pattern.compile("#/$"));
  }
}
