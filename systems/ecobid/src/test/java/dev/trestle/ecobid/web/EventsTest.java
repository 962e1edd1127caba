package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** {@code GET /events}: what open pages hear, and what they must not. */
class EventsTest {
  private static final String HERE = "/events?lat=52.2297&lon=21.0122&radius=1";

  private final EcoBidServer server = new EcoBidServer().started();
  private final SignedInClient giver = server.person();
  private final SignedInClient other = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  private String list(double lat, double lon, Map<String, Object> more) {
    return list(giver, lat, lon, more);
  }

  private String list(SignedInClient who, double lat, double lon, Map<String, Object> more) {
    var body =
        new HashMap<String, Object>(
            Map.of(
                "title", "Kitchen chair",
                "category", "furniture",
                "lat", lat,
                "lon", lon,
                "address", "Third door",
                "mode", "free",
                "sharing", "first"));
    body.putAll(more);
    var response = server.post(who, "/items", body);
    assertThat(response.status()).as(response.text()).isEqualTo(201);
    return response.body().path("item").path("id").asText();
  }

  @Test
  void a_new_item_nearby_is_heard_of_without_its_exact_place() throws Exception {
    try (var page = server.listen(null, HERE)) {
      list(52.5, 21.0122, Map.of());
      var near = list(52.2297, 21.0122, Map.of());
      var event = page.next("item");
      assertThat(event.data().path("item").path("id").asText()).isEqualTo(near);
      assertThat(event.data().path("item").path("distance_m").asLong()).isLessThan(1000);
      assertThat(event.text()).doesNotContain("Third door", "52.2297,", "21.0122}");
    }
  }

  @Test
  void a_user_with_too_many_pages_is_refused_and_others_are_not() throws Exception {
    var pages = new ArrayList<EventListener>();
    try {
      for (int i = 0; i < 20; i++) pages.add(server.listen(other, HERE));
      assertThat(server.get(other, HERE).status()).isEqualTo(429);
      pages.add(server.listen(giver, HERE));
    } finally {
      for (var page : pages) page.close();
    }
  }

  @Test
  void an_item_that_moves_inside_its_cell_sends_the_same_event() throws Exception {
    var item = list(52.2297, 21.0122, Map.of());
    try (var page = server.listen(null, HERE)) {
      moves(item, 52.2299, 21.0101);
      var first = page.next("item").text();
      moves(item, 52.2310, 21.0150);
      assertThat(page.next("item").text()).isEqualTo(first);
    }
  }

  private void moves(String item, double lat, double lon) {
    var place = Optional.<Object>of(Map.of("lat", lat, "lon", lon));
    var response = server.call(giver, "PATCH", "/items/" + item, place);
    assertThat(response.status()).as(response.text()).isEqualTo(200);
  }

  @Test
  void an_item_that_was_taken_is_gone_and_its_own_page_hears_of_the_change() throws Exception {
    var item = list(52.2297, 21.0122, Map.of());
    try (var nearby = server.listen(null, HERE);
        var own = server.listen(other, "/events?item=" + item)) {
      assertThat(server.post(other, "/items/" + item + "/reserve", Map.of()).status())
          .isEqualTo(201);
      assertThat(nearby.next("gone").data().path("id").asText()).isEqualTo(item);
      assertThat(own.next("changed").data().path("item_id").asText()).isEqualTo(item);
    }
  }

  @Test
  void a_bid_moves_the_price_of_an_open_auction_and_no_maximum_is_told() throws Exception {
    var item =
        list(
            52.2297,
            21.0122,
            Map.of("mode", "auction", "auction", Map.of("hours", 24, "minimum", 500)));
    var auction =
        server.get(null, "/items/" + item).body().path("item").path("auction").path("id").asText();
    try (var page = server.listen(null, "/events?item=" + item)) {
      bid(auction, server.person(), 1000);
      page.nextPrice(500);
      bid(auction, other, 4321);
      var price = page.nextPrice(1100);
      assertThat(price.data().path("next_minimum").asLong()).isEqualTo(1200);
      assertThat(price.text()).doesNotContain("4321");
    }
  }

  private void bid(String auction, SignedInClient who, long maximum) {
    var response = server.post(who, "/auctions/" + auction + "/bids", Map.of("maximum", maximum));
    assertThat(response.status()).as(response.text()).isEqualTo(201);
  }

  @Test
  void only_the_one_who_is_told_something_hears_of_it() throws Exception {
    var item = list(52.2297, 21.0122, Map.of());
    try (var givers = server.listen(giver, "/events");
        var stranger = server.listen(server.person(), "/events?lat=50&lon=20")) {
      server.post(other, "/items/" + item + "/reserve", Map.of());
      givers.next("notifications");
      // This comes after whatever the stranger might have heard before.
      list(50, 20, Map.of());
      assertThat(stranger.next().type()).isEqualTo("item");
    }
  }

  @Test
  void items_of_people_who_were_blocked_are_not_heard_of() throws Exception {
    assertThat(
            server
                .call(other, "POST", "/users/" + giver.userId() + "/block", Optional.empty())
                .status())
        .isEqualTo(204);
    try (var page = server.listen(other, HERE);
        var open = server.listen(null, HERE)) {
      var first = list(giver, 52.2297, 21.0122, Map.of());
      var second = list(server.person(), 52.2297, 21.0122, Map.of());
      // The changes of different items may come in any order.
      var heard = new HashSet<String>();
      while (!heard.containsAll(Set.of(first, second))) heard.add(itemOf(open.next("item")));
      assertThat(itemOf(page.next())).isEqualTo(second);
      var third = list(server.person(), 52.2297, 21.0122, Map.of());
      assertThat(itemOf(page.next())).isEqualTo(third);
    }
  }

  private static String itemOf(EventListener.Event event) {
    return event.data().path("item").path("id").asText();
  }

  @Test
  void a_page_without_a_valid_place_is_refused() {
    assertThat(server.get(null, "/events?lat=north&lon=1").status()).isEqualTo(400);
    assertThat(server.get(null, "/events?lat=1").status()).isEqualTo(400);
    assertThat(server.get(null, "/events?lat=1&lon=1&radius=3").status()).isEqualTo(400);
  }

  @Test
  void an_item_tells_those_involved_how_it_stands_and_nobody_else() {
    var item = list(52.2297, 21.0122, Map.of());
    assertThat(view(other, item).has("reservation")).isFalse();
    server.post(other, "/items/" + item + "/reserve", Map.of());
    assertThat(view(other, item).path("reservation").path("status").asText()).isEqualTo("reserved");
    assertThat(view(giver, item).path("reservation").path("status").asText()).isEqualTo("reserved");
    assertThat(view(giver, item).path("receiver").path("id").asText()).isEqualTo(other.userId());
    assertThat(view(server.person(), item).has("reservation")).isFalse();
    assertThat(view(null, item).has("receiver")).isFalse();
  }

  private JsonNode view(@Nullable SignedInClient who, String item) {
    return server.get(who, "/items/" + item).body().path("item");
  }
}
