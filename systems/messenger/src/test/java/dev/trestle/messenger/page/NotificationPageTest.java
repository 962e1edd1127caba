package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Notifications of the browser. A headless one shows none, so what would be shown is recorded. */
@BrowserTest
final class NotificationPageTest {
  private static final String RECORD =
      """
      window.shown = [];
      window.Notification = class {
        static permission = 'default';
        static async requestPermission() {
          return (window.Notification.permission = 'granted');
        }
        constructor(title, { body }) {
          window.shown.push(`${title}: ${body}`);
        }
      };
      document.hasFocus = () => window.isLookedAt ?? true;
      """;

  /** In phones' browsers a page cannot show any. */
  private static final String LEAVE_TO_WORKER =
      """
      window.Notification = class {
        static permission = 'granted';
        static async requestPermission() {
          return 'granted';
        }
        constructor() {
          throw new TypeError('Illegal constructor');
        }
      };
      window.shown = [];
      if (window.ServiceWorkerRegistration) {
        ServiceWorkerRegistration.prototype.showNotification = async (title, { body, data }) => {
          window.shown.push(`${title}: ${body}, ${data.chat}`);
        };
      }
      document.hasFocus = () => false;
      """;

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
  void a_message_is_shown_when_nobody_looks_unless_its_chat_is_muted(
      BrowserUser one, BrowserUser other) {
    one.context(Appearance.LIGHT).addInitScript(RECORD);
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = PageUser.arrives(other, server, "Bob Kim");
    var quiet = bob.creates("Quiet", ann.userId());
    var loud = bob.creates("Loud", ann.userId());
    ann.opens("Quiet");
    ann.chooses("Mute for an hour");
    assertThat(ann.chat("Quiet").getByText("muted")).hasCount(1);
    ann.page.navigate(server.page() + "#/settings");
    ann.field("Notifications on this device").check();
    assertThat(ann.page.getByText("On while a tab with this page is open.")).isVisible();

    server.send(loud, bob.userId(), "While she looks");
    assertThat(ann.chat("Loud")).containsText("While she looks");
    ann.page.evaluate("window.isLookedAt = false");
    server.send(quiet, bob.userId(), "Muted");
    assertThat(ann.chat("Quiet")).containsText("Muted");
    server.send(loud, bob.userId(), "While *she* looks away");
    ann.page.waitForFunction("window.shown.length > 0");
    assertThat(ann.page.evaluate("window.shown"))
        .isEqualTo(List.of("Loud: Bob Kim: While she looks away"));
  }

  @Test
  void what_a_page_may_not_show_its_service_worker_does(BrowserUser one) {
    one.allowServiceWorkers();
    one.context(Appearance.LIGHT).addInitScript(LEAVE_TO_WORKER);
    var ann = PageUser.arrives(one, server, "Ann Lee");
    var bob = server.user("Bob Kim");
    var group = ann.creates("Boat club", bob);
    assertThat(ann.chat("Boat club")).isVisible();
    ann.page.navigate(server.page() + "#/settings");
    ann.field("Notifications on this device").check();
    assertThat(ann.page.getByText("On while a tab with this page is open.")).isVisible();
    server.send(group, bob, "The tide is high");
    ann.page.waitForCondition(() -> !ann.page.evaluate("window.shown.length").equals(0));
    assertThat(ann.page.evaluate("window.shown"))
        .isEqualTo(List.of("Boat club: Bob Kim: The tide is high, " + group));
  }
}
