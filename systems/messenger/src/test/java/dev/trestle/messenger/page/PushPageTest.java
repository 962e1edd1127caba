package dev.trestle.messenger.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.gson.JsonObject;
import com.microsoft.playwright.CDPSession;
import com.microsoft.playwright.Page;
import dev.trestle.messenger.MessengerOptions;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The switch for notifications, and the service worker that shows them. A browser without a network
 * cannot subscribe, so its subscription is one of a push service on this machine; the worker gets
 * its messages from the developer tools.
 */
@BrowserTest
final class PushPageTest {
  private static final String SHOWN =
      "navigator.serviceWorker.getRegistration('/messenger/')"
          + ".then((worker) => worker.getNotifications())";

  private static final PushService SERVICE = PushService.start(InstantSource.system());
  private static PageServer server;

  @BeforeAll
  static void start() {
    var push =
        new PushOptions(
            "mailto:ops@example.com",
            new AddressPolicy(true),
            Duration.ofSeconds(60),
            Backoff.STANDARD);
    server = new PageServer(MessengerOptions.standard().push(Optional.of(push)));
    server.messenger.start();
  }

  @AfterAll
  static void stop() {
    server.close();
    SERVICE.close();
  }

  /** Replaces the browser's subscription; everything else is the browser's own. */
  private static String subscribing(PushBrowser browser) {
    return """
    const key = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    PushManager.prototype.subscribe = async function ({ applicationServerKey }) {
      const made = {
        endpoint: '%s',
        options: { applicationServerKey: key(applicationServerKey).buffer },
        toJSON: () => ({ endpoint: '%s', keys: { p256dh: '%s', auth: '%s' } }),
        unsubscribe: async () => (window.subscribed = undefined),
      };
      window.subscribed = made;
      return made;
    };
    PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
    """
        .formatted(browser.endpoint(), browser.endpoint(), browser.p256dh(), browser.auth());
  }

  private static PageUser arrives(BrowserUser visitor, String name, PushBrowser browser) {
    visitor.allowServiceWorkers();
    var context = visitor.context(Appearance.LIGHT);
    context.grantPermissions(List.of("notifications"));
    context.addInitScript(subscribing(browser));
    return PageUser.arrives(visitor, server, name);
  }

  @Test
  void a_message_is_pushed_to_a_browser_whose_page_is_closed(BrowserUser one) {
    var browser = SERVICE.browser();
    var ann = arrives(one, "Ann Lee", browser);
    var bob = server.user("Bob Kim");
    var group = ann.creates("Boat club", bob);
    ann.page.navigate(server.page() + "#/settings");
    var toggle = ann.field("Notifications on this device");
    assertThat(toggle).not().isChecked();
    toggle.check();
    assertThat(ann.page.getByText("On, also while Messenger is closed.")).isVisible();
    ann.inspects("settings-push");
    ann.page.close();
    server.awaitNobody();
    server.send(group, bob, "The tide is high at nine");
    assertThat(browser.await(1).content())
        .contains("\"title\":\"Boat club\"", "Bob Kim: The tide is high at nine");
    assertThat(SERVICE.problems()).isEmpty();

    var again = one.open(server.page(), Appearance.LIGHT);
    again.navigate(server.page() + "#/settings");
    var off = again.getByLabel("Notifications on this device");
    assertThat(off).isChecked();
    off.uncheck();
    assertThat(again.getByText("Show new messages while you are looking")).isVisible();
    assertThat(server.trestle.client().scan(scan -> scan.tableName("push_devices")).toString())
        .doesNotContain(browser.endpoint());
  }

  @Test
  void the_service_worker_shows_a_message_and_opening_the_chat_removes_it(BrowserUser one) {
    var ann = arrives(one, "Ann Wu", SERVICE.browser());
    var group = ann.creates("Sailors");
    ann.page.evaluate("navigator.serviceWorker.ready.then(() => true)");
    // A page of the same origin that the worker does not serve: nobody looks at Messenger.
    ann.page.navigate(server.page().resolve("/api/v1/").toString());
    var tools = one.context(Appearance.LIGHT).newCDPSession(ann.page);
    deliver(tools, registration(ann.page, tools), group, 7, "Bo: Who brings the sails?");
    awaitShown(ann.page, 1);
    var shown = SHOWN + ".then(([each]) => `${each.title}|${each.body}|${each.tag}`)";
    assertThat(ann.page.evaluate(shown)).isEqualTo("Sailors|Bo: Who brings the sails?|" + group);
    ann.page.navigate(server.page().toString());
    ann.isIn();
    // What the worker tells the page when somebody clicks; the click itself nobody can make here.
    ann.page.evaluate(
        "chat => navigator.serviceWorker.dispatchEvent("
            + "new MessageEvent('message', { data: { chat } }))",
        group);
    ann.page.waitForURL("**#/chat/" + group);
    awaitShown(ann.page, 0);
  }

  /** Not by waitForFunction: it does not wait for promises, so any of them is true. */
  private static void awaitShown(Page page, int count) {
    page.waitForCondition(() -> page.evaluate(SHOWN + ".then((all) => all.length)").equals(count));
  }

  private static String registration(Page page, CDPSession tools) {
    var found = new CompletableFuture<String>();
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        event ->
            event
                .getAsJsonArray("registrations")
                .forEach(each ->
                    found.complete(each.getAsJsonObject().get("registrationId").getAsString())));
    tools.send("ServiceWorker.enable");
    page.waitForCondition(found::isDone);
    return found.join();
  }

  private static void deliver(
      CDPSession tools, String registration, String chat, long sequence, String body) {
    var push = new JsonObject();
    push.addProperty("chat_id", chat);
    push.addProperty("sequence", sequence);
    push.addProperty("title", "Sailors");
    push.addProperty("body", body);
    var delivery = new JsonObject();
    delivery.addProperty("origin", origin());
    delivery.addProperty("registrationId", registration);
    delivery.addProperty("data", push.toString());
    tools.send("ServiceWorker.deliverPushMessage", delivery);
  }

  private static String origin() {
    var page = server.page();
    return page.getScheme() + "://" + page.getAuthority();
  }
}
