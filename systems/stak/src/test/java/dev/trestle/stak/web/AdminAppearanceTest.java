package dev.trestle.stak.web;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.trestle.stak.web.AdminPage.button;
import static dev.trestle.stak.web.AdminPage.field;
import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every section in light and dark mode and on a phone: accessible and not too wide. */
@BrowserTest
final class AdminAppearanceTest {
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "overview",
        "compose",
        "sent",
        "trends",
        "message",
        "users",
        "templates",
        "topics",
        "letters",
        "inbox",
        "settings",
        "keys",
        "webhook",
        "embed",
        "sign-in",
        "empty"
      })
  void a_section_looks_right(String section, BrowserUser admin) {
    var id = section.equals("empty") ? "" : fill();
    var path =
        switch (section) {
          case "message" -> "sent/" + id;
          case "empty" -> "overview";
          default -> section;
        };
    for (var look : Appearance.chosen()) {
      var page =
          section.equals("sign-in")
              ? admin.open(AdminPage.at(SERVER, ""), look)
              : AdminPage.open(admin, SERVER, acme, path, look);
      assertThat(page.locator("main h1").first()).isVisible();
      assertThat(page.locator("main [aria-busy=true]")).hasCount(0);
      use(section, page);
      admin.checkAppearance(section, page, look);
      page.close();
    }
  }

  /** Shows more of a section than at first. */
  private static void use(String section, Page page) {
    switch (section) {
      case "message" -> {
        field(page, "User").fill("ann");
        button(page, "Look up").click();
        assertThat(page.locator(".story")).isVisible();
      }
      case "compose" -> {
        field(page, "Title").fill("Your invoice is ready");
        field(page, "Body").fill("Thank you for staying with us.");
        page.evaluate("scrollTo(0, 0)");
      }
      case "topics" -> {
        button(page, "releases").click();
        assertThat(button(page, "Unsubscribe ann")).isVisible();
      }
      case "trends" -> {
        page.getByText("Days as a table").click();
        page.evaluate("scrollTo(0, 0)");
      }
      case "inbox" -> button(page, "Start with an example").click();
      default -> {}
    }
  }

  /** Creates some of everything; returns the id of a message with a trace. */
  private String fill() {
    var config =
        """
        {"title":"Acme Rail and Ferry Company of the Northern Archipelago","allowed_origins":["https://app.example.com"],"message_ttl":"30d"}\
        """;
    assertThat(SERVER.admin(acme, "PUT", "/settings", config).status()).isEqualTo(200);
    SERVER.user(acme, "bob", "PUT", "/preferences", "{\"muted\":[\"offers\"]}");
    var id = SERVER.post(acme, toUsers("orders", "Your parcel is on its way", "ann", "bob"));
    SERVER.post(
        acme,
        toUsers(
            "offers",
            "Half price until Friday on every line, ferry and night train of the archipelago",
            "ann",
            "bob",
            "carl.of.the.long.name@northern-archipelago.example"));
    var wrong = SERVER.post(acme, toUsers("news", "Wrong date", "ann"));
    SERVER.post(acme, toEveryone("news", "We are closed on Monday"));
    SERVER.awaitDelivery(acme, id);
    SERVER.awaitDelivery(acme, wrong);
    SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + wrong, "");
    var template =
        """
        {"category":"orders","contents":{"en":{"title":"Order {{number}}","body":"Ships {{day}}."}}}\
        """;
    SERVER.admin(acme, "PUT", "/DEFAULT/templates/packed", template);
    var topic =
        "{\"title\":\"New releases of the timetable and the map of all lines\",\"open\":true}";
    SERVER.admin(acme, "PUT", "/DEFAULT/topics/releases", topic);
    var subscribers = "{\"uids\":[\"ann\",\"bob\"]}";
    SERVER.admin(acme, "POST", "/DEFAULT/topics/releases/subscribers", subscribers);
    AdminPage.addDeadLetter(SERVER, acme, id);
    return id;
  }
}
