package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  private final EcoBidServer server = new EcoBidServer();
  private final SignedInClient ann = server.person();
  private final SignedInClient bo = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  private JsonNode list(Map<String, Object> body) {
    var response = server.post(ann, "/items", body);
    assertThat(response.status()).as(response.text()).isEqualTo(201);
    return response.body().path("item");
  }

  @Test
  void a_stranger_finds_an_item_and_learns_no_exact_place() {
    var item = list(Offers.free("first"));
    assertThat(item.path("pickup").path("address").asText()).isEqualTo("Marszalkowska 1");
    var found = server.get(null, Offers.NEARBY);
    assertThat(found.status()).isEqualTo(200);
    var first = found.body().path("items").path(0);
    assertThat(first.path("id").asText()).isEqualTo(item.path("id").asText());
    assertThat(first.path("distance_m").isNumber()).isTrue();
    assertThat(found.body().path("read_units").asDouble()).isPositive();
    var seen = server.get(bo, "/items/" + item.path("id").asText());
    assertThat(seen.text()).doesNotContain("Marszalkowska", "52.2297", "21.0122");
  }

  @Test
  void two_people_from_listing_to_completion() {
    var item = list(Offers.free("first")).path("id").asText();
    var reserved = server.post(bo, "/items/" + item + "/reserve", Map.of());
    assertThat(reserved.status()).as(reserved.text()).isEqualTo(201);
    var reservation = reserved.body().path("reservation");
    assertThat(reservation.path("status").asText()).isEqualTo("reserved");
    assertThat(reservation.has("pickup")).isFalse();
    var path = "/reservations/" + reservation.path("id").asText();
    var late = server.post(server.person(), "/items/" + item + "/reserve", Map.of());
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.code()).isEqualTo("ITEM_TAKEN");
    var pickup = server.clock.instant().plus(Duration.ofHours(6)).toString();
    var confirmed = server.post(ann, path + "/confirm", Map.of("pickup_at", pickup));
    assertThat(confirmed.status()).as(confirmed.text()).isEqualTo(200);
    var known = server.get(bo, "/me/reservations?active=true").body().path("reservations");
    assertThat(known.path(0).path("pickup").path("address").asText()).isEqualTo("Marszalkowska 1");
    assertThat(server.post(bo, path + "/pickup", Map.of()).status()).isEqualTo(200);
    assertThat(server.post(ann, path + "/complete", Map.of()).status()).isEqualTo(200);
    assertThat(server.post(bo, path + "/rating", Map.of("stars", 5)).status()).isEqualTo(200);
    assertThat(server.post(bo, path + "/rating", Map.of("stars", 5)).status()).isEqualTo(409);
    var giver = server.get(null, "/users/" + ann.userId()).body().path("user");
    assertThat(giver.path("rating").asDouble()).isEqualTo(5.0);
  }

  @Test
  void bids_over_http() {
    var id = list(Offers.auction()).path("auction").path("id").asText();
    var first = server.post(bo, "/auctions/" + id + "/bids", Map.of("maximum", 2000));
    assertThat(first.status()).as(first.text()).isEqualTo(201);
    assertThat(first.body().path("bid").path("leading").asBoolean()).isTrue();
    assertThat(first.body().path("price").asLong()).isEqualTo(500);
    var cay = server.person();
    var low = server.post(cay, "/auctions/" + id + "/bids", Map.of("maximum", 599));
    assertThat(low.status()).isEqualTo(409);
    assertThat(low.code()).isEqualTo("TOO_LOW");
    assertThat(low.body().path("error").path("details").path("next_minimum").asLong())
        .isEqualTo(600);
    var own = server.post(ann, "/auctions/" + id + "/bids", Map.of("maximum", 5000));
    assertThat(own.status()).isEqualTo(403);
    assertThat(own.code()).isEqualTo("OWN_ITEM");
    var stranger = server.get(null, "/auctions/" + id);
    assertThat(stranger.text()).doesNotContain("2000");
    assertThat(server.get(bo, "/auctions/" + id).body().path("auction").path("maximum").asLong())
        .isEqualTo(2000);
    server.clock.advance(Duration.ofHours(24));
    for (var client : List.of(bo, cay)) client.refresh(client.accessToken());
    var ended = server.post(cay, "/auctions/" + id + "/bids", Map.of("maximum", 9000));
    assertThat(ended.code()).isEqualTo("AUCTION_ENDED");
    assertThat(server.get(bo, "/me/bids").body().path("bids").size()).isEqualTo(1);
  }

  /** No worker runs here. They were once told only after one had recorded the end. */
  @Test
  void winner_and_seller_know_each_other_as_soon_as_an_auction_has_ended() {
    var item = list(Offers.auction());
    var bids = "/auctions/" + item.path("auction").path("id").asText() + "/bids";
    assertThat(server.post(bo, bids, Map.of("maximum", 2000)).status()).isEqualTo(201);
    server.clock.advance(Duration.ofHours(24));
    for (var client : List.of(ann, bo)) client.refresh(client.accessToken());
    var path = "/items/" + item.path("id").asText();
    var won = server.get(bo, path).body().path("item").path("reservation");
    assertThat(won.path("status").asText()).isEqualTo("offered");
    assertThat(won.path("price").asLong()).isEqualTo(500);
    var sold = server.get(ann, path).body().path("item");
    assertThat(sold.path("receiver").path("id").asText()).isEqualTo(bo.userId());
    var accepted = "/reservations/" + won.path("id").asText() + "/accept";
    assertThat(server.post(bo, accepted, Map.of()).status()).isEqualTo(200);
  }

  @Test
  void writing_needs_a_login() {
    assertThat(server.post(null, "/items", Offers.free("first")).status()).isEqualTo(401);
    for (var path : List.of("/me/items", "/me/reservations", "/notifications", "/wanted")) {
      assertThat(server.get(null, path).status()).as(path).isEqualTo(401);
    }
  }

  @Test
  void bad_input_is_refused_with_its_field() {
    assertThat(server.get(null, "/items?lat=86&lon=0&radius=5").status()).isEqualTo(400);
    assertThat(server.get(null, "/items?lat=52&lon=21&radius=7").status()).isEqualTo(400);
    assertThat(server.get(null, "/items?lat=x&lon=21&radius=5").status()).isEqualTo(400);
    assertThat(server.get(null, Offers.NEARBY + "&cursor=abc").status()).isEqualTo(400);
    var body = Offers.free("first");
    body.put("title", "");
    assertThat(server.post(ann, "/items", body).status()).isEqualTo(400);
    assertThat(server.get(ann, "/items/item_x").status()).isEqualTo(404);
    assertThat(server.upload(ann, new byte[] {1, 2, 3}).status()).isEqualTo(415);
  }

  @Test
  void the_draw_is_published_without_names() {
    var item = list(Offers.free("draw")).path("id").asText();
    var before = server.get(null, "/items/" + item + "/draw").body().path("draw");
    server.post(bo, "/items/" + item + "/reserve", Map.of("nonce", "mine"));
    server.clock.advance(Duration.ofHours(6));
    var after = server.get(null, "/items/" + item + "/draw");
    assertThat(after.text()).doesNotContain(bo.userId()).contains("\"nonce\":\"mine\"");
    var draw = after.body().path("draw");
    assertThat(draw.path("commitment")).isEqualTo(before.path("commitment"));
    assertThat(before.has("seed")).isFalse();
    assertThat(draw.path("seed").asText()).hasSize(64);
    assertThat(draw.path("winner").asText())
        .isEqualTo(draw.path("entries").path(0).path("id").asText());
  }

  @Test
  void people_are_told_once_and_can_switch_it_off() {
    server.started();
    var item = list(Offers.free("first")).path("id").asText();
    server.post(bo, "/items/" + item + "/reserve", Map.of());
    Await.until(
        () -> server.get(ann, "/notifications").body().path("unread").asInt() == 1, TIMEOUT);
    var told = server.get(ann, "/notifications").body().path("notifications").path(0);
    assertThat(told.path("kind").asText()).isEqualTo("asked");
    server.post(ann, "/notifications/read", Map.of());
    assertThat(server.get(ann, "/notifications").body().path("unread").asInt()).isZero();
    var muted =
        server.call(ann, "PATCH", "/users/me", Optional.of(Map.of("muted", List.of("asked"))));
    assertThat(muted.body().path("user").path("muted").path(0).asText()).isEqualTo("asked");
  }

  @Test
  void blocked_people_do_not_see_each_other_s_items() {
    var item = list(Offers.free("first")).path("id").asText();
    assertThat(server.get(bo, Offers.NEARBY).body().path("items").size()).isEqualTo(1);
    assertThat(server.post(ann, "/users/" + bo.userId() + "/block", Map.of()).status())
        .isEqualTo(204);
    assertThat(server.get(bo, Offers.NEARBY).body().path("items").size()).isZero();
    assertThat(server.get(bo, "/items/" + item).status()).isEqualTo(404);
    assertThat(server.get(null, Offers.NEARBY).body().path("items").size()).isEqualTo(1);
  }
}
