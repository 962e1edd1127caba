package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rules that hold before any worker has run: none runs here. */
class MarketRulesTest {
  private final EcoBidServer server = new EcoBidServer();
  private final SignedInClient ann = server.person();
  private final SignedInClient bo = server.person();
  private final SignedInClient cay = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  private int found(SignedInClient who) {
    return server.get(who, Offers.NEARBY).body().path("items").size();
  }

  @Test
  void a_won_auction_is_among_the_winner_s_reservations_before_a_worker_ran() {
    var auction = Offers.auctioned(server, ann);
    server.posted(bo, "/auctions/" + auction + "/bids", Map.of("maximum", 2000));
    server.posted(cay, "/auctions/" + auction + "/bids", Map.of("maximum", 900));
    assertThat(server.get(bo, "/me/reservations").body().path("reservations")).isEmpty();
    server.clock.advance(Duration.ofHours(24));
    var won = server.get(bo, "/me/reservations?active=true").body().path("reservations");
    assertThat(won).hasSize(1);
    assertThat(won.path(0).path("status").asText()).isEqualTo("offered");
    assertThat(won.path(0).path("price").asLong()).isEqualTo(1000);
    assertThat(server.get(cay, "/me/reservations").body().path("reservations")).isEmpty();
    var path = "/reservations/" + won.path(0).path("id").asText();
    var accepted = server.posted(bo, path + "/accept", Map.of()).path("reservation");
    assertThat(accepted.path("status").asText()).isEqualTo("reserved");
    assertThat(server.get(bo, "/me/reservations").body().path("reservations")).hasSize(1);
  }

  /** The spec's sixth: nothing has run, nothing was deleted. */
  @Test
  void after_24_hours_another_person_can_reserve_and_the_late_answer_is_a_conflict() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    var reserved = server.posted(bo, "/items/" + item + "/reserve", Map.of()).path("reservation");
    server.clock.advance(Duration.ofHours(24).plusMillis(1));
    assertThat(found(cay)).isEqualTo(1);
    assertThat(server.get(bo, "/me/reservations").body().path("reservations")).isEmpty();
    server.posted(cay, "/items/" + item + "/reserve", Map.of());
    var pickup = server.clock.instant().plus(Duration.ofHours(6)).toString();
    var path = "/reservations/" + reserved.path("id").asText();
    var late = server.post(ann, path + "/confirm", Map.of("pickup_at", pickup));
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.code()).isEqualTo("TOO_LATE");
  }

  @Test
  void a_completed_item_is_gone_after_90_days() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    var reserved = server.posted(bo, "/items/" + item + "/reserve", Map.of()).path("reservation");
    var path = "/reservations/" + reserved.path("id").asText();
    var pickup = server.clock.instant().plus(Duration.ofHours(1)).toString();
    server.posted(ann, path + "/confirm", Map.of("pickup_at", pickup));
    server.posted(ann, path + "/complete", Map.of());
    assertThat(found(cay)).isZero();
    for (int i = 0; i < 4; i++) {
      server.clock.advance(Duration.ofDays(90).minusSeconds(1).dividedBy(4));
      // Otherwise the giver would be signed out by then.
      assertThat(server.get(ann, "/me/items").body().path("items")).hasSize(1);
    }
    server.clock.advance(Duration.ofSeconds(2));
    assertThat(server.get(ann, "/items/" + item).status()).isEqualTo(404);
    assertThat(server.get(ann, "/me/items").body().path("items")).isEmpty();
  }

  @Test
  void what_was_picked_up_a_week_ago_can_be_rated() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    var reserved = server.posted(bo, "/items/" + item + "/reserve", Map.of()).path("reservation");
    var path = "/reservations/" + reserved.path("id").asText();
    var pickup = server.clock.instant().plus(Duration.ofHours(1)).toString();
    server.posted(ann, path + "/confirm", Map.of("pickup_at", pickup));
    server.posted(bo, path + "/pickup", Map.of());
    assertThat(server.post(bo, path + "/rating", Map.of("stars", 4)).status()).isEqualTo(409);
    server.clock.advance(Duration.ofDays(7));
    server.posted(bo, path + "/rating", Map.of("stars", 4));
    server.posted(ann, path + "/rating", Map.of("stars", 5));
    var giver = server.get(null, "/users/" + ann.userId()).body().path("user");
    assertThat(giver.path("rating").asDouble()).isEqualTo(4.0);
  }

  @Test
  void two_people_of_whom_one_blocks_the_other_have_nothing_to_do_with_each_other() {
    var chair = Offers.listed(server, ann, Offers.free("first"));
    var auction = Offers.auctioned(server, ann);
    Offers.listed(server, bo, Offers.free("first"));
    assertThat(found(ann)).isEqualTo(3);
    assertThat(found(bo)).isEqualTo(3);
    assertThat(server.post(bo, "/users/" + ann.userId() + "/block", Map.of()).status())
        .isEqualTo(204);
    assertThat(found(ann)).as("not bo's").isEqualTo(2);
    assertThat(found(bo)).as("only one's own").isEqualTo(1);
    assertThat(found(cay)).isEqualTo(3);
    var map = "/map?west=20.9&south=52.1&east=21.1&north=52.3&zoom=16";
    assertThat(server.get(bo, map).body().path("items")).hasSize(1);
    assertThat(server.get(bo, "/items/" + chair).status()).isEqualTo(404);
    assertThat(server.get(bo, "/auctions/" + auction).status()).isEqualTo(404);
    assertThat(server.post(bo, "/items/" + chair + "/reserve", Map.of()).status()).isEqualTo(404);
    assertThat(server.post(bo, "/items/" + chair + "/favourite", Map.of()).status()).isEqualTo(404);
    var message = Map.of("text", "Hello");
    assertThat(server.post(bo, "/items/" + chair + "/messages", message).status()).isEqualTo(404);
    var bid = Map.of("maximum", 900);
    assertThat(server.post(bo, "/auctions/" + auction + "/bids", bid).status()).isEqualTo(404);
    var blocked = server.get(bo, "/me/blocks").body().path("users");
    assertThat(blocked.findValuesAsText("id")).containsExactly(ann.userId());
    assertThat(server.get(ann, "/me/blocks").body().path("users")).isEmpty();
    server.call(bo, "DELETE", "/users/" + ann.userId() + "/block", Optional.empty());
    assertThat(server.get(bo, "/me/blocks").body().path("users")).isEmpty();
    assertThat(found(bo)).isEqualTo(3);
  }

  @Test
  void links_and_phone_numbers_in_messages_are_flagged() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    var path = "/items/" + item + "/messages";
    var texts =
        Map.of(
            "Is it still there? I am free from 17 to 19.", "",
            "See https://example.org/pay", "link",
            "Write to me at evil.com", "link",
            "Call +46 70 174 06 05", "phone",
            "www.example.org or 070-1740605", "link,phone");
    texts.forEach((text, expected) -> {
      var flags = server.posted(bo, path, Map.of("text", text)).path("message").path("flags");
      var found = new java.util.ArrayList<String>();
      flags.forEach(flag -> found.add(flag.asText()));
      assertThat(String.join(",", found)).as(text).isEqualTo(expected);
    });
    assertThat(server.get(ann, path).body().path("messages")).hasSize(5);
    assertThat(server.get(cay, path).body().path("messages")).isEmpty();
  }

  @Test
  void the_operator_reads_what_people_report() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    server.posted(
        bo, "/reports", Map.of("item_id", item, "reason", "spam", "text", "Not a chair."));
    server.clock.advance(Duration.ofMinutes(1));
    server.posted(bo, "/reports", Map.of("user_id", ann.userId(), "reason", "harassment"));
    var reports = server.operator("/reports").body().path("reports");
    assertThat(reports).hasSize(2);
    assertThat(reports.path(0).path("user_id").asText()).isEqualTo(ann.userId());
    assertThat(reports.path(1).path("item_id").asText()).isEqualTo(item);
    assertThat(reports.path(1).path("reason").asText()).isEqualTo("spam");
    assertThat(server.operator("/reports?month=2025-01").body().path("reports")).isEmpty();
    assertThat(server.operator("/reports?month=x").status()).isEqualTo(400);
  }

  @Test
  void the_operator_takes_an_item_down_although_somebody_has_bid() {
    var listed = Offers.list(server, ann, Offers.auction());
    var auction = listed.path("auction").path("id").asText();
    server.posted(bo, "/auctions/" + auction + "/bids", Map.of("maximum", 2000));
    var path = "/items/" + listed.path("id").asText();
    assertThat(server.operator("DELETE", path).status()).isEqualTo(204);
    assertThat(server.operator("DELETE", path).status()).isEqualTo(204);
    assertThat(found(cay)).isZero();
    var late = server.post(cay, "/auctions/" + auction + "/bids", Map.of("maximum", 3000));
    assertThat(late.status()).isEqualTo(409);
    server.clock.advance(Duration.ofHours(24));
    assertThat(server.get(bo, "/me/reservations").body().path("reservations")).isEmpty();
    assertThat(server.operator("DELETE", "/items/" + listed.path("id").asText() + "x").status())
        .isEqualTo(404);
  }

  @Test
  void an_auction_that_was_replaced_cannot_be_offered_to_the_next() {
    var listed = Offers.list(server, ann, Offers.auction());
    var auction = listed.path("auction").path("id").asText();
    server.clock.advance(Duration.ofHours(24));
    var again = Map.of("item_id", listed.path("id").asText(), "hours", 48, "minimum", 600);
    var second = server.posted(ann, "/auctions", again).path("auction");
    assertThat(second.path("state").asText()).isEqualTo("active");
    assertThat(server.post(ann, "/auctions/" + auction + "/offer-next", Map.of()).status())
        .isEqualTo(409);
  }
}
