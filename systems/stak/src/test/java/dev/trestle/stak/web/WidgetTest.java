package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Locator;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Page.GetByRoleOptions;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.nio.charset.StandardCharsets;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The widget on a host page, against a running Stak. */
@BrowserTest
final class WidgetTest {
  private static final StakServer SERVER = new StakServer();
  private static final HostPage HOST = new HostPage();
  private static int tenants;

  /** Everything a page can do to elements it does not know. */
  private static final String HOSTILE =
      """
      <style>
        * { all: unset !important; display: none !important; color: lime !important;
            font: 40px serif !important; visibility: hidden !important; position: fixed !important;
            --surface: red !important; --accent: red !important; pointer-events: none !important; }
        html, body { display: block !important; visibility: visible !important; }
        button { transform: rotate(90deg) !important; background: red !important; }
        svg, path, span, ul, li, h2, h3, p { opacity: 0 !important; }
      </style>
      """;

  private TestTenant acme = TestTenant.NONE;

  /** A machine that builds and tests other things at the same time is slow. */
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
    acme = SERVER.tenant("host" + ++tenants);
    allow(HOST.origin());
  }

  private void allow(String origin) {
    var settings = "{\"title\":\"Acme\",\"allowed_origins\":[\"" + origin + "\"]}";
    assertThat(SERVER.admin(acme, "PUT", "/settings", settings).status()).isEqualTo(200);
  }

  private String token(String user) {
    var answer =
        SERVER.admin(acme, "POST", "/DEFAULT/tokens", "{\"user_id\":\"" + user + "\"}").body();
    return answer.at("/data/token").asText();
  }

  private String script() {
    return SERVER.server.endpoint().resolve("/stak/widget.js").toString();
  }

  /** The tag, with more attributes. */
  private String tag(String more) {
    return "<script src=\"%s\" data-tenant=\"%s\" %s></script>"
        .formatted(script(), acme.tenant(), more);
  }

  private void send(String category, String title) {
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers(category, title, "ann")));
  }

  private static Locator bell(Page page) {
    return page.getByRole(
        AriaRole.BUTTON, new GetByRoleOptions().setName(Pattern.compile("^Notifications")));
  }

  private static Locator button(Page page, String name) {
    return page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName(name));
  }

  private static Locator panel(Page page) {
    return page.getByRole(AriaRole.DIALOG, new GetByRoleOptions().setName("Notifications"));
  }

  private Page open(BrowserUser ann) {
    HOST.page("/", "", "<header>Shop" + tag("data-token=\"" + token("ann") + "\"") + "</header>");
    return ann.open(HOST.at("/"));
  }

  @Test
  void a_message_rings_on_a_page_of_another_origin_and_can_be_read(BrowserUser ann) {
    var page = open(ann);
    assertThat(bell(page)).hasAccessibleName("Notifications");
    assertThat(page.locator("stak-inbox[live]")).hasCount(1);
    send("orders", "Your parcel is on its way");
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    bell(page).click();
    var title = button(page, "Your parcel is on its way");
    assertThat(title.first()).isVisible();
    title.first().click();
    assertThat(bell(page)).hasAccessibleName("Notifications");
    assertThat(page.getByText("Text", new Page.GetByTextOptions().setExact(true))).isVisible();

    send("news", "While you look");
    assertThat(panel(page)).containsText("While you look");
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
  }

  @Test
  void what_arrives_while_the_list_is_open_is_seen(BrowserUser ann) {
    var page = open(ann);
    assertThat(page.locator("stak-inbox[live]")).hasCount(1);
    bell(page).click();
    assertThat(panel(page)).containsText("You are all caught up");
    send("news", "While you look");
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    Await.until(() -> unseen() == 0, StakServer.SOON);

    button(page, "Settings").click();
    send("news", "While you choose");
    assertThat(bell(page)).hasAccessibleName("Notifications, 2 unread");
    assertThat(unseen()).isEqualTo(1);
    button(page, "Settings").click();
    Await.until(() -> unseen() == 0, StakServer.SOON);
  }

  private int unseen() {
    var counts = SERVER.user(acme, "ann", "GET", "/messages/unread", "").body();
    return counts.path("unseen").asInt();
  }

  /** While the page hears nothing: as when a phone was in a pocket. */
  @Test
  void when_more_has_come_than_fits_a_page_nothing_is_left_out(BrowserUser ann) {
    for (int i = 1; i <= 25; i++) SERVER.post(acme, toUsers("news", "Early " + i + ".", "ann"));
    send("news", "Early 26.");
    var page = open(ann);
    assertThat(bell(page)).hasAccessibleName("Notifications, 26 unread");
    bell(page).click();
    button(page, "Show older").click();
    assertThat(panel(page).getByRole(AriaRole.LISTITEM)).hasCount(26);
    page.evaluate("document.querySelector('stak-inbox').live.stop()");
    for (int i = 1; i <= 25; i++) SERVER.post(acme, toUsers("news", "Late " + i + ".", "ann"));
    send("news", "Late 26.");
    page.evaluate("void document.querySelector('stak-inbox').live.start()");
    assertThat(bell(page)).hasAccessibleName("Notifications, 52 unread");
    assertThat(panel(page)).containsText("Late 26.");
    while (button(page, "Show older").isVisible()) {
      int shown = panel(page).getByRole(AriaRole.LISTITEM).count();
      button(page, "Show older").click();
      page.waitForCondition(() -> panel(page).getByRole(AriaRole.LISTITEM).count() > shown);
    }
    assertThat(panel(page).getByRole(AriaRole.LISTITEM)).hasCount(52);
  }

  @Test
  void a_snoozed_message_comes_back_while_one_looks(BrowserUser ann) {
    send("news", "Later, please");
    var page = open(ann);
    bell(page).click();
    assertThat(panel(page)).containsText("Later, please");
    var id =
        SERVER
            .user(acme, "ann", "GET", "/messages/last/1", "")
            .body()
            .at("/messages/0/id")
            .asText();
    snooze(id, "1h");
    assertThat(panel(page)).containsText("You are all caught up");
    snooze(id, "3s");
    assertThat(panel(page)).containsText("Later, please");
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
  }

  private void snooze(String id, String duration) {
    var body = "{\"messages\":[\"" + id + "\"],\"duration\":\"" + duration + "\"}";
    assertThat(SERVER.user(acme, "ann", "PUT", "/messages/snooze", body).status()).isEqualTo(200);
  }

  @Test
  void another_device_sees_what_was_read_here(BrowserUser ann) {
    send("news", "Twice");
    var desk = open(ann);
    var phone = ann.open(HOST.at("/"), Appearance.PHONE);
    assertThat(bell(desk)).hasAccessibleName("Notifications, 1 unread");
    assertThat(bell(phone)).hasAccessibleName("Notifications, 1 unread");
    bell(phone).tap();
    button(phone, "Mark all read").tap();
    assertThat(bell(phone)).hasAccessibleName("Notifications");
    assertThat(bell(desk)).hasAccessibleName("Notifications");
  }

  @Test
  void a_message_is_archived_and_brought_back_snoozed_and_marked_unread(BrowserUser ann) {
    send("news", "First");
    send("offers", "Second");
    var page = open(ann);
    bell(page).click();
    panel(page).getByText("Second").hover();
    button(page, "Archive: Second").click();
    assertThat(panel(page)).containsText("Archived.");
    assertThat(button(page, "Archive: Second")).hasCount(0);
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    button(page, "Undo").click();
    assertThat(button(page, "Archive: Second")).hasCount(1);

    panel(page).getByText("First").hover();
    button(page, "Snooze: First").click();
    button(page, "Tomorrow").click();
    assertThat(button(page, "Snooze: First")).hasCount(0);
    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("Snoozed").setExact(true))
        .click();
    assertThat(panel(page).locator("li")).containsText("First");

    page.getByRole(AriaRole.BUTTON, new GetByRoleOptions().setName("All").setExact(true)).click();
    panel(page).getByText("Second").hover();
    button(page, "Mark as unread: Second").click();
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
  }

  @Test
  void categories_filter_the_list(BrowserUser ann) {
    send("news", "Of news");
    send("offers", "Of offers");
    var page = open(ann);
    bell(page).click();
    assertThat(panel(page).locator("li")).hasCount(2);
    button(page, "offers 1").click();
    assertThat(panel(page).locator("li")).hasCount(1);
    assertThat(panel(page).locator("li")).containsText("Of offers");
    assertThat(button(page, "offers 1")).hasAttribute("aria-pressed", "true");
  }

  @Test
  void a_redacted_message_disappears_while_it_is_looked_at(BrowserUser ann) {
    var id = SERVER.post(acme, toUsers("news", "A mistake", "ann"));
    SERVER.awaitDelivery(acme, id);
    var page = open(ann);
    bell(page).click();
    assertThat(panel(page)).containsText("A mistake");
    SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "");
    assertThat(panel(page)).not().containsText("A mistake");
    assertThat(bell(page)).hasAccessibleName("Notifications");
  }

  @Test
  void older_messages_stay_where_they_are_when_something_arrives(BrowserUser ann) {
    for (int i = 1; i <= 24; i++) SERVER.post(acme, toUsers("news", "No " + i, "ann"));
    send("news", "No 25");
    var page = open(ann);
    assertThat(bell(page)).hasAccessibleName("Notifications, 25 unread");
    bell(page).click();
    assertThat(panel(page).locator("li")).hasCount(20);
    button(page, "Show older").click();
    assertThat(panel(page).locator("li")).hasCount(25);
    send("news", "No 26");
    assertThat(panel(page).locator("li")).hasCount(26);
    assertThat(panel(page).locator("li").first()).containsText("No 26");
    assertThat(button(page, "Show older")).hasCount(0);
  }

  @Test
  void styles_of_the_page_reach_nothing_and_nothing_reaches_the_page(BrowserUser ann) {
    send("news", "Unmoved");
    var plain = open(ann);
    var more = tag("data-token=\"" + token("ann") + "\"");
    HOST.page("/hostile", HOSTILE, "<p>Text of the page</p>" + more);
    var hostile = ann.open(HOST.at("/hostile"));
    for (var page : new Page[] {plain, hostile}) {
      assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
      bell(page).click();
      assertThat(panel(page)).isVisible();
      assertThat(panel(page).locator("li")).hasCount(1);
    }
    for (var part : new String[] {".bell", ".badge", ".panel", "h2", ".title", ".meta", "svg"}) {
      assertThat(look(hostile, part)).as(part).isEqualTo(look(plain, part));
    }
    ann.screenshot("hostile", hostile, Appearance.LIGHT);
    var words = "() => getComputedStyle(document.querySelector('p')).color";
    assertThat(String.valueOf(hostile.evaluate(words))).isEqualTo("rgb(0, 255, 0)");
  }

  private static String look(Page page, String part) {
    return String.valueOf(
        page.evaluate(
            """
            (part) => {
              const found = document.querySelector('stak-inbox').shadowRoot.querySelector(part);
              const style = getComputedStyle(found);
              return ['display', 'visibility', 'color', 'backgroundColor', 'fontSize', 'fontFamily',
                'fontWeight', 'position', 'opacity', 'transform', 'width', 'pointerEvents']
                .map((name) => `${name}: ${style[name]}`).join('; ');
            }
            """,
            part));
  }

  @Test
  void it_works_under_a_strict_policy_and_with_trusted_types(BrowserUser ann) {
    send("news", "Strictly");
    HOST.json("/stak-token", "{\"token\":\"" + token("ann") + "\"}");
    var stak = SERVER.server.endpoint().toString().replaceAll("/$", "");
    HOST.page(
        "/strict",
        "",
        tag("data-token-url=\"/stak-token\""),
        "default-src 'none'; img-src data:; script-src %s; connect-src 'self' %s;"
                .formatted(stak, stak)
            + " style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'");
    var page = ann.open(HOST.at("/strict"));
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    bell(page).click();
    assertThat(panel(page)).containsText("Strictly");
    assertThat(panel(page)).hasCSS("border-radius", "14px");
  }

  @Test
  void a_page_of_an_origin_that_is_not_allowed_gets_nothing(BrowserUser ann) {
    allow("https://elsewhere.example");
    ann.expectError("CORS");
    ann.expectError("Failed to load resource");
    send("news", "Secret");
    var page = open(ann);
    bell(page).click();
    assertThat(panel(page)).containsText("Could not load messages");
    assertThat(panel(page)).not().containsText("Secret");
  }

  @Test
  void a_refused_token_is_renewed_and_without_a_new_one_the_user_is_told(BrowserUser ann) {
    ann.expectError("401");
    send("news", "With a fresh token");
    HOST.json("/fresh", "{\"token\":\"" + token("ann") + "\"}");
    HOST.page("/renews", "", tag("data-token=\"old\" data-token-url=\"/fresh\""));
    var renews = ann.open(HOST.at("/renews"));
    assertThat(bell(renews)).hasAccessibleName("Notifications, 1 unread");

    HOST.page("/out", "", tag("data-token=\"old\""));
    var out = ann.open(HOST.at("/out"));
    bell(out).click();
    assertThat(panel(out)).containsText("You are signed out");
  }

  @Test
  void nothing_in_a_message_becomes_markup_or_a_dangerous_link(BrowserUser ann) {
    var post =
        """
        {"headers":{"audiences":{"kind":"users","uids":["ann"]}},"taxonomy":{"category":"news"},
         "message":{"title":"<img src=x onerror=alert(1)>","body":{"text":"<b>bold</b>"},
                    "cta_uri":"https://shop.example/1"}}\
        """;
    SERVER.awaitDelivery(acme, SERVER.post(acme, post));
    var page = open(ann);
    bell(page).click();
    assertThat(panel(page)).containsText("<img src=x onerror=alert(1)>");
    assertThat(panel(page)).containsText("<b>bold</b>");
    assertThat(panel(page).locator("img, b:not(.chips b)")).hasCount(0);
    var link = panel(page).getByRole(AriaRole.LINK);
    assertThat(link).hasAttribute("href", "https://shop.example/1");
    assertThat(link).hasAttribute("rel", "noopener noreferrer");
  }

  @Test
  void the_keyboard_opens_walks_through_and_closes(BrowserUser ann) {
    send("news", "One");
    send("news", "Two");
    var page = open(ann);
    assertThat(bell(page)).hasAccessibleName("Notifications, 2 unread");
    page.keyboard().press("Tab");
    assertThat(bell(page)).isFocused();
    page.keyboard().press("Enter");
    assertThat(panel(page).locator("li")).hasCount(2);
    page.keyboard().press("ArrowDown");
    assertThat(button(page, "Two").first()).isFocused();
    page.keyboard().press("ArrowDown");
    assertThat(button(page, "One").first()).isFocused();
    page.keyboard().press("Enter");
    assertThat(bell(page)).hasAccessibleName("Notifications, 1 unread");
    assertThat(button(page, "One").first()).isFocused();
    page.keyboard().press("Escape");
    assertThat(panel(page)).isHidden();
    assertThat(bell(page)).isFocused();
  }

  @Test
  void it_looks_right(BrowserUser ann) {
    var post =
        """
        {"headers":{"audiences":{"kind":"users","uids":["ann"]}},"taxonomy":{"category":"billing"},
         "message":{"title":"Your invoice is ready",
                    "body":{"invoice":"INV-1204","amount":"49.00 €","due":"in 14 days"},
                    "cta_uri":"https://shop.example/invoices/1204"}}\
        """;
    send("product", "Search is faster");
    send("team", "Ada invited you to the group that draws bridges over rivers and valleys");
    SERVER.awaitDelivery(acme, SERVER.post(acme, post));
    HOST.page(
        "/look",
        "<style>:root{color-scheme:light dark}body{margin:0;font-family:serif}"
            + "header{display:flex;justify-content:space-between;padding:16px 24px}</style>",
        "<main><header><h1>The Shop</h1><span>"
            + tag("data-accent=\"#0f766e\" data-token=\"" + token("ann") + "\"")
            + "</span></header></main>");
    for (var look : Appearance.chosen()) {
      var page = ann.open(HOST.at("/look"), look);
      assertThat(bell(page)).hasAccessibleName("Notifications, 3 unread");
      bell(page).click();
      assertThat(panel(page).locator("li")).hasCount(3);
      ann.checkAppearance("widget", page, look);
      page.close();
    }
  }

  @Test
  void text_from_right_to_left_is_shown_that_way(BrowserUser ann) {
    send("team", "שלום לכולם");
    send("team", "Hello all");
    HOST.page(
        "/rtl",
        "",
        "<main><h1>The Shop</h1>" + tag("data-token=\"" + token("ann") + "\"") + "</main>");
    var page = ann.open(HOST.at("/rtl"));
    bell(page).click();
    assertThat(panel(page).locator("li")).hasCount(2);
    assertThat(panel(page).getByText("שלום לכולם")).hasCSS("direction", "rtl");
    assertThat(panel(page).getByText("Hello all")).hasCSS("direction", "ltr");
  }

  @Test
  void the_guide_shows_one_that_works(BrowserUser ann) {
    var address = SERVER.server.endpoint().resolve("/stak/widget.html");
    var page = ann.open(address);
    assertThat(bell(page)).hasAccessibleName("Notifications, 3 unread");
    button(page, "Send a sample message").click();
    assertThat(bell(page)).hasAccessibleName("Notifications, 4 unread");
    bell(page).click();
    assertThat(panel(page)).containsText("Your parcel is on its way");
    ann.checkAppearances(
        "guide",
        address,
        looked -> assertThat(bell(looked)).hasAccessibleName("Notifications, 3 unread"));
  }

  @Test
  void the_guides_example_has_settings_that_work(BrowserUser ann) {
    var page = ann.open(SERVER.server.endpoint().resolve("/stak/widget.html"));
    bell(page).click();
    button(page, "Settings").click();
    page.getByLabel("Tips for teams").check();
    assertThat(panel(page)).containsText("Subscribed: Tips for teams.");
  }

  @Test
  void it_is_one_file_that_every_origin_may_load_and_small() {
    var answer = SERVER.send("GET", "/stak/widget.js");
    assertThat(answer.headers().firstValue("cross-origin-resource-policy"))
        .hasValue("cross-origin");
    assertThat(answer.headers().firstValue("access-control-allow-origin")).hasValue("*");
    assertThat(answer.body()).doesNotContain("import ").doesNotContain("innerHTML");
    assertThat(answer.body().getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(53_000);
    var page = SERVER.send("GET", "/stak/");
    assertThat(page.headers().firstValue("cross-origin-resource-policy")).hasValue("same-origin");
  }
}
