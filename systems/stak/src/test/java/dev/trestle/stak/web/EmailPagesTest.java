package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.AdminPage.button;
import static dev.trestle.stak.web.AdminPage.field;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.email.ScriptedMailServer;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** E-mails on the administrators' page, in the widget, and on the page that declines them. */
@BrowserTest
final class EmailPagesTest {
  private static final ScriptedMailServer MAILS =
      new ScriptedMailServer(
          address -> address.startsWith("gone") ? "550 No such mailbox" : "250 fine");
  private static final StakServer SERVER = StakServer.sending(MAILS.address());
  private static final HostPage HOST = new HostPage();
  private static final Pattern LINK = Pattern.compile("List-Unsubscribe: <https://[^/]+([^>]+)>");
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
    MAILS.close();
  }

  @BeforeEach
  void newTenant() {
    acme = EmailTest.tenant(SERVER, "acme" + ++tenants);
    var settings = "{\"title\":\"Acme\",\"allowed_origins\":[\"" + HOST.origin() + "\"]}";
    SERVER.admin(acme, "PUT", "/settings", settings);
  }

  private JsonNode preferences(String user) {
    return SERVER.user(acme, user, "GET", "/preferences", "").body().path("data");
  }

  private Page openSettings(BrowserUser user, Appearance look) {
    var page = user.open(HOST.at("/"), look);
    var bell = new GetByRoleOptions().setName(Pattern.compile("^Notifications"));
    page.getByRole(AriaRole.BUTTON, bell).click();
    button(page, "Settings").click();
    assertThat(field(page, "E-mails about orders")).isVisible();
    return page;
  }

  @Test
  void a_user_chooses_how_emails_come_in_the_widget(BrowserUser ann) {
    EmailTest.address(SERVER, acme, "ann");
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("social", "Hello", "ann")));
    SERVER.user(acme, "ann", "PUT", "/preferences", "{\"quiet_hours\":\"22:00-07:00\"}");
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
      var page = openSettings(ann, look);
      ann.checkAppearance("widget-email-settings", page, look);
      page.close();
    }
    var page = openSettings(ann, Appearance.LIGHT);
    field(page, "E-mails about orders").selectOption("daily");
    Await.until(() -> preferences("ann").toString().contains("daily"), StakServer.SOON);
    assertThat(field(page, "E-mails about security")).isDisabled();
    assertThat(field(page, "security")).isDisabled();
    field(page, "Quiet from").fill("23:15");
    Await.until(
        () -> preferences("ann").path("quiet_hours").asText().equals("23:15-07:00"),
        StakServer.SOON);
    field(page, "Hour of digests").selectOption("18");
    Await.until(() -> preferences("ann").path("digest_hour").asInt() == 18, StakServer.SOON);
    field(page, "Quiet hours for e-mail and push").uncheck();
    Await.until(() -> preferences("ann").path("quiet_hours").isNull(), StakServer.SOON);
    assertThat(field(page, "Quiet from")).hasCount(0);
    // Muted, it comes in no channel.
    field(page, "orders").uncheck();
    assertThat(field(page, "E-mails about orders")).isDisabled();
    assertThat(field(page, "E-mails about orders")).hasValue("off");
  }

  @Test
  void an_administrator_sets_addresses_and_sees_what_was_refused(BrowserUser admin) {
    admin.expectError("400");
    SERVER.admin(acme, "POST", "/DEFAULT/users", "{\"uids\":[\"gone\"]}");
    var page = AdminPage.open(admin, SERVER, acme, "users", Appearance.LIGHT);
    button(page, "gone").click();
    field(page, "E-mail address").fill("no address");
    button(page, "Save").click();
    assertThat(page.getByText("Use an address such as ann@example.com.")).isVisible();
    field(page, "E-mail address").fill("gone@example.com");
    button(page, "Save").click();
    assertThat(page.getByText("Address saved.")).isVisible();
    var id = SERVER.post(acme, toUsers("orders", "Your order", "gone"));
    EmailTest.awaitStep(SERVER, acme, id, "gone", "e-mail refused");
    page.close();
    for (var look : Appearance.chosen()) {
      var letters = AdminPage.open(admin, SERVER, acme, "letters", look);
      assertThat(letters.getByText("550 No such mailbox").first()).isVisible();
      admin.checkAppearance("email-failures", letters, look);
      letters.close();
      var users = AdminPage.open(admin, SERVER, acme, "users", look);
      button(users, "gone").click();
      assertThat(users.getByText(Pattern.compile("Refused: 550"))).isVisible();
      admin.checkAppearance("user-email", users, look);
      users.close();
    }
  }

  @Test
  void an_administrator_says_which_categories_are_sent_by_email(BrowserUser admin) {
    admin.expectError("400");
    var page = AdminPage.open(admin, SERVER, acme, "inbox", Appearance.LIGHT);
    var categories = field(page, "Send these categories by e-mail, too");
    assertThat(categories).hasValue(Pattern.compile("security required"));
    categories.fill("orders sometimes");
    button(page, "Save").click();
    assertThat(page.getByText("Use off, on or required.")).isVisible();
    categories.fill("orders on\nreceipts required");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.").first()).isVisible();
    var config = SERVER.admin(acme, "GET", "/DEFAULT/config", "").body().at("/data");
    assertThat(config.path("email_by_category").path("receipts").asText()).isEqualTo("required");
    assertThat(config.path("email_by_category")).hasSize(2);
  }

  @Test
  void the_link_in_an_email_shows_a_page_whose_button_declines(BrowserUser bob) {
    EmailTest.address(SERVER, acme, "bob" + tenants);
    SERVER.post(acme, toUsers("orders", "Your order", "bob" + tenants));
    var to = "To: bob" + tenants + "@";
    var email =
        Await.value(
            () -> MAILS.accepted.stream().filter(each -> each.contains(to)).findFirst(),
            StakServer.SOON);
    var link = LINK.matcher(email);
    assertThat(link.find()).isTrue();
    var address = SERVER.server.endpoint().resolve(link.group(1));
    for (var look : Appearance.chosen()) {
      var page = bob.open(address, look);
      assertThat(button(page, "Unsubscribe")).isVisible();
      bob.checkAppearance("unsubscribe", page, look);
      page.close();
    }
    var page = bob.open(address);
    button(page, "Unsubscribe").click();
    assertThat(AdminPage.heading(page, "Unsubscribed")).isVisible();
    assertThat(preferences("bob" + tenants).path("categories").findValuesAsText("email"))
        .containsExactly("off", "off", "immediately");
  }
}
