package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.ecobid.client.EcoBidClient;
import dev.trestle.ecobid.client.EcoBidClient.NewOffer;
import dev.trestle.ecobid.client.EcoBidClient.Terms;
import dev.trestle.ecobid.client.EcoBidException;
import dev.trestle.ecobid.reservation.Draw;
import dev.trestle.testing.CameraFile;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The client in Java against a server. */
class ClientTest {
  private static final NewOffer CHAIR =
      NewOffer.free("Kitchen chair", "furniture", 52.2297, 21.0122, "Marszalkowska 1", "first");

  private final EcoBidServer server = new EcoBidServer();
  private final EcoBidClient ann = EcoBidClient.of(server.person());
  private final EcoBidClient bo = EcoBidClient.of(server.person());

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void from_listing_to_rating() {
    var photo = ann.upload(CameraFile.jpeg(300, 200, 6), "image/jpeg");
    var offer =
        new NewOffer(
            "Kitchen chair",
            "Birch",
            "furniture",
            52.2297,
            21.0122,
            "Marszalkowska 1",
            "free",
            "first",
            Optional.empty(),
            List.of(photo.id()));
    var chair = ann.list(offer, "list-1");
    assertThat(ann.list(offer, "list-1")).isEqualTo(chair);
    assertThat(ann.ownItems()).hasSize(1);
    var found = bo.newest(52.23, 21.01, 5);
    assertThat(found.items())
        .singleElement()
        .satisfies(one -> {
          assertThat(one.photo()).contains(photo.thumb());
          assertThat(one.id()).isEqualTo(chair.id());
        });
    var reserved = bo.reserve(chair.id());
    ann.confirm(reserved.id(), server.clock.instant().plus(Duration.ofHours(3)));
    assertThat(bo.reservations().getFirst().pickup().orElseThrow().address())
        .isEqualTo("Marszalkowska 1");
    bo.pickedUp(reserved.id());
    ann.complete(reserved.id());
    assertThat(bo.rate(reserved.id(), 5).status()).isEqualTo("completed");
    assertThat(bo.newest(52.23, 21.01, 5).items()).isEmpty();
  }

  @Test
  void bids_with_a_key_and_a_refusal_that_tells_the_next_minimum() {
    var auction =
        ann.list(CHAIR.auctioned(new Terms(24, 500, Optional.empty())), "list")
            .auction()
            .orElseThrow()
            .id();
    var first = bo.bid(auction, 2000, "bid");
    assertThat(bo.bid(auction, 2000, "bid")).isEqualTo(first);
    assertThat(bo.auction(auction).maximum()).contains(2000L);
    assertThat(bo.auction(auction).bids()).hasSize(1);
    var cay = EcoBidClient.of(server.person());
    assertThatThrownBy(() -> cay.bid(auction, 550, "low"))
        .isInstanceOfSatisfying(
            EcoBidException.class,
            e -> {
              assertThat(e.code()).isEqualTo("TOO_LOW");
              assertThat(e.nextMinimum()).hasValue(600);
            });
  }

  @Test
  void a_draw_is_checked_with_what_the_client_returns() {
    var item = ann.list(CHAIR, "x").id();
    ann.withdraw(item);
    var drawn =
        ann.list(NewOffer.free("Lamp", "home", 52.2297, 21.0122, "Marszalkowska 1", "draw"), "y");
    var entered = bo.enter(drawn.id(), "my-own-nonce");
    EcoBidClient.of(server.person()).reserve(drawn.id());
    server.clock.advance(Duration.ofHours(6));
    var draw = bo.draw(drawn.id());
    var seed = HexFormat.of().parseHex(draw.seed().orElseThrow());
    assertThat(Draw.commitment(seed, drawn.id())).isEqualTo(draw.commitment());
    var entries = draw.entries().stream().map(e -> new Draw.Entry(e.id(), e.nonce())).toList();
    assertThat(entries).contains(new Draw.Entry(entered.entryId(), "my-own-nonce"));
    assertThat(entries.get(Draw.winner(seed, drawn.id(), entries)).id())
        .isEqualTo(draw.winner().orElseThrow());
  }
}
