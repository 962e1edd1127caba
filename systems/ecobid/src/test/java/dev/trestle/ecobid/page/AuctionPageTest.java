package dev.trestle.ecobid.page;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;

import com.microsoft.playwright.Route;
import com.microsoft.playwright.assertions.PlaywrightAssertions;
import dev.trestle.testing.browser.BrowserTest;
import dev.trestle.testing.browser.BrowserUser;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Auctions and draws, with the clock moved. */
@BrowserTest
final class AuctionPageTest {
  private static MarketSite server;

  @BeforeAll
  static void start() {
    server = new MarketSite();
    PlaywrightAssertions.setDefaultAssertionTimeout(30_000);
  }

  /** After the visitors have left: a page whose server goes away complains. */
  @AfterAll
  static void stop() {
    server.close();
  }

  /** A page whose token has expired asks once more with a new one. */
  private static MarketVisitor arrives(BrowserUser user) {
    user.expectError("401");
    return MarketVisitor.arrives(user, server);
  }

  private static void bids(MarketVisitor visitor, String label, String amount) {
    visitor.field(label).fill(amount);
    visitor.button("Bid").click();
  }

  @Test
  void two_people_bid_until_the_end(BrowserUser one, BrowserUser other) {
    var giver = server.person();
    var terms = Map.of("hours", 24, "minimum", 500);
    var item = server.give(giver, "Racing bike", Map.of("mode", "auction", "auction", terms));
    var bob = arrives(one);
    bob.goes("#/item/" + item);
    assertThat(bob.page.locator(".auction-price")).containsText("€5");
    bids(bob, "Your maximum", "4");
    assertThat(bob.text("The next bid is at least €5.")).isVisible();
    bids(bob, "Your maximum", "20");
    bob.signsUp(server.number(), "Bob");
    assertThat(bob.text("You are the highest bidder, up to €20.")).isVisible();

    var cid = arrives(other);
    cid.goes("#/item/" + item);
    assertThat(cid.page.locator(".auction-price")).containsText("€5");
    bids(cid, "Your maximum", "12");
    cid.signsUp(server.number(), "Cid");
    assertThat(cid.text("You were outbid.")).isVisible();
    assertThat(cid.page.locator(".auction-price")).containsText("€13");
    // Bob has done nothing and sees the new price.
    assertThat(bob.page.locator(".auction-price")).containsText("€13");

    server.clock.advance(Duration.ofHours(24).minusMinutes(3));
    bob.page.reload();
    assertThat(bob.page.locator(".auction-left")).containsText(":");
    cid.page.reload();
    bids(cid, "Your maximum", "25");
    assertThat(cid.text("You are the highest bidder, up to €25.")).isVisible();
    assertThat(bob.text("You were outbid.")).isVisible();
    assertThat(bob.page.locator(".auction-left")).containsText(Pattern.compile("1[0-3]:\\d\\d"));

    server.clock.advance(Duration.ofMinutes(14));
    cid.page.reload();
    assertThat(cid.heading("You have won")).isVisible();
    cid.button("Yes, I’ll take it").click();
    assertThat(cid.heading("Reserved for you")).isVisible();
    bob.page.reload();
    assertThat(bob.page.locator(".auction .badge")).containsText("Sold");
    assertThat(bob.button("Bid")).hasCount(0);
  }

  @Test
  void a_giver_auctions_a_free_item_instead_and_lists_those_who_are_blocked(BrowserUser one) {
    var number = server.number();
    var ann = arrives(one);
    ann.button("Sign in").click();
    ann.signsUp(number, "Ann");
    var api = server.person(number);
    var item = server.give(api, "Blue kettle", Map.of("sharing", "first"));
    ann.goes("#/item/" + item);
    ann.button("Auction it").click();
    ann.field("First bid").fill("7");
    ann.button("Start the auction").click();
    assertThat(ann.page.locator(".auction-price")).containsText("€7");
    assertThat(ann.button("Auction it")).hasCount(0);

    var other = server.person();
    other.patch("/users/me", Map.of("display_name", "Bob"));
    server.give(other, "Lamp", Map.of("sharing", "first"));
    server.post(api, "/users/" + other.userId() + "/block", Map.of());
    ann.goes("#/mine/blocked");
    ann.button("Unblock").click();
    assertThat(ann.text("You haven’t blocked anybody")).isVisible();
  }

  @Test
  void the_end_of_an_auction_reaches_an_open_page(BrowserUser one) {
    var giver = server.person();
    var terms = Map.of("hours", 24, "minimum", 500);
    var item = server.give(giver, "Racing bike", Map.of("mode", "auction", "auction", terms));
    var bob = arrives(one);
    bob.goes("#/item/" + item);
    bids(bob, "Your maximum", "8");
    bob.signsUp(server.number(), "Bob");
    assertThat(bob.text("You are the highest bidder, up to €8.")).isVisible();

    server.clock.advance(Duration.ofHours(25));
    assertThat(bob.heading("You have won")).isVisible();
    assertThat(bob.text("Price: €5")).isVisible();
  }

  @Test
  void anybody_can_check_a_draw_and_a_forged_one_is_noticed(BrowserUser one) {
    var giver = server.person();
    var item = server.give(giver, "Bookcase", Map.of("sharing", "draw", "draw_hours", 3));
    for (int i = 0; i < 5; i++) {
      server.post(server.person(), "/items/" + item + "/reserve", Map.of("nonce", "n" + i));
    }
    server.clock.advance(Duration.ofHours(4));
    var stranger = arrives(one);
    stranger.goes("#/item/" + item);
    stranger.text("A draw that anybody can check").click();
    assertThat(stranger.page.locator(".entries > li")).hasCount(5);
    stranger.button("Check this draw").click();
    assertThat(stranger.text("Checked in your browser")).isVisible();

    stranger.page.route(
        "**/draw",
        route -> {
          var response = route.fetch();
          var forged = response.text().replaceFirst("\"nonce\":\"n0\"", "\"nonce\":\"nx\"");
          var other = withOtherSeed(forged);
          route.fulfill(new Route.FulfillOptions().setResponse(response).setBody(other));
        });
    stranger.page.reload();
    stranger.text("A draw that anybody can check").click();
    stranger.button("Check this draw").click();
    assertThat(stranger.text("The number is not the one that was promised.")).isVisible();
  }

  /** Changes the first digit of the seed, whatever it is. */
  private static String withOtherSeed(String json) {
    var start = "\"seed\":\"";
    int at = json.indexOf(start) + start.length();
    char other = json.charAt(at) == '0' ? '1' : '0';
    return json.substring(0, at) + other + json.substring(at + 1);
  }
}
