package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ThrottlingException;

/** What people are told while the table is throttled for longer than the server retries. */
class ThrottledMarketTest {
  private final EcoBidServer server = EcoBidServer.throttled();
  private final SignedInClient ann = server.person();
  private final SignedInClient bo = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  /** Leaves the table one write a second, and uses up that of this second. */
  private void useUp() {
    var nothing = Map.of("PK", AttributeValue.fromS("none"), "SK", AttributeValue.fromS("none"));
    var db = server.trestle.client();
    db.updateTable(
        ask -> ask.tableName("ecobid").onDemandThroughput(most -> most.maxWriteRequestUnits(1L)));
    try {
      while (true) db.deleteItem(ask -> ask.tableName("ecobid").key(nothing));
    } catch (ThrottlingException e) {
      // Used up.
    }
  }

  /** Once the answer was that this was done. */
  @Test
  void whoever_blocks_somebody_is_told_to_try_again() {
    server.get(ann, "/me/blocks"); // The first call gives her a profile.
    assertThat(server.get(bo, "/me/blocks").body().path("users")).isEmpty();
    useUp();
    var blocking = "/users/" + ann.userId() + "/block";
    assertThat(server.post(bo, blocking, Map.of()).status()).isEqualTo(503);
    assertThat(server.get(bo, "/me/blocks").body().path("users")).isEmpty();
    server.clock.advance(Duration.ofMinutes(1));
    assertThat(server.post(bo, blocking, Map.of()).status()).isEqualTo(204);
    assertThat(server.get(bo, "/me/blocks").body().path("users")).hasSize(1);
  }

  /** Once the answer was that they had rated already. */
  @Test
  void whoever_rates_somebody_is_told_to_try_again() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    var reserved = server.posted(bo, "/items/" + item + "/reserve", Map.of()).path("reservation");
    var path = "/reservations/" + reserved.path("id").asText();
    var pickup = server.clock.instant().plus(Duration.ofHours(1)).toString();
    server.posted(ann, path + "/confirm", Map.of("pickup_at", pickup));
    server.posted(ann, path + "/complete", Map.of());
    useUp();
    assertThat(server.post(bo, path + "/rating", Map.of("stars", 4)).status()).isEqualTo(503);
    server.clock.advance(Duration.ofMinutes(1));
    server.posted(bo, path + "/rating", Map.of("stars", 4));
    var giver = server.get(null, "/users/" + ann.userId()).body().path("user");
    assertThat(giver.path("rating").asDouble()).isEqualTo(4.0);
  }

  /** Once the answer was that they had too many reservations. */
  @Test
  void whoever_asks_for_an_item_is_told_to_try_again() {
    var item = Offers.listed(server, ann, Offers.free("first"));
    server.get(bo, "/me/blocks"); // The first call gives him a profile.
    useUp();
    var reserving = "/items/" + item + "/reserve";
    assertThat(server.post(bo, reserving, Map.of()).status()).isEqualTo(503);
    server.clock.advance(Duration.ofMinutes(1));
    server.posted(bo, reserving, Map.of());
  }
}
