package dev.trestle.ecobid.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.BidId;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.model.Status;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class BidsTest {
  private final Market market = new Market();
  private final UserId ann = market.person();
  private final UserId bo = market.person();
  private final UserId cay = market.person();

  @AfterEach
  void close() {
    market.close();
  }

  private Auction auction(Item item) {
    var key = new Auctions.OfAuction(item.auctionId().orElseThrow());
    return market.store.run(Auctions.FIND, key).orElseThrow();
  }

  private static void assertRefused(Class<? extends Refusal> refusal, ThrowingCallable call) {
    assertThatThrownBy(call).isInstanceOf(refusal);
  }

  @Test
  void a_bid_is_in_the_history_whether_it_leads_or_not() {
    var chair = market.auction(ann, 500, Optional.empty());
    var first = market.bid(bo, chair, 2000);
    assertThat(first.isLeading()).isTrue();
    assertThat(first.price()).isEqualTo(500);
    assertThat(first.nextMinimum()).isEqualTo(2100);
    var second = market.bid(cay, chair, 1500);
    assertThat(second.isLeading()).isFalse();
    assertThat(second.price()).isEqualTo(1600);
    assertThat(second.nextMinimum()).isEqualTo(1700);
    assertThat(market.handovers.history(chair.auctionId().orElseThrow()))
        .extracting(Auctions.Bid::price)
        .containsExactly(500L, 1600L);
    assertThat(auction(chair).bids()).isEqualTo(2);
  }

  @Test
  void a_refused_bid_is_told_the_next_minimum_and_writes_nothing() {
    var chair = market.auction(ann, 500, Optional.empty());
    market.bid(bo, chair, 2000);
    assertThatThrownBy(() -> market.bid(cay, chair, 599))
        .isInstanceOfSatisfying(
            Refusal.TooLow.class, low -> assertThat(low.nextMinimum()).isEqualTo(600));
    assertThat(auction(chair).bids()).isEqualTo(1);
  }

  @Test
  void nobody_bids_on_their_own_item_or_when_blocked() {
    var chair = market.auction(ann, 500, Optional.empty());
    assertRefused(Refusal.OwnItem.class, () -> market.bid(ann, chair, 2000));
    market.profiles.block(ann, bo, true);
    assertRefused(Refusal.NotFound.class, () -> market.bid(bo, chair, 2000));
  }

  @Test
  void repeating_a_bid_places_it_once() {
    var chair = market.auction(ann, 500, Optional.empty());
    var id = new BidId(market.ids.next("bid_"));
    var at = market.clock.instant();
    var auction = chair.auctionId().orElseThrow();
    market.bids.bid(bo, auction, 2000, id, at);
    market.bid(cay, chair, 3000);
    market.clock.advance(Duration.ofSeconds(30));
    var again = market.bids.bid(bo, auction, 2000, id, at);
    assertThat(again.isLeading()).isFalse();
    assertThat(auction(chair).bids()).isEqualTo(2);
    assertThat(market.handovers.history(auction)).hasSize(2);
  }

  @Test
  void a_late_bid_moves_the_end_and_the_item_follows() {
    var chair = market.auction(ann, 500, Optional.empty());
    market.clock.advance(Duration.ofHours(24).minusMillis(1));
    assertThat(market.bid(bo, chair, 2000).endsAt())
        .isEqualTo(chair.endsAt().plus(Duration.ofMinutes(10)));
    market.clock.advance(Duration.ofMillis(1));
    assertThat(market.handovers.look(market.item(chair)).item().status())
        .isEqualTo(Status.AVAILABLE);
    market.handovers.settle(chair.item());
    assertThat(market.item(chair).endsAt()).isEqualTo(chair.endsAt().plus(Duration.ofMinutes(10)));
    market.clock.advance(Duration.ofMinutes(10));
    assertRefused(Refusal.AuctionEnded.class, () -> market.bid(cay, chair, 9000));
    assertThat(market.handovers.look(market.item(chair)).item().status())
        .isEqualTo(Status.RESERVED);
  }

  @Test
  void the_winner_has_a_day_to_accept() {
    var chair = market.auction(ann, 500, Optional.empty());
    market.bid(bo, chair, 2000);
    market.bid(cay, chair, 1000);
    market.clock.advance(Duration.ofHours(24));
    var look = market.handovers.look(market.item(chair));
    var won = look.find(look.item().holding().orElseThrow().reservation()).orElseThrow();
    assertThat(won.user()).isEqualTo(bo);
    assertThat(won.price()).contains(1100L);
    market.clock.advance(Duration.ofHours(24).minusMillis(1));
    var accepted = market.handovers.accept(bo, chair.item(), won.reservation());
    assertThat(accepted.state()).isEqualTo(ReservationState.RESERVED);
    assertThat(auction(chair).state()).isEqualTo(Auctions.State.ENDED);
    // Bought things do not count.
    assertThat(market.profiles.get(bo).active()).isZero();
    // And do not lapse because the giver is slow.
    market.clock.advance(Duration.ofDays(10));
    assertThat(market.handovers.look(market.item(chair)).item().status())
        .isEqualTo(Status.RESERVED);
  }

  @Test
  void without_an_answer_the_giver_offers_it_to_the_next_as_if_the_winner_had_never_bid() {
    var chair = market.auction(ann, 500, Optional.empty());
    var dan = market.person();
    market.bid(dan, chair, 800);
    market.bid(bo, chair, 5000);
    market.bid(cay, chair, 4000);
    market.clock.advance(Duration.ofHours(24));
    var auction = chair.auctionId().orElseThrow();
    assertThatThrownBy(() -> market.handovers.offerNext(ann, auction))
        .isInstanceOf(Refusal.NotNow.class);
    market.clock.advance(Duration.ofHours(24));
    var offered = market.handovers.offerNext(ann, auction);
    assertThat(offered.user()).isEqualTo(cay);
    assertThat(offered.price()).contains(900L);
    assertThat(auction(chair).passedOver()).isEqualTo(Set.of(bo));
    market.clock.advance(Duration.ofHours(24));
    assertThat(market.handovers.offerNext(ann, auction).user()).isEqualTo(dan);
    market.clock.advance(Duration.ofHours(24));
    assertRefused(Refusal.NoNextBidder.class, () -> market.handovers.offerNext(ann, auction));
  }

  @Test
  void an_unmet_reserve_leaves_the_item_unsold() {
    var chair = market.auction(ann, 500, Optional.of(9000L));
    market.bid(bo, chair, 2000);
    market.clock.advance(Duration.ofHours(24));
    market.handovers.settle(chair.item());
    assertThat(auction(chair).state()).isEqualTo(Auctions.State.UNSOLD);
    assertThat(market.item(chair).status()).isEqualTo(Status.EXPIRED);
  }

  @Test
  void without_bids_it_expires_and_can_be_auctioned_again() {
    var chair = market.auction(ann, 500, Optional.empty());
    market.clock.advance(Duration.ofHours(24));
    market.handovers.settle(chair.item());
    assertThat(auction(chair).state()).isEqualTo(Auctions.State.EXPIRED);
    var again =
        market.handovers.auction(
            ann,
            chair.item(),
            new dev.trestle.ecobid.model.AuctionId(market.ids.next("auc_")),
            new AuctionTerms(48, 500, Optional.empty()));
    var listed = market.item(chair);
    assertThat(listed.status()).isEqualTo(Status.AVAILABLE);
    assertThat(listed.auctionId()).contains(again.auction());
    market.bid(bo, listed, 700);
  }

  @Test
  void an_auction_with_bids_cannot_be_withdrawn() {
    var chair = market.auction(ann, 500, Optional.empty());
    market.bid(bo, chair, 2000);
    assertThatThrownBy(() -> market.handovers.withdraw(ann, chair.item()))
        .isInstanceOf(Refusal.class);
    var other = market.auction(ann, 500, Optional.empty());
    market.handovers.withdraw(ann, other.item());
    assertRefused(Refusal.AuctionEnded.class, () -> market.bid(bo, other, 2000));
  }
}
