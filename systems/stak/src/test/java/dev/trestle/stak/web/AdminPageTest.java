package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.AdminPage.button;
import static dev.trestle.stak.web.AdminPage.field;
import static dev.trestle.stak.web.AdminPage.heading;
import static dev.trestle.stak.web.StakServer.toUsers;
import static java.time.temporal.ChronoUnit.MINUTES;
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
import dev.trestle.testing.browser.FocusOrder;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The administrators' page in a browser, against a running Stak. */
@BrowserTest
final class AdminPageTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  @BeforeAll
  static void patience() {
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("acme" + ++tenants);
  }

  private Page open(BrowserUser admin, String section) {
    return AdminPage.open(admin, SERVER, acme, section, Appearance.LIGHT);
  }

  @Test
  void a_key_opens_the_page_and_stays_in_its_tab(BrowserUser admin) {
    admin.expectError("401");
    var page = admin.open(AdminPage.at(SERVER, ""));
    button(page, "Sign in").click();
    assertThat(page.getByText("Required.").first()).isVisible();
    AdminPage.signIn(page, acme, "stak_wrong");
    assertThat(page.getByText("This key is not valid for this tenant.")).isVisible();
    AdminPage.signIn(page, acme, acme.adminKey());
    assertThat(heading(page, acme.tenant())).isVisible();
    page.reload();
    assertThat(heading(page, acme.tenant())).isVisible();
    assertThat(String.valueOf(page.evaluate("JSON.stringify(localStorage)")))
        .contains("grace")
        .doesNotContain(acme.adminKey());

    var other = admin.open(AdminPage.at(SERVER, ""));
    assertThat(heading(other, "Sign in to Stak")).isVisible();
    button(page, "Signed in as grace").click();
    page.getByRole(AriaRole.MENUITEM, new GetByRoleOptions().setName("Sign out")).click();
    assertThat(heading(page, "Sign in to Stak")).isVisible();
    assertThat(String.valueOf(page.evaluate("sessionStorage.length"))).isEqualTo("0");
  }

  @Test
  void an_inbox_is_there_before_one_signs_in_to_it_and_a_new_one_can_be_made(BrowserUser admin) {
    admin.expectError("404");
    admin.expectError("409");
    var page = admin.open(AdminPage.at(SERVER, "inbox"));
    AdminPage.signIn(page, acme, "BILLING", acme.adminKey());
    assertThat(page.getByText("This tenant has no such inbox.")).isVisible();
    AdminPage.signIn(page, acme, acme.adminKey());
    newInbox(page, "billing 2024");
    assertThat(page.getByText("Use letters, digits")).isVisible();
    field(page, "Inbox name").fill("BILLING");
    button(page, "Create inbox").click();
    assertThat(page.getByText(acme.tenant() + " / BILLING")).isVisible();
    newInbox(page, "BILLING");
    assertThat(page.getByText("There is already an inbox with this name.")).isVisible();
    assertThat(SERVER.admin(acme, "GET", "/BILLING/messages", "").status()).isEqualTo(200);
  }

  private static void newInbox(Page page, String name) {
    button(page, "Switch inbox").click();
    page.getByRole(AriaRole.MENUITEM, new GetByRoleOptions().setName("New inbox")).click();
    field(page, "Inbox name").fill(name);
    button(page, "Create inbox").click();
  }

  @Test
  void a_user_is_found_and_erased_with_a_receipt(BrowserUser admin) {
    SERVER.admin(acme, "POST", "/DEFAULT/users", "{\"uids\":[\"ann\",\"bob\"]}");
    var page = open(admin, "users");
    assertThat(page.getByText("2 users known.")).isVisible();
    field(page, "Search").fill("an");
    assertThat(button(page, "bob")).isHidden();
    button(page, "ann").click();
    button(page, "Erase…").click();
    button(page, "Erase").click();
    assertThat(page.getByText("ann is erased: 0 messages")).isVisible();
    assertThat(page.getByText("No user id starts with that")).isVisible();
  }

  @Test
  void a_template_is_written_previewed_and_sent(BrowserUser admin) {
    var page = open(admin, "templates");
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("New template")).click();
    field(page, "Name").fill("packed");
    field(page, "Category").fill("orders");
    field(page, "Title").fill("Order {{number}} is packed");
    field(page, "Body").fill("It ships today.");
    field(page, "number").fill("1204");
    assertThat(page.locator("stak-message")).containsText("Order 1204 is packed");
    button(page, "Save").click();
    assertThat(heading(page, "packed")).isVisible();

    page.evaluate("location.hash = '#/compose'");
    field(page, "Users").fill("ann");
    field(page, "Template").selectOption("packed");
    button(page, "Send").click();
    assertThat(page.getByText("Required.")).isVisible();
    field(page, "number").fill("77");
    assertThat(page.locator("stak-message")).containsText("Order 77 is packed");
    button(page, "Send").click();
    assertThat(heading(page, "Order 77 is packed")).isVisible();
  }

  @Test
  void a_scheduled_message_waits_and_can_be_cancelled(BrowserUser admin) {
    var page = open(admin, "compose");
    field(page, "Users").fill("ann");
    field(page, "Category").fill("news");
    field(page, "Title").fill("Later");
    field(page, "Send at")
        .fill(LocalDateTime.now(ZoneOffset.UTC).plusDays(2).truncatedTo(MINUTES).toString());
    button(page, "Schedule").click();
    assertThat(heading(page, "Later")).isVisible();
    assertThat(page.getByText("Will be sent on")).isVisible();
    button(page, "Cancel sending").click();
    button(page, "Cancel message").click();
    assertThat(page.locator("main .badge")).hasText("Cancelled");

    page.evaluate("location.hash = '#/sent'");
    field(page, "State").selectOption("delivered");
    assertThat(page.getByText("No message matches")).isVisible();
    field(page, "State").selectOption("cancelled");
    field(page, "Search").fill("lat");
    assertThat(page.locator("a.sent")).containsText("Later");
  }

  @Test
  void a_removed_key_signs_out(BrowserUser admin) {
    admin.expectError("401");
    var page = open(admin, "overview");
    var keys = SERVER.admin(acme, "GET", "/DEFAULT/keys", "").body().at("/data");
    for (var key : keys) {
      if (!key.at("/scope").asText().equals("admin")) continue;
      SERVER.admin(acme, "DELETE", "/DEFAULT/keys/" + key.at("/key_id").asText(), "");
    }
    // Without a click: the page's live stream ends with its key.
    assertThat(page.getByText("This key is no longer valid.")).isVisible();
  }

  @Test
  void a_message_is_written_previewed_sent_and_watched(BrowserUser admin) {
    var page = open(admin, "compose");
    field(page, "Users").fill("ann, bob\ncarl");
    field(page, "Category").fill("orders");
    field(page, "Title").fill("Your parcel is on its way");
    field(page, "Body").fill("It comes on Thursday.");
    field(page, "Link").fill("https://shop.example/parcels/7");
    var preview = page.locator("stak-message");
    assertThat(preview).containsText("Your parcel is on its way");
    assertThat(preview).containsText("It comes on Thursday.");
    assertThat(page.getByText("To 3 users.")).isVisible();
    button(page, "Send").click();

    assertThat(heading(page, "Your parcel is on its way")).isVisible();
    assertThat(page.getByText("Delivered", new Page.GetByTextOptions().setExact(true)).first())
        .isVisible();
    assertThat(page.locator("main .badge.good")).hasText("Delivered");
    assertThat(page.getByRole(AriaRole.PROGRESSBAR).first()).hasAttribute("aria-valuenow", "100");
    var list = SERVER.user(acme, "carl", "GET", "/messages/last/5", "").body().at("/messages");
    assertThat(list).hasSize(1);
    assertThat(list.at("/0/sender").asText()).isEqualTo("grace");
    assertThat(list.at("/0/message/cta_uri").asText()).isEqualTo("https://shop.example/parcels/7");

    assertThat(page.locator("s-readers .figures")).containsText("0 %");
    var read = "{\"messages\":[\"" + list.at("/0/id").asText() + "\"]}";
    SERVER.user(acme, "carl", "PUT", "/messages/read", read);
    button(page, "Count again").click();
    assertThat(page.locator("s-readers .figures > div").last()).containsText("33 %");
    page.evaluate("location.hash = '#/sent'");
    assertThat(page.locator("a.sent")).containsText("1 of 3 read");
  }

  @Test
  void what_is_missing_or_does_not_fit_the_schema_is_said_at_the_field(BrowserUser admin) {
    admin.expectError("400");
    var config =
        """
        {"title":"Orders","schema":{"type":"object","properties":{"total":{"type":"number"}}}}\
        """;
    SERVER.admin(acme, "PUT", "/DEFAULT/config", config);
    var page = open(admin, "compose");
    assertThat(page.getByText("Bodies must match a schema")).isVisible();
    button(page, "Send").click();
    assertThat(page.getByText("Enter at least one user.")).isVisible();
    assertThat(field(page, "Users")).isFocused();
    field(page, "Users").fill("ann");
    field(page, "Category").fill("orders");
    field(page, "Title").fill("Invoice");
    field(page, "Body").fill("{\"total\": ");
    assertThat(page.getByText(Pattern.compile("This is not JSON"))).isVisible();
    field(page, "Body").fill("{\"total\": \"much\"}");
    button(page, "Send").click();
    assertThat(page.getByText(Pattern.compile("total: "))).isVisible();
    assertThat(field(page, "Body")).isFocused();
    assertThat(field(page, "Body")).hasAttribute("aria-invalid", "true");
    field(page, "Body").fill("{\"total\": 49}");
    button(page, "Send").click();
    assertThat(heading(page, "Invoice")).isVisible();
  }

  @Test
  void everyone_is_asked_about_first_and_a_message_is_redacted_after_a_question(BrowserUser admin) {
    SERVER.user(acme, "ann", "GET", "/messages/unread", "");
    var page = open(admin, "compose");
    button(page, "Everyone").click();
    field(page, "Category").fill("news");
    field(page, "Title").fill("Closed on Monday");
    field(page, "Body").fill("We are back on Tuesday.");
    button(page, "Send").click();
    assertThat(page.getByText("Send to everyone?")).isVisible();
    button(page, "Cancel").click();
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/last/5", "").body().at("/messages"))
        .isEmpty();
    button(page, "Send").click();
    button(page, "Send to everyone").click();
    assertThat(page.locator("main .badge.good")).hasText("Published");
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/last/5", "").body().at("/messages"))
        .hasSize(1);

    button(page, "Redact").click();
    page.locator("t-dialog[open]")
        .getByText("Redact", new Locator.GetByTextOptions().setExact(true))
        .click();
    assertThat(page.getByText("Its content was removed from every inbox.")).isVisible();
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/last/5", "").body().at("/messages"))
        .isEmpty();
  }

  @Test
  void the_page_says_why_a_user_did_not_get_a_message(BrowserUser admin) {
    SERVER.user(acme, "ann", "PUT", "/preferences", "{\"muted\":[\"offers\"]}");
    var id = SERVER.post(acme, toUsers("offers", "Half price", "ann", "bob"));
    SERVER.awaitDelivery(acme, id);
    var page = open(admin, "sent/" + id);
    for (var expected :
        List.of(
            List.of("ann", "Muted by the user"),
            List.of("bob", "Delivered, not read yet"),
            List.of("carl", "Not addressed to this user"))) {
      field(page, "User").fill(expected.get(0));
      button(page, "Look up").click();
      assertThat(page.getByText(expected.get(1))).isVisible();
    }
    field(page, "User").fill("no such#user");
    admin.expectError("400");
    button(page, "Look up").click();
    assertThat(page.getByText(Pattern.compile("Use 1 to 256 letters"))).isVisible();
  }

  @Test
  void a_dead_letter_is_seen_and_replayed(BrowserUser admin) {
    var id = SERVER.post(acme, toUsers("news", "Lost", "ann"));
    SERVER.awaitDelivery(acme, id);
    AdminPage.addDeadLetter(SERVER, acme, id);
    var page = open(admin, "letters");
    assertThat(page.getByText("the table was throttled")).isVisible();
    button(page, "Replay chunk 0 of " + id).click();
    assertThat(page.getByText("No dead letters")).isVisible();
  }

  @Test
  void settings_are_saved_unless_somebody_else_was_faster(BrowserUser admin) {
    admin.expectError("400");
    admin.expectError("409");
    var page = open(admin, "settings");
    field(page, "Allowed origins").fill("https://app.example.com\nnot an origin");
    field(page, "Keep messages for").fill("14d");
    button(page, "Save").click();
    assertThat(page.getByText(Pattern.compile("Each one is a scheme, a host"))).isVisible();
    field(page, "Allowed origins").fill("https://app.example.com");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.")).isVisible();
    var settings = SERVER.admin(acme, "GET", "/settings", "").body().at("/data");
    assertThat(settings.at("/message_ttl").asText()).isEqualTo("14d");
    assertThat(settings.at("/allowed_origins/0").asText()).isEqualTo("https://app.example.com");

    SERVER.admin(acme, "PUT", "/settings", "{\"title\":\"Changed elsewhere\"}");
    field(page, "Title").fill("Changed here");
    button(page, "Save").click();
    button(page, "Reload").click();
    assertThat(field(page, "Title")).hasValue("Changed elsewhere");
  }

  @Test
  void a_schema_is_checked_while_it_is_typed_and_by_the_server(BrowserUser admin) {
    admin.expectError("400");
    var page = open(admin, "inbox");
    field(page, "Schema").fill("{\"type\": ");
    assertThat(page.getByText(Pattern.compile("This is not JSON"))).isVisible();
    field(page, "Schema").fill("{\"$ref\": \"http://127.0.0.1:1/x\"}");
    button(page, "Save").click();
    assertThat(page.getByText("This is not a self-contained JSON Schema.")).isVisible();
    field(page, "Schema").fill("");
    button(page, "Start with an example").click();
    field(page, "Keep these categories for").fill("offers 7d");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.")).isVisible();
    var config = SERVER.admin(acme, "GET", "/DEFAULT/config", "").body().at("/data");
    assertThat(config.at("/schema/type").asText()).isEqualTo("object");
    assertThat(config.at("/ttl_by_category/offers").asText()).isEqualTo("7d");
  }

  @Test
  void a_key_is_shown_once_and_rotating_ones_own_keeps_the_page_open(BrowserUser admin) {
    var page = open(admin, "keys");
    button(page, "New key").click();
    field(page, "Label").fill("billing");
    button(page, "Create key").click();
    var shown = page.locator("#made code");
    assertThat(shown).not().isEmpty();
    var key = shown.textContent();
    assertThat(
            SERVER
                .call(
                    "GET",
                    UserRoutes.PREFIX + "/" + acme.tenant() + "/DEFAULT/messages/unread",
                    "",
                    "X-Api-Key",
                    key,
                    "X-User-Id",
                    "ann")
                .status())
        .isEqualTo(200);
    button(page, "I have copied it").click();
    assertThat(page.getByText(key)).hasCount(0);
    var row =
        page.getByRole(AriaRole.ROW).filter(new Locator.FilterOptions().setHasText("admin API"));
    row.getByRole(AriaRole.BUTTON).click();
    row.getByRole(AriaRole.MENUITEM).first().click();
    field(page, "The old key keeps working for").selectOption("1s");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Rotate").setExact(true))
        .click();
    assertThat(page.getByText("Copy it now.", new Page.GetByTextOptions())).isVisible();
    button(page, "I have copied it").click();
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Sent").setExact(true)).click();
    assertThat(page.getByText("No messages yet")).isVisible();
  }

  @Test
  void a_webhook_is_set_and_its_signing_key_shown_and_rotated(BrowserUser admin) {
    admin.expectError("400");
    var page = open(admin, "webhook");
    field(page, "URL").fill("ftp://example.com");
    button(page, "Save").click();
    assertThat(page.getByText("The URL must begin with https://.")).isVisible();
    field(page, "URL").fill("http://127.0.0.1:1/hook");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.")).isVisible();
    var webhook = SERVER.admin(acme, "GET", "/settings", "").body().at("/data/webhook");
    assertThat(webhook.at("/events")).hasSize(5);
    var signingKey =
        SERVER.admin(acme, "GET", "/webhook", "").body().at("/data/signing_key").asText();
    assertThat(page.getByText(signingKey)).hasCount(0);
    button(page, "Show").click();
    assertThat(page.getByText(signingKey)).isVisible();
    button(page, "Rotate").click();
    page.locator("t-dialog[open]")
        .getByText("Rotate", new Locator.GetByTextOptions().setExact(true))
        .click();
    assertThat(page.getByText("no. 2")).isVisible();
  }

  @Test
  void an_inbox_can_be_tried_as_a_user(BrowserUser admin) {
    var id = SERVER.post(acme, toUsers("news", "Seen by ann", "ann"));
    SERVER.awaitDelivery(acme, id);
    var page = open(admin, "embed");
    field(page, "User").fill("ann");
    button(page, "Show inbox").click();
    button(page, "Notifications, 1 unread").click();
    assertThat(page.getByText("Seen by ann")).isVisible();
  }

  @Test
  void the_keyboard_reaches_everything_in_order(BrowserUser admin) {
    var page = admin.open(AdminPage.at(SERVER, ""));
    assertThat(heading(page, "Sign in to Stak")).isVisible();
    assertThat(field(page, "Tenant")).isFocused();
    assertThat(FocusOrder.of(page))
        .containsSubsequence("Inbox", "Admin key", "Your name", "Sign in")
        .noneMatch(stop -> stop.startsWith("unseen"));
  }

  @Test
  void trends_show_days_and_categories(BrowserUser admin) {
    var page = open(admin, "trends");
    assertThat(page.getByText("Nothing in this period")).isVisible();
    admin.checkAppearance("trends-empty", page, Appearance.LIGHT);
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("orders", "Shipped", "ann", "bob")));
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("offers", "Half price", "ann")));
    page.reload();
    var delivered = page.locator("t-stat", new Page.LocatorOptions().setHasText("Delivered"));
    assertThat(delivered).containsText("3");
    field(page, "Category").selectOption("orders");
    assertThat(delivered).containsText("2");
    field(page, "Period").selectOption("7");
    page.getByText("Days as a table").click();
    var days = page.getByRole(AriaRole.TABLE, new Page.GetByRoleOptions().setName("By day"));
    assertThat(days.locator("tbody tr")).hasCount(7);
    assertThat(page.getByText("offers", new Page.GetByTextOptions().setExact(true)).last())
        .isVisible();
  }
}
