package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.AdminPage.button;
import static dev.trestle.stak.web.AdminPage.field;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.HeldResponse;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An answer that comes late does not replace what became known after it was asked for. */
@BrowserTest
final class LateResponseTest {
  private static final StakServer SERVER = new StakServer();
  private static final HostPage HOST = new HostPage();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @AfterAll
  static void close() {
    HOST.close();
    SERVER.close();
  }

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("late" + ++tenants);
    var settings = "{\"title\":\"Acme\",\"allowed_origins\":[\"" + HOST.origin() + "\"]}";
    assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);
  }

  private String send(String category, String title) {
    var id = SERVER.post(acme, toUsers(category, title, "ann"));
    SERVER.awaitDelivery(acme, id);
    return id;
  }

  /** A page with the bell. */
  private Page shop(BrowserUser ann) {
    var token = SERVER.admin(acme, "POST", "/DEFAULT/tokens", "{\"user_id\":\"ann\"}").body();
    var script = SERVER.server.endpoint().resolve("/stak/widget.js");
    HOST.page(
        "/",
        "",
        "<header>Shop<script src=\"%s\" data-tenant=\"%s\" data-token=\"%s\"></script></header>"
            .formatted(script, acme.tenant(), token.at("/data/token").asText()));
    return ann.open(HOST.at("/"));
  }

  private static Locator bell(Page page) {
    return page.getByRole(
        AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^Notifications")));
  }

  private static Locator box(Page page, String name) {
    return page.getByRole(AriaRole.CHECKBOX, new GetByRoleOptions().setName(name));
  }

  @Test
  void a_message_that_is_redacted_while_the_bell_is_opened_is_not_counted(BrowserUser ann) {
    var id = send("news", "A mistake");
    var page = shop(ann);
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    var late = HeldResponse.first(page, "PUT", "/messages/seen");
    bell(page).click();
    late.await();
    SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "");
    assertThat(bell(page)).hasAccessibleName("Notifications");
    late.arrives();
    // The page has got the answer once it has got a later one.
    button(page, "Settings").click();
    assertThat(box(page, "news")).isVisible();
    assertThat(bell(page)).hasAccessibleName("Notifications");
  }

  @Test
  void messages_are_seen_if_the_bell_is_opened_before_the_counts_have_come(BrowserUser ann) {
    send("news", "Hello");
    var page = shop(ann);
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    // The counts come with the stream of events, which is never answered from now on.
    page.route(Pattern.compile("/DEFAULT/events$"), _ -> {});
    page.reload();
    assertThat(bell(page)).hasAccessibleName("Notifications");
    bell(page).click();
    // The response has the counts.
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    var counts = SERVER.user(acme, "ann", "GET", "/messages/unread", "").body();
    assertThat(counts.path("unseen").asInt()).isZero();
  }

  @Test
  void two_categories_that_are_muted_at_once_are_both_muted(BrowserUser ann) {
    send("news", "Of news");
    send("offers", "Of offers");
    var page = shop(ann);
    bell(page).click();
    button(page, "Settings").click();
    var late = HeldResponse.first(page, "PUT", "/preferences");
    box(page, "news").uncheck();
    late.await();
    box(page, "offers").uncheck();
    late.arrives();
    assertThat(page.getByText("You get no more offers.")).isVisible();
    assertThat(box(page, "news")).not().isChecked();
    var user = SERVER.admin(acme, "GET", "/DEFAULT/users/ann", "").body().path("data");
    assertThat(user.path("muted").toString()).isEqualTo("[\"news\",\"offers\"]");
  }

  @Test
  void the_preview_of_a_template_is_that_of_the_last_value(BrowserUser admin) {
    var template =
        """
        {"category":"orders","language":"en",
         "contents":{"en":{"title":"Order {{number}} is packed","body":"Today."}},"version":0}\
        """;
    assertThat(SERVER.admin(acme, "PUT", "/DEFAULT/templates/packed", template).status())
        .isEqualTo(200);
    var page = AdminPage.open(admin, SERVER, acme, "compose", Appearance.LIGHT);
    field(page, "Template").selectOption("packed");
    assertThat(page.locator("stak-message")).containsText("Order {{number}} is packed");
    var late = HeldResponse.first(page, "POST", "/preview");
    field(page, "number").fill("1");
    late.await();
    field(page, "number").fill("12");
    assertThat(page.locator("stak-message")).containsText("Order 12 is packed");
    late.arrives();
    // The page has got the answer once it has got a later one.
    page.evaluate("fetch('/stak/').then((response) => response.text())");
    assertThat(page.locator("stak-message")).containsText("Order 12 is packed");
  }

  @Test
  void older_messages_of_another_search_are_not_shown(BrowserUser admin) {
    for (int i = 1; i <= 29; i++) SERVER.post(acme, toUsers("news", "News " + i + ".", "ann"));
    send("offers", "Half price");
    var page = AdminPage.open(admin, SERVER, acme, "sent", Appearance.LIGHT);
    assertThat(page.getByText("Half price")).isVisible();
    var late = HeldResponse.first(page, "GET", "/messages\\?.*next=");
    button(page, "Show older").click();
    late.await();
    field(page, "Search").fill("Half");
    assertThat(page.getByText("News 29.")).hasCount(0);
    late.arrives();
    // The page has got the answer once the button works again.
    assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
    assertThat(page.getByText("Half price")).isVisible();
    assertThat(page.getByText("News 1.")).hasCount(0);
  }
}
