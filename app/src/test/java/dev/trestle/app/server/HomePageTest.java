package dev.trestle.app.server;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.AriaRole;
import dev.trestle.app.config.Configuration;
import dev.trestle.app.config.ServerMode;
import dev.trestle.app.config.SystemName;
import dev.trestle.http.Hosts;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.Libraries;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.Site;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.FocusOrder;
import java.net.URI;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@BrowserTest
class HomePageTest {
  private static final String COMMAND =
      "aws dynamodb list-tables --endpoint-url http://127.0.0.1:8000";

  /** Whether the server can say what runs on it. */
  private final AtomicBoolean isWell = new AtomicBoolean(true);

  private String endpoint = "http://127.0.0.1:8000";
  private SiteServer server;

  @BeforeEach
  void start() {
    var home =
        new Router()
            .get("/home.json", _ -> facts())
            .get("/home-events", _ -> figures())
            .get("/{file...}", Pages.beside(HomeRoutes.class, "home"));
    var shared = Pages.in(HomePageTest.class.getClassLoader(), "dev/trestle/platform/page");
    var site =
        new Site(Hosts.of("127.0.0.1"), () -> "req")
            .at("", home, ErrorShape.PLAIN)
            .at("/shared", shared.router(), ErrorShape.PLAIN)
            .at(Libraries.PREFIX, new Libraries().router(), ErrorShape.PLAIN);
    server = SiteServer.start(site, "127.0.0.1", 0);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Reply facts() {
    if (!isWell.get()) throw ApiError.of(500, "INTERNAL_ERROR", "Something went wrong.");
    var systems =
        List.of(
            new HomeRoutes.Card("messenger", "ready", ""),
            new HomeRoutes.Card("stak", "ready", ""),
            new HomeRoutes.Card("ecobid", "later", "coming later"),
            new HomeRoutes.Card("homeops", "later", ""));
    return Reply.ok(new HomeRoutes.HomeView(true, true, Optional.of(endpoint), systems));
  }

  private Reply figures() {
    if (!isWell.get()) throw ApiError.of(503, "UNAVAILABLE", "Not now.");
    return Reply.ongoing(
        EventStream.of(
            64,
            stream -> {
              for (int second = 1; second <= 40; second++) {
                stream.send(LiveEvent.json("figures", figuresAt(second)));
              }
              return () -> {};
            }));
  }

  private static HomeEvents.LoadView figuresAt(int second) {
    double swing = Math.sin(second / 6.0);
    return new HomeEvents.LoadView(
        1200 + 300 * swing,
        800 - 200 * swing,
        240 + 60 * swing,
        Optional.of(14),
        Optional.of(182_000L + second),
        3600 * 5L + second);
  }

  private URI home() {
    return server.endpoint().resolve("/");
  }

  private static void ready(Page page) {
    assertThat(page.getByText("live, with simulated users")).isVisible();
    assertThat(page.getByText("in 14 tables, up 5 h")).isVisible();
    assertThat(page.getByText(COMMAND)).isVisible();
    assertThat(page.locator("a.system")).hasCount(2);
  }

  @Test
  void the_page_looks_right_in_light_dark_and_on_a_phone(BrowserUser visitor) {
    visitor.checkAppearances("home", home(), HomePageTest::ready);
  }

  @Test
  void a_long_address_fits_on_a_phone(BrowserUser visitor) {
    endpoint = "https://dynamodb.neighbours-behind-the-old-harbour.eu-north-1.example.org:8443";
    var page = visitor.open(home(), Appearance.PHONE);
    assertThat(page.getByText("old-harbour").first()).isVisible();
    visitor.checkAppearance("long-address", page, Appearance.PHONE);
  }

  @Test
  void systems_that_run_are_links_and_the_others_say_when(BrowserUser visitor) {
    var page = visitor.open(home());
    ready(page);

    assertThat(page.locator("a.system").first()).hasAttribute("href", "/messenger/");
    assertThat(page.locator("div.system")).hasCount(2);
    assertThat(page.locator("div.system").first()).containsText("coming later");
    assertThat(page.locator("t-stat").first()).containsText("/s");
  }

  @Test
  void the_tab_key_goes_from_the_bar_through_the_systems_to_the_console(BrowserUser visitor) {
    var page = visitor.open(home());
    ready(page);

    assertThat(FocusOrder.of(page))
        .extracting(name -> name.replaceAll("(Messenger|Stak).*", "$1").strip())
        .containsExactly(
            "Skip to content",
            "Trestle, home",
            "Trestle",
            "Theme",
            "Open the console",
            "Connect a client",
            "running Messenger",
            "running Stak",
            "List the tables",
            "Copy: List the tables",
            "Console");
  }

  @Test
  void the_switcher_offers_what_runs(BrowserUser visitor) {
    var page = visitor.open(home());
    ready(page);

    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Trestle")).click();

    var stak = page.getByRole(AriaRole.MENUITEM, new Page.GetByRoleOptions().setName("Stak"));
    assertThat(stak).hasAttribute("href", "/stak/");
    assertThat(page.locator(".menu-item", new Page.LocatorOptions().setHasText("EcoBid")))
        .hasAttribute("aria-disabled", "true");
  }

  @Test
  void every_system_has_a_card_and_a_place_in_the_switcher(BrowserUser visitor) {
    var page = visitor.open(home());
    ready(page);
    var titles = Arrays.stream(SystemName.values()).map(SystemName::title).toArray(String[]::new);

    assertThat(page.locator(".system h3")).hasText(titles);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Trestle")).click();
    for (var title : titles) {
      assertThat(page.locator(".menu-item", new Page.LocatorOptions().setHasText(title)))
          .isVisible();
    }
  }

  @Test
  void a_server_that_cannot_answer_is_told_and_asked_again(BrowserUser visitor) {
    visitor.expectError("500");
    visitor.expectError("503");
    isWell.set(false);
    var page = visitor.open(home());
    assertThat(page.getByText("Could not load the systems")).isVisible();
    assertThat(page.getByText("no live data")).isVisible();

    isWell.set(true);
    page.getByRole(AriaRole.BUTTON, new Page.GetByRoleOptions().setName("Try again")).click();

    ready(page);
  }

  @Test
  void the_demo_has_a_home(BrowserUser visitor, @TempDir Path folder) {
    var environment = Map.of("TRESTLE_PORT", "0", "TRESTLE_DB_PORT", "0");
    var configuration = Configuration.read(Map.of(), environment, folder);
    try (var running = RunningServer.start(configuration, ServerMode.DEMO)) {
      var page = visitor.open(URI.create(running.address()));

      assertThat(page.getByText("aws dynamodb list-tables --endpoint-url")).isVisible();
      assertThat(page.locator(".figures .badge")).hasClass("badge good");
      assertThat(page.locator(".system")).hasCount(4);
      page.close();
    }
  }
}
