package dev.trestle.ecobid.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Page;
import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.Appearance;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import dev.trestle.testing.browser.FocusOrder;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The page in light, in dark and on a phone: axe, widths, pictures; and by the keyboard. */
@BrowserTest
final class MarketAppearanceTest {
  private static MarketSite server;
  private static String auction;
  private static String draw;

  @BeforeAll
  static void start() {
    server = new MarketSite();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
    var giver = server.person();
    for (var title : new String[] {"Oak table", "Red lamp", "City bike"}) {
      server.give(giver, title, Map.of("sharing", "first"));
    }
    server.give(
        giver,
        "Bookcase of solid oak with glass doors and brass keys, from an old flat",
        Map.of("sharing", "first"));
    draw = server.give(giver, "Bookcase", Map.of("sharing", "draw"));
    var terms = Map.of("hours", 24, "minimum", 700);
    auction = server.give(giver, "Valve radio", Map.of("mode", "auction", "auction", terms));
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  private static void checks(MarketVisitor visitor, String name, Appearance appearance) {
    visitor.user.checkAppearance(name, visitor.page, appearance);
  }

  @ParameterizedTest
  @EnumSource(names = {"LIGHT", "TABLET", "PHONE_DARK"})
  void all_of_it_looks_right(Appearance appearance, BrowserUser user) {
    var ann = MarketVisitor.arrives(user, server, appearance);
    assertThat(ann.card("Valve radio")).isVisible();
    checks(ann, "browse", appearance);
    ann.goes("#/item/" + auction);
    assertThat(ann.page.locator(".auction-price")).containsText("€7");
    checks(ann, "auction", appearance);
    ann.goes("#/item/" + draw);
    ann.text("A draw that anybody can check").click();
    checks(ann, "draw", appearance);
    ann.button("I’d like it").click();
    assertThat(ann.field("Phone number")).isVisible();
    checks(ann, "sign-in", appearance);
    ann.signsUp(server.number(), "Ann Lee");
    assertThat(ann.heading("You are in the draw")).isVisible();
    checks(ann, "entered", appearance);
    ann.goes("#/give");
    assertThat(ann.page.locator("e-place-map .leaflet-container, e-place-map .map")).isVisible();
    assertThat(ann.text("The pin is near")).isVisible();
    checks(ann, "give", appearance);
    ann.goes("#/mine/reservations");
    assertThat(ann.page.locator(".list .badge")).containsText("In the draw");
    checks(ann, "mine", appearance);
    ann.goes("#/mine/wanted");
    assertThat(ann.button("Tell me")).isVisible();
    assertThat(ann.page.locator("e-wanted [aria-busy]")).hasCount(0);
    checks(ann, "wanted", appearance);
    ann.goes("#/notifications");
    assertThat(ann.heading("Tell me about")).isVisible();
    checks(ann, "notifications", appearance);
  }

  @Test
  void somebody_new_types_a_place_and_sees_what_is_there(BrowserUser user) {
    var stranger = MarketVisitor.stranger(user, server);
    stranger.button("Choose a place").click();
    stranger.field("Type a place").fill("old t");
    stranger.button("Old Town").click();
    assertThat(stranger.card("Oak table")).isVisible();
    assertThat(stranger.page.locator(".place-button")).containsText("Old Town");
    assertThat(stranger.page.locator(".pin").first()).isVisible();
  }

  @Test
  void a_phone_shows_the_list_or_the_map(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server, Appearance.PHONE);
    assertThat(visitor.card("Oak table")).isVisible();
    assertThat(visitor.page.locator("e-market-map")).isHidden();
    visitor.button("Map").tap();
    assertThat(visitor.page.locator(".pin").first()).isVisible();
    assertThat(visitor.card("Oak table")).isHidden();
    assertThat(visitor.page.locator(".tab-bar")).isVisible();
  }

  @Test
  void the_keyboard_reaches_everything_and_its_focus_is_seen(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    assertThat(visitor.card("Oak table")).isVisible();
    assertThat(visitor.page.locator(".pin").first()).isVisible();
    var stops = FocusOrder.of(visitor.page);
    assertThat(stops).noneMatch(stop -> stop.startsWith("unseen"));
    assertThat(stops)
        .contains("Skip to content", "Radius", "Category", "Favourite: Oak table")
        .anyMatch(stop -> stop.startsWith("Oak table"));
  }

  @Test
  void a_dialog_is_left_with_escape_and_the_focus_returns(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    visitor.page.locator(".place-button").focus();
    visitor.page.keyboard().press("Enter");
    assertThat(visitor.field("Type a place")).isFocused();
    visitor.page.keyboard().press("Escape");
    assertThat(visitor.page.locator("t-dialog")).hasCount(0);
    assertThat(visitor.page.locator(".place-button")).isFocused();
  }

  @Test
  void who_changes_their_mind_about_signing_in_stays_where_they_are(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    visitor.opens("Red lamp");
    visitor.button("I’d like it").click();
    assertThat(visitor.field("Phone number")).isVisible();
    visitor.page.keyboard().press("Escape");
    assertThat(visitor.button("I’d like it")).isVisible();
    assertThat(visitor.page.url()).contains("#/item/");
  }

  @Test
  void the_sign_in_dialog_stays_when_the_market_loads_late(BrowserUser user) {
    var late = new AtomicReference<Route>();
    user.context(Appearance.LIGHT).route("**/ecobid/v1/market", late::set);
    var visitor = MarketVisitor.arrives(user, server);
    visitor.goes("#/give");
    visitor.field("Phone number").fill("+46 70");
    visitor.page.waitForCondition(() -> late.get() != null);
    late.get().resume();
    assertThat(visitor.page.locator("e-browse")).isAttached();
    assertThat(visitor.field("Phone number")).hasValue("+46 70");
  }

  @Test
  void new_items_wait_until_somebody_wants_to_see_them(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    assertThat(visitor.card("Oak table")).isVisible();
    server.give(server.person(), "Tin whistle", Map.of("sharing", "first"));
    visitor.button("Show 1 new item").click();
    assertThat(visitor.card("Tin whistle").getByText("New")).isVisible();
    assertThat(visitor.page.locator("e-card").first()).containsText("Tin whistle");

    // So do those that came while the list was not open.
    visitor.opens("Oak table");
    server.give(server.person(), "Brass bell", Map.of("sharing", "first"));
    visitor.goes("#/");
    visitor.button("Show 1 new item").click();
    assertThat(visitor.page.locator("e-card").first()).containsText("Brass bell");
  }

  @Test
  void an_item_that_was_shown_while_the_list_was_read_stays_in_it(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    assertThat(visitor.card("Oak table")).isVisible();
    visitor.page.evaluate(
        """
        () => {
          const items = document.querySelector('e-browse').items;
          window.late = [{ items, read_units: 1 }, new Set(items.map(({ id }) => id))];
        }\
        """);
    server.give(server.person(), "Zinc tub", Map.of("sharing", "first"));
    visitor.button("Show 1 new item").click();
    assertThat(visitor.page.locator("e-card").first()).containsText("Zinc tub");
    visitor.page.evaluate(
        """
        async () => {
          const list = document.querySelector('e-browse');
          list.merge(...window.late);
          await list.updateComplete;
        }\
        """);
    assertThat(visitor.page.locator("e-card").first()).containsText("Zinc tub");
  }

  @Test
  void filters_narrow_the_list_and_an_empty_one_offers_more(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    assertThat(visitor.card("Oak table")).isVisible();
    visitor.button("Auctions").click();
    assertThat(visitor.page.locator("e-card")).hasCount(1);
    visitor.page.locator("#category").selectOption("sports");
    assertThat(visitor.text("Nothing here right now")).isVisible();
    visitor.button("Look within 25 km").click();
    assertThat(visitor.card("Oak table")).isVisible();
  }

  @Test
  void a_favourite_is_found_again_and_a_wanted_post_tells_of_a_new_item(BrowserUser user) {
    var visitor = MarketVisitor.arrives(user, server);
    visitor.page.getByLabel("Favourite: City bike").click();
    visitor.signsUp(server.number(), "Ann");
    assertThat(visitor.page.getByLabel("Favourite: City bike"))
        .hasAttribute("aria-pressed", "true");
    visitor.goes("#/mine/favourites");
    assertThat(visitor.page.locator(".list a", new Page.LocatorOptions().setHasText("City bike")))
        .isVisible();
    visitor.goes("#/mine/wanted");
    visitor.field("Words").fill("harmonica");
    visitor.button("Tell me").click();
    assertThat(visitor.text("within 5 km").last()).isVisible();
    server.give(server.person(), "Old harmonica", Map.of("sharing", "first"));
    assertThat(visitor.page.locator(".bar-links")).containsText("Notifications (1)");
    visitor.goes("#/notifications");
    assertThat(visitor.text("“Old harmonica” may be what you are looking for.")).isVisible();
  }
}
