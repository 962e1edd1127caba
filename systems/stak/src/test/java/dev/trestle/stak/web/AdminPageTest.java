package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.AdminPage.button;
import static dev.trestle.stak.web.AdminPage.field;
import static dev.trestle.stak.web.AdminPage.heading;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.Stak.NewTenant;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.FocusOrder;
import dev.trestle.testing.browser.Look;
import dev.trestle.testing.browser.Visitor;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an administrator sees and does in a browser, against a running Stak. */
@BrowserTest
final class AdminPageTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private NewTenant acme = new NewTenant("", "", "");

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

  private Page open(Visitor admin, String section) {
    return AdminPage.open(admin, SERVER, acme, section, Look.LIGHT);
  }

  @Test
  void a_key_opens_the_page_and_stays_in_its_tab(Visitor admin) {
    admin.expect("401");
    var page = admin.open(AdminPage.at(SERVER, ""));
    button(page, "Sign in").click();
    assertThat(page.getByText("Please fill this in.").first()).isVisible();
    AdminPage.signIn(page, acme, "stak_wrong");
    assertThat(page.getByText("This key does not open this tenant.")).isVisible();
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
  void a_removed_key_signs_out(Visitor admin) {
    admin.expect("401");
    var page = open(admin, "overview");
    var keys = SERVER.admin(acme, "GET", "/DEFAULT/keys", "").body().at("/data");
    for (var key : keys) {
      if (!key.at("/scope").asText().equals("admin")) continue;
      SERVER.admin(acme, "DELETE", "/DEFAULT/keys/" + key.at("/key_id").asText(), "");
    }
    // Nothing need be clicked: what the page listens to ends with its key.
    assertThat(page.getByText("This key is no longer valid.")).isVisible();
  }

  @Test
  void a_message_is_written_previewed_sent_and_watched(Visitor admin) {
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
    assertThat(page.locator(".badge.good")).hasText("Delivered");
    assertThat(page.getByRole(AriaRole.PROGRESSBAR).first()).hasAttribute("aria-valuenow", "100");
    var list = SERVER.user(acme, "carl", "GET", "/messages/last/5", "").body().at("/messages");
    assertThat(list).hasSize(1);
    assertThat(list.at("/0/sender").asText()).isEqualTo("grace");
    assertThat(list.at("/0/message/cta_uri").asText()).isEqualTo("https://shop.example/parcels/7");
  }

  @Test
  void what_is_missing_or_does_not_fit_the_schema_is_said_at_the_field(Visitor admin) {
    admin.expect("400");
    var config =
        """
        {"title":"Orders","schema":{"type":"object","properties":{"total":{"type":"number"}}}}\
        """;
    SERVER.admin(acme, "PUT", "/DEFAULT/config", config);
    var page = open(admin, "compose");
    assertThat(page.getByText("Bodies must fit a schema")).isVisible();
    button(page, "Send").click();
    assertThat(page.getByText("Who should get it?")).isVisible();
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
  void everyone_is_asked_about_first_and_a_message_is_redacted_after_a_question(Visitor admin) {
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
    assertThat(page.locator(".badge.good")).hasText("Published");
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/last/5", "").body().at("/messages"))
        .hasSize(1);

    button(page, "Redact").click();
    page.locator("t-dialog[open]")
        .getByText("Redact", new Locator.GetByTextOptions().setExact(true))
        .click();
    assertThat(page.getByText("Nobody sees it any more")).isVisible();
    assertThat(SERVER.user(acme, "ann", "GET", "/messages/last/5", "").body().at("/messages"))
        .isEmpty();
  }

  @Test
  void the_page_says_why_a_user_did_not_get_a_message(Visitor admin) {
    SERVER.user(acme, "ann", "PUT", "/preferences", "{\"muted\":[\"offers\"]}");
    var id = SERVER.post(acme, toUsers("offers", "Half price", "ann", "bob"));
    SERVER.awaitDelivery(acme, id);
    var page = open(admin, "sent/" + id);
    for (var told :
        List.of(
            List.of("ann", "The user has muted this category"),
            List.of("bob", "Delivered, not read yet"),
            List.of("carl", "The user was not addressed"))) {
      field(page, "User").fill(told.get(0));
      button(page, "Find out").click();
      assertThat(page.getByText(told.get(1))).isVisible();
    }
    field(page, "User").fill("no such#user");
    admin.expect("400");
    button(page, "Find out").click();
    assertThat(page.getByText(Pattern.compile("1 to 256 of letters"))).isVisible();
  }

  @Test
  void a_dead_letter_is_seen_and_replayed(Visitor admin) {
    var id = SERVER.post(acme, toUsers("news", "Lost", "ann"));
    SERVER.awaitDelivery(acme, id);
    AdminPage.bury(SERVER, acme, id);
    var page = open(admin, "letters");
    assertThat(page.getByText("the table was throttled")).isVisible();
    button(page, "Replay chunk 0 of " + id).click();
    assertThat(page.getByText("Nothing was given up")).isVisible();
  }

  @Test
  void settings_are_saved_unless_somebody_else_was_faster(Visitor admin) {
    admin.expect("400");
    admin.expect("409");
    var page = open(admin, "settings");
    field(page, "Allowed origins").fill("https://app.example.com\nnot an origin");
    field(page, "Messages are kept for").fill("14d");
    button(page, "Save").click();
    assertThat(page.getByText(Pattern.compile("At most 50 origins"))).isVisible();
    field(page, "Allowed origins").fill("https://app.example.com");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.")).isVisible();
    var settings = SERVER.admin(acme, "GET", "/settings", "").body().at("/data");
    assertThat(settings.at("/message_ttl").asText()).isEqualTo("14d");
    assertThat(settings.at("/allowed_origins/0").asText()).isEqualTo("https://app.example.com");

    SERVER.admin(acme, "PUT", "/settings", "{\"title\":\"Changed elsewhere\"}");
    field(page, "Title").fill("Changed here");
    button(page, "Save").click();
    button(page, "Read again").click();
    assertThat(field(page, "Title")).hasValue("Changed elsewhere");
  }

  @Test
  void a_schema_is_checked_while_it_is_typed_and_by_the_server(Visitor admin) {
    admin.expect("400");
    var page = open(admin, "inbox");
    field(page, "Schema").fill("{\"type\": ");
    assertThat(page.getByText(Pattern.compile("This is not JSON"))).isVisible();
    field(page, "Schema").fill("{\"$ref\": \"http://127.0.0.1:1/x\"}");
    button(page, "Save").click();
    assertThat(page.getByText("This is not a JSON Schema that stands by itself.")).isVisible();
    field(page, "Schema").fill("");
    button(page, "Start with an example").click();
    field(page, "Categories that are kept for another time").fill("offers 7d");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.")).isVisible();
    var config = SERVER.admin(acme, "GET", "/DEFAULT/config", "").body().at("/data");
    assertThat(config.at("/schema/type").asText()).isEqualTo("object");
    assertThat(config.at("/ttl_by_category/offers").asText()).isEqualTo("7d");
  }

  @Test
  void a_key_is_shown_once_and_rotating_ones_own_keeps_the_page_open(Visitor admin) {
    var page = open(admin, "keys");
    button(page, "New key").click();
    field(page, "Label").fill("billing");
    button(page, "Make it").click();
    var shown = page.locator("#made code");
    assertThat(shown).not().isEmpty();
    var key = shown.textContent();
    assertThat(
            SERVER
                .call(
                    "GET",
                    UserApi.PREFIX + "/" + acme.tenant() + "/DEFAULT/messages/unread",
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
    field(page, "The old key still works for").selectOption("1s");
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Rotate").setExact(true))
        .click();
    assertThat(page.getByText("Copy it now.", new Page.GetByTextOptions())).isVisible();
    button(page, "I have copied it").click();
    page.getByRole(AriaRole.LINK, new GetByRoleOptions().setName("Sent").setExact(true)).click();
    assertThat(page.getByText("Nothing was sent yet")).isVisible();
  }

  @Test
  void a_webhook_is_set_and_its_signing_key_shown_and_rotated(Visitor admin) {
    admin.expect("400");
    var page = open(admin, "webhook");
    field(page, "Address").fill("ftp://example.com");
    button(page, "Save").click();
    assertThat(page.getByText("An https address is expected.")).isVisible();
    field(page, "Address").fill("http://127.0.0.1:1/hook");
    button(page, "Save").click();
    assertThat(page.getByText("Saved.")).isVisible();
    var webhook = SERVER.admin(acme, "GET", "/settings", "").body().at("/data/webhook");
    assertThat(webhook.at("/events")).hasSize(2);
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
  void an_inbox_can_be_tried_as_a_user(Visitor admin) {
    var id = SERVER.post(acme, toUsers("news", "Seen by ann", "ann"));
    SERVER.awaitDelivery(acme, id);
    var page = open(admin, "embed");
    field(page, "User").fill("ann");
    button(page, "Show the inbox").click();
    button(page, "Notifications, 1 unread").click();
    assertThat(page.getByText("Seen by ann")).isVisible();
  }

  @Test
  void the_keyboard_reaches_everything_in_order(Visitor admin) {
    var page = admin.open(AdminPage.at(SERVER, ""));
    assertThat(heading(page, "Sign in to Stak")).isVisible();
    assertThat(FocusOrder.of(page))
        .containsSubsequence("Tenant", "Inbox", "Admin key", "Your name", "Sign in")
        .noneMatch(stop -> stop.startsWith("unseen"));
  }
}
