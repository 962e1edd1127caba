package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.testing.Await;
import dev.trestle.testing.CameraFile;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Somebody leaves: what is theirs goes, and the others are told. */
class AccountClosingTest {
  private final EcoBidServer server = new EcoBidServer().started();
  private final SignedInClient ann = server.person();
  private final SignedInClient bo = server.person();
  private final SignedInClient cay = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  private void awaitTold(SignedInClient who, String kind) {
    Await.until(
        () -> server.get(who, "/notifications").text().contains("\"kind\":\"" + kind + "\""),
        EcoBidServer.SOON);
  }

  private List<Auctions.Bid> history(String auction) {
    var key = new Auctions.OfAuction(new AuctionId(auction));
    return server.store().stream(Auctions.HISTORY, key, 100).toList();
  }

  private JsonNode bid(SignedInClient who, String auction, long maximum) {
    return server.posted(who, "/auctions/" + auction + "/bids", Map.of("maximum", maximum));
  }

  @Test
  void open_items_leave_and_those_who_wanted_them_are_told() {
    var photo = server.upload(ann, CameraFile.jpeg(300, 200, 1)).body().path("photo");
    var body = Offers.free("first");
    body.put("photos", List.of(photo.path("id").asText()));
    var reserved = Offers.listed(server, ann, body);
    var queued = Offers.listed(server, ann, Offers.free("queue"));
    var auction = Offers.auctioned(server, ann);
    server.posted(bo, "/items/" + reserved + "/reserve", Map.of());
    server.posted(bo, "/items/" + queued + "/reserve", Map.of());
    server.posted(cay, "/items/" + queued + "/reserve", Map.of());
    server.posted(cay, "/items/" + reserved + "/messages", Map.of("text", "Still there?"));
    bid(cay, auction, 900);
    ann.delete("/users/me");
    awaitTold(bo, "declined");
    awaitTold(cay, "not_chosen");
    awaitTold(cay, "withdrawn");
    assertThat(server.get(cay, Offers.NEARBY).body().path("items")).isEmpty();
    assertThat(server.get(bo, "/me/reservations").body().path("reservations")).isEmpty();
    assertThat(server.get(null, "/users/" + ann.userId()).status()).isEqualTo(404);
    var seen = server.get(cay, "/items/" + reserved);
    assertThat(seen.body().path("item").path("status").asText()).isEqualTo("withdrawn");
    assertThat(seen.body().path("item").path("description").asText()).isEmpty();
    assertThat(seen.body().path("item").path("photos")).isEmpty();
    var picture = photo.path("url").asText().substring("/ecobid/v1".length());
    assertThat(server.get(null, picture).status()).isEqualTo(404);
    assertThat(server.get(cay, "/items/" + reserved + "/messages").body().path("messages"))
        .isEmpty();
    assertThat(
            server.get(cay, "/auctions/" + auction).body().path("auction").path("state").asText())
        .isEqualTo("withdrawn");
  }

  @Test
  void reservations_become_free_and_entries_are_withdrawn() {
    var reserved = Offers.listed(server, bo, Offers.free("first"));
    var drawn = Offers.listed(server, bo, Offers.free("draw"));
    server.posted(ann, "/items/" + reserved + "/reserve", Map.of());
    server.posted(ann, "/items/" + drawn + "/reserve", Map.of("nonce", "mine"));
    ann.delete("/users/me");
    awaitTold(bo, "cancelled");
    server.posted(cay, "/items/" + reserved + "/reserve", Map.of());
    var draw = server.get(null, "/items/" + drawn + "/draw").body().path("draw");
    assertThat(draw.path("entries")).hasSize(1);
    assertThat(draw.path("entries").path(0).path("withdrawn").asBoolean()).isTrue();
  }

  @Test
  void a_leading_bid_is_withdrawn_and_the_price_is_as_if_it_had_never_been() {
    var auction = Offers.auctioned(server, bo);
    var dan = server.person();
    bid(dan, auction, 800);
    bid(ann, auction, 5000);
    bid(cay, auction, 2000);
    assertThat(
            server.get(cay, "/auctions/" + auction).body().path("auction").path("price").asLong())
        .isEqualTo(2100);
    ann.delete("/users/me");
    var after = server.get(cay, "/auctions/" + auction).body().path("auction");
    assertThat(after.path("leading").asBoolean()).isTrue();
    assertThat(after.path("price").asLong()).isEqualTo(900);
    assertThat(after.path("bids")).hasSize(3);
    assertThat(history(auction))
        .hasSize(3)
        .noneMatch(each -> each.bidder().value().equals(ann.userId()))
        .filteredOn(Auctions.Bid::isWithdrawn)
        .hasSize(1);
    // Bids go on from there.
    assertThat(bid(dan, auction, 1000).path("price").asLong()).isEqualTo(1100);
  }

  @Test
  void a_bid_that_does_not_lead_stays_without_its_name() {
    var auction = Offers.auctioned(server, bo);
    bid(cay, auction, 2000);
    bid(ann, auction, 900);
    ann.delete("/users/me");
    var after = server.get(cay, "/auctions/" + auction).body().path("auction");
    assertThat(after.path("price").asLong()).isEqualTo(1000);
    assertThat(history(auction))
        .hasSize(2)
        .noneMatch(each -> each.bidder().value().equals(ann.userId()))
        .noneMatch(Auctions.Bid::isWithdrawn);
    server.clock.advance(Duration.ofDays(2));
    awaitTold(bo, "lapsed");
    assertThat(server.post(bo, "/auctions/" + auction + "/offer-next", Map.of()).code())
        .as("nobody is left")
        .isEqualTo("NO_NEXT_BIDDER");
  }

  @Test
  void an_export_has_what_is_theirs_and_not_what_is_others() {
    var own = Offers.listed(server, ann, Offers.free("first"));
    var other = Offers.listed(server, bo, Offers.free("first"));
    server.posted(ann, "/items/" + other + "/reserve", Map.of());
    server.posted(ann, "/items/" + other + "/messages", Map.of("text", "I could come at six."));
    server.post(ann, "/items/" + other + "/favourite", Map.of());
    var post = Map.of("words", "lamp", "lat", 52.23, "lon", 21.01, "radius", 5);
    server.posted(ann, "/wanted", post);
    server.post(bo, "/users/" + ann.userId() + "/block", Map.of());
    server.post(ann, "/users/" + cay.userId() + "/block", Map.of());
    bid(ann, Offers.auctioned(server, server.person()), 700);
    var text = server.export(ann);
    assertThat(text)
        .contains(own, "Marszalkowska 1", "I could come at six.", "\"lamp\"", cay.userId());
    for (var type : List.of("profile", "item", "reservation", "message", "bid", "favourite")) {
      assertThat(text).contains("\"type\":\"ecobid_" + type + "\"");
    }
    assertThat(text.lines())
        .filteredOn(line -> line.contains("\"type\":\"ecobid_block\""))
        .hasSize(1)
        .allMatch(line -> line.contains(cay.userId()));
  }
}
