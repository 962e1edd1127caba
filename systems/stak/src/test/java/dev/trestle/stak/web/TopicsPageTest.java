package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.AdminPage.button;
import static dev.trestle.stak.web.AdminPage.field;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Topics on the administrators' page and in the widget. */
@BrowserTest
final class TopicsPageTest {
  private static final StakServer SERVER = new StakServer();
  private static final HostPage HOST = new HostPage();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeAll
  static void patience() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @AfterAll
  static void close() {
    HOST.close();
    SERVER.close();
  }

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("acme" + ++tenants);
    var settings = "{\"title\":\"Acme\",\"allowed_origins\":[\"" + HOST.origin() + "\"]}";
    assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);
  }

  private static Locator named(Page page, AriaRole role, String name) {
    return page.getByRole(role, new GetByRoleOptions().setName(name));
  }

  @Test
  void a_topic_is_created_gets_a_subscriber_and_a_message(BrowserUser admin) {
    var page = AdminPage.open(admin, SERVER, acme, "topics", Appearance.LIGHT);
    assertThat(page.getByText("No topics yet")).isVisible();
    button(page, "New topic").click();
    field(page, "Name").fill("releases");
    button(page, "Create topic").click();
    button(page, "releases").click();
    field(page, "User ids").fill("ann");
    button(page, "Subscribe").click();
    assertThat(button(page, "Unsubscribe ann")).isVisible();
    page.keyboard().press("Escape");

    page.navigate(AdminPage.at(SERVER, "compose").toString());
    button(page, "A topic").click();
    button(page, "releases").click();
    assertThat(page.getByText("To 1 subscriber.")).isVisible();
    field(page, "Category").fill("news");
    field(page, "Title").fill("Two is out");
    field(page, "Body").fill("Have a look.");
    button(page, "Send").click();
    assertThat(AdminPage.heading(page, "Two is out").first()).isVisible();
    assertThat(page.getByText("Delivered", new Page.GetByTextOptions().setExact(true)).first())
        .isVisible();
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/unread", "").body().path("total").asInt())
        .isEqualTo(1);
  }

  @Test
  void a_user_subscribes_and_mutes_a_category_in_the_widget(BrowserUser ann) {
    SERVER.admin(acme, "PUT", "/DEFAULT/topics/tips", "{\"title\":\"Repair tips\",\"open\":true}");
    SERVER.admin(acme, "PUT", "/DEFAULT/topics/staff", "{\"title\":\"Staff only\"}");
    SERVER.awaitDelivery(acme, SERVER.post(acme, StakServer.toUsers("offers", "Hello", "ann")));
    var token = SERVER.admin(acme, "POST", "/DEFAULT/tokens", "{\"user_id\":\"ann\"}").body();
    HOST.page(
        "/",
        "",
        "<header>Shop<script src=\"%s\" data-tenant=\"%s\" data-token=\"%s\"></script></header>"
            .formatted(
                SERVER.server.endpoint().resolve("/stak/widget.js"),
                acme.tenant(),
                token.at("/data/token").asText()));
    for (var look : Appearance.chosen()) {
      var page = ann.open(HOST.at("/"), look);
      var bell = Pattern.compile("^Notifications");
      page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(bell)).click();
      named(page, AriaRole.BUTTON, "Settings").click();
      assertThat(named(page, AriaRole.CHECKBOX, "Repair tips")).isVisible();
      ann.checkAppearance("widget-settings", page, look);
      page.close();
    }
    var page = ann.open(HOST.at("/"));
    page.getByRole(
            AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^Notifications")))
        .click();
    named(page, AriaRole.BUTTON, "Settings").click();
    named(page, AriaRole.CHECKBOX, "Repair tips").check();
    assertThat(page.getByText("Subscribed: Repair tips.")).isVisible();
    named(page, AriaRole.CHECKBOX, "offers").uncheck();
    assertThat(page.getByText("You get no more offers.")).isVisible();
    assertThat(page.getByText("Staff only")).hasCount(0);
    var user = SERVER.admin(acme, "GET", "/DEFAULT/users/ann", "").body().path("data");
    assertThat(user.path("topics").toString()).isEqualTo("[\"tips\"]");
    assertThat(user.path("muted").toString()).isEqualTo("[\"offers\"]");
    named(page, AriaRole.BUTTON, "Settings").click();
    assertThat(named(page, AriaRole.BUTTON, "Hello").first()).isVisible();
  }
}
