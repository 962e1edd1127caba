package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.model.Digests;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What people are told, with the workers running and time moved. */
class NotificationRulesTest {
  private final EcoBidServer server = new EcoBidServer().started();
  private final SignedInClient ann = server.person();
  private final SignedInClient bo = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  private List<String> told(SignedInClient who) {
    var kinds = new ArrayList<String>();
    server
        .get(who, "/notifications")
        .body()
        .path("notifications")
        .forEach(each -> kinds.add(each.path("kind").asText()));
    return kinds;
  }

  private void awaitTold(SignedInClient who, String kind) {
    Await.until(() -> told(who).contains(kind), EcoBidServer.SOON);
  }

  private String reserved(SignedInClient who, String item) {
    var reservation = server.posted(who, "/items/" + item + "/reserve", Map.of());
    return "/reservations/" + reservation.path("reservation").path("id").asText();
  }

  private static Map<String, Object> wanted(String words) {
    return Map.of("words", words, "category", "furniture", "lat", 52.25, "lon", 21.0, "radius", 5);
  }

  @Test
  void a_wanted_post_is_told_at_once_what_fits_it() {
    server.posted(bo, "/wanted", wanted("birch CHAIR"));
    server.posted(ann, "/wanted", wanted("chair"));
    var cay = server.person();
    server.posted(cay, "/wanted", wanted("table"));
    var blocked = server.person();
    server.posted(blocked, "/wanted", wanted("chair"));
    server.post(ann, "/users/" + blocked.userId() + "/block", Map.of());
    var far = Offers.free("first");
    far.put("lat", 52.9);
    Offers.listed(server, ann, far);
    var item = Offers.listed(server, ann, Offers.free("first"));
    awaitTold(bo, "wanted");
    var notifications = server.get(bo, "/notifications").body().path("notifications");
    assertThat(notifications).hasSize(1);
    assertThat(notifications.path(0).path("item_id").asText()).isEqualTo(item);
    assertThat(told(ann)).as("never one's own").isEmpty();
    assertThat(told(cay)).isEmpty();
    assertThat(told(blocked)).isEmpty();
  }

  private Optional<Digests.Digest> digest(Instant hour) {
    var key = new Digests.Of(new UserId(bo.userId()), hour);
    return server.store().run(Digests.FIND, key);
  }

  @Test
  void what_is_new_nearby_comes_once_an_hour() {
    var where = Map.of("lat", 52.23, "lon", 21.01, "radius", 5);
    server.call(bo, "PATCH", "/users/me", Optional.of(Map.of("neighbourhood", where)));
    var hour = server.clock.instant().plus(Duration.ofHours(1));
    Offers.listed(server, bo, Offers.free("first"));
    for (int i = 0; i < 3; i++) Offers.listed(server, ann, Offers.free("first"));
    Await.until(
        () -> digest(hour).filter(each -> each.items().size() == 3).isPresent(), EcoBidServer.SOON);
    assertThat(told(bo)).as("the hour is not over").isEmpty();
    server.clock.set(hour);
    awaitTold(bo, "nearby");
    // Of the same hour, but its digest was sent.
    Offers.listed(server, ann, Offers.free("first"));
    var next = hour.plus(Duration.ofHours(1));
    Await.until(() -> digest(next).isPresent(), EcoBidServer.SOON);
    var first = server.get(bo, "/notifications").body().path("notifications");
    assertThat(first).hasSize(1);
    assertThat(first.path(0).path("amount").asInt()).isEqualTo(3);
    server.clock.set(next);
    Await.until(() -> told(bo).size() == 2, EcoBidServer.SOON);
  }

  @Test
  void both_sides_are_reminded_of_a_pickup_once() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    var path = reserved(bo, item);
    var pickup = server.clock.instant().plus(Duration.ofHours(6));
    server.posted(ann, path + "/confirm", Map.of("pickup_at", pickup.toString()));
    awaitTold(bo, "confirmed");
    assertThat(told(bo)).doesNotContain("pickup");
    server.clock.set(pickup.minus(Duration.ofHours(4)));
    awaitTold(bo, "pickup");
    awaitTold(ann, "pickup");
    server.clock.set(pickup.minus(Duration.ofHours(1)));
    server.posted(bo, path + "/cancel", Map.of());
    awaitTold(ann, "cancelled");
    assertThat(told(bo)).filteredOn("pickup"::equals).hasSize(1);
    assertThat(told(ann)).filteredOn("pickup"::equals).hasSize(1);
  }

  @Test
  void the_giver_is_asked_once_before_an_item_goes_stale() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    server.clock.advance(Duration.ofDays(27));
    awaitTold(ann, "stale");
    server.clock.advance(Duration.ofDays(3));
    Await.until(
        () ->
            server
                .get(ann, "/items/" + item)
                .body()
                .path("item")
                .path("status")
                .asText()
                .equals("expired"),
        EcoBidServer.SOON);
    assertThat(server.get(null, Offers.NEARBY).body().path("items")).isEmpty();
    assertThat(told(ann)).containsExactly("stale");
    server.posted(ann, "/items/" + item + "/renew", Map.of());
    assertThat(server.get(null, Offers.NEARBY).body().path("items")).hasSize(1);
  }

  @Test
  void a_switch_stops_one_kind_and_no_other() {
    server.call(ann, "PATCH", "/users/me", Optional.of(Map.of("muted", List.of("asked"))));
    var item = Offers.listed(server, ann, Offers.free("first"));
    var path = reserved(bo, item);
    // Changes of one item are handled in order.
    server.posted(bo, path + "/cancel", Map.of());
    awaitTold(ann, "cancelled");
    assertThat(told(ann)).containsExactly("cancelled");
  }

  @Test
  void bidders_are_told_when_they_are_outbid_when_it_ends_soon_and_when_they_have_won() {
    var auction = Offers.auctioned(server, ann);
    server.posted(bo, "/auctions/" + auction + "/bids", Map.of("maximum", 900));
    var cay = server.person();
    server.posted(cay, "/auctions/" + auction + "/bids", Map.of("maximum", 2000));
    awaitTold(bo, "outbid");
    server.clock.advance(Duration.ofHours(23));
    awaitTold(bo, "ending");
    awaitTold(cay, "ending");
    server.clock.advance(Duration.ofHours(1));
    awaitTold(cay, "won");
    awaitTold(ann, "sold");
    assertThat(told(bo)).containsExactlyInAnyOrder("outbid", "ending");
    var text = server.get(cay, "/notifications").text();
    assertThat(text).contains("You have won “Kitchen chair” for 10.00 EUR.");
  }
}
