package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import com.microsoft.playwright.options.LoadState;
import dev.trestle.engine.ManualClock;
import dev.trestle.platform.outbound.AddressPolicy;
import dev.trestle.platform.push.PushOptions;
import dev.trestle.platform.queue.Backoff;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import dev.trestle.testing.PushBrowser;
import dev.trestle.testing.PushService;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The widget's switch for push messages, on a site of another origin that has the worker's file.
 */
@BrowserTest
final class PushWidgetTest {
  private static final ManualClock CLOCK = new ManualClock();
  private static final PushService SERVICE = PushService.start(CLOCK);
  private static final HostPage HOST = new HostPage();
  private static final StakServer SERVER = server();
  private static TestTenant acme = TestTenant.NONE;

  private static StakServer server() {
    CLOCK.set(Instant.now());
    return StakServer.pushing(
        new PushOptions(
            "mailto:ops@example.com",
            new AddressPolicy(true),
            Duration.ofSeconds(60),
            Backoff.STANDARD),
        CLOCK);
  }

  @BeforeAll
  static void configure() {
    acme = SERVER.tenant("acme");
    var settings = "{\"title\":\"Acme\",\"allowed_origins\":[\"%s\"]}".formatted(HOST.origin());
    SERVER.admin(acme, "PUT", "/settings", settings);
    var config = "{\"title\":\"All\",\"push_by_category\":{\"orders\":\"on\",\"news\":\"off\"}}";
    assertThat(SERVER.admin(acme, "PUT", "/DEFAULT/config", config).status()).isEqualTo(200);
    var worker = SERVER.server.endpoint().resolve("/stak/push-worker.js");
    HOST.script("/stak-worker.js", "importScripts('" + worker + "');");
  }

  @AfterAll
  static void close() {
    SERVER.close();
    HOST.close();
    SERVICE.close();
  }

  /** A browser without a network cannot subscribe; the rest is its own. */
  private static String subscribing(PushBrowser browser) {
    return """
    PushManager.prototype.subscribe = async function () {
      window.subscribed = {
        endpoint: '%s',
        toJSON: () => ({ endpoint: '%s', keys: { p256dh: '%s', auth: '%s' } }),
        unsubscribe: async () => (window.subscribed = undefined),
      };
      return window.subscribed;
    };
    PushManager.prototype.getSubscription = async () => window.subscribed ?? null;
    """
        .formatted(browser.endpoint(), browser.endpoint(), browser.p256dh(), browser.auth());
  }

  private static Locator field(Page page, String label) {
    return page.getByLabel(label, new Page.GetByLabelOptions().setExact(true));
  }

  private Page openSettings(BrowserUser user, Appearance look) {
    var page = user.open(HOST.at("/"), look);
    var bell = new GetByRoleOptions().setName(Pattern.compile("^Notifications"));
    page.getByRole(AriaRole.BUTTON, bell).click();
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Settings").setExact(true))
        .click();
    assertThat(field(page, "Push messages on this device")).isVisible();
    return page;
  }

  private int devices() {
    return SERVER.user(acme, "ann", "GET", "/push", "").body().at("/data/devices").asInt();
  }

  @Test
  void a_user_turns_push_messages_on_and_chooses_categories(BrowserUser ann) {
    ann.allowServiceWorkers();
    var browser = SERVICE.browser();
    var token = SERVER.admin(acme, "POST", "/DEFAULT/tokens", "{\"user_id\":\"ann\"}").body();
    HOST.page(
        "/",
        "",
        ("<header>Shop<script src=\"%s\" data-tenant=\"%s\" data-token=\"%s\""
                + " data-push-worker=\"/stak-worker.js\"></script></header>")
            .formatted(
                SERVER.server.endpoint().resolve("/stak/widget.js"),
                acme.tenant(),
                token.at("/data/token").asText()));
    var context = ann.context(Appearance.LIGHT);
    context.grantPermissions(List.of("notifications"));
    context.addInitScript(subscribing(browser));
    var page = openSettings(ann, Appearance.LIGHT);
    field(page, "Push messages on this device").check();
    Await.until(() -> devices() == 1, StakServer.SOON);
    assertThat(page.getByText("You get push messages on this device.")).isVisible();
    SERVER.post(acme, toUsers("orders", "Your parcel", "ann"));
    assertThat(browser.await(1).content()).contains("Your parcel");
    field(page, "Push messages about news").check();
    var wanted = "\"category\":\"news\",\"required\":false,\"push\":true";
    Await.until(() -> preferences().contains(wanted), StakServer.SOON);
    ann.checkAppearance("widget-push-settings", page, Appearance.LIGHT);
    field(page, "Push messages on this device").uncheck();
    Await.until(() -> devices() == 0, StakServer.SOON);
    assertThat(SERVICE.problems()).isEmpty();
    page.close();
    for (var look : Appearance.chosen()) {
      if (look == Appearance.LIGHT) continue;
      ann.context(look).grantPermissions(List.of("notifications"));
      var other = openSettings(ann, look);
      ann.checkAppearance("widget-push-settings", other, look);
      other.close();
    }
  }

  @Test
  void push_messages_end_when_another_user_appears_and_not_without_a_token(BrowserUser ann) {
    ann.allowServiceWorkers();
    ann.expectError("Failed to load resource");
    HOST.page(
        "/token",
        "",
        ("<header>Shop<script src=\"%s\" data-tenant=\"%s\" data-token-url=\"/stak-token\""
                + " data-push-worker=\"/stak-worker.js\"></script></header>")
            .formatted(SERVER.server.endpoint().resolve("/stak/widget.js"), acme.tenant()));
    var owner = "localStorage.getItem('stak-push')";
    var page = ann.open(HOST.at("/token"));
    page.evaluate("localStorage.setItem('stak-push', 'acme/DEFAULT/ann')");
    page.reload();
    page.waitForLoadState(LoadState.NETWORKIDLE);
    assertThat(page.evaluate(owner)).isEqualTo("acme/DEFAULT/ann");

    giveTokenOf("ann");
    page.reload();
    assertThat(page.locator("stak-inbox[live]")).hasCount(1);
    assertThat(page.evaluate(owner)).isEqualTo("acme/DEFAULT/ann");

    giveTokenOf("bob");
    page.reload();
    page.waitForCondition(() -> page.evaluate(owner) == null);
  }

  private static void giveTokenOf(String user) {
    var body = "{\"user_id\":\"" + user + "\"}";
    var made = SERVER.admin(acme, "POST", "/DEFAULT/tokens", body).body();
    HOST.json("/stak-token", "{\"token\":\"" + made.at("/data/token").asText() + "\"}");
  }

  private String preferences() {
    return SERVER.user(acme, "ann", "GET", "/preferences", "").body().toString();
  }
}
