package dev.trestle.ecobid.auction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.auction.Bidding.Leader;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BiddingTest {
  private static final UserId ANN = new UserId("user_A");
  private static final UserId BO = new UserId("user_B");
  private static final UserId CAY = new UserId("user_C");
  private static final Instant NOON = Instant.parse("2026-11-16T12:00:00.000Z");
  private static final Instant EARLY = NOON.minus(Duration.ofHours(3));

  private static Bidding open() {
    return Bidding.open(500, Optional.empty(), NOON);
  }

  private static Bidding bid(Bidding at, UserId who, long maximum) {
    return bid(at, who, maximum, EARLY);
  }

  private static Bidding bid(Bidding at, UserId who, long maximum, Instant now) {
    assertThat(at.bid(who, maximum, now)).isInstanceOf(BidOutcome.Accepted.class);
    return ((BidOutcome.Accepted) at.bid(who, maximum, now)).after();
  }

  @Test
  void the_first_bid_leads_at_the_minimum() {
    assertThat(open().bid(ANN, 499, EARLY)).isEqualTo(new BidOutcome.TooLow(500));
    var after = bid(open(), ANN, 2000);
    assertThat(after.price()).isEqualTo(500);
    assertThat(after.leader()).contains(new Leader(ANN, 2000));
  }

  @Test
  void a_lower_maximum_raises_the_price_to_a_step_above_it() {
    var after = bid(bid(open(), ANN, 2000), BO, 1200);
    assertThat(after.price()).isEqualTo(1300);
    assertThat(after.isLedBy(ANN)).isTrue();
  }

  @Test
  void the_price_never_exceeds_the_leader_s_maximum() {
    var after = bid(bid(open(), ANN, 2000), BO, 1950);
    assertThat(after.price()).isEqualTo(2000);
    assertThat(after.isLedBy(ANN)).isTrue();
  }

  @Test
  void a_higher_maximum_leads_at_a_step_above_the_former() {
    var after = bid(bid(open(), ANN, 2000), BO, 5000);
    assertThat(after.price()).isEqualTo(2100);
    assertThat(after.leader()).contains(new Leader(BO, 5000));
    assertThat(bid(bid(open(), ANN, 2000), BO, 2050).price()).isEqualTo(2050);
  }

  @Test
  void of_two_equal_maxima_the_earlier_leads() {
    var after = bid(bid(open(), ANN, 2000), BO, 2000);
    assertThat(after.price()).isEqualTo(2000);
    assertThat(after.isLedBy(ANN)).isTrue();
    assertThat(after.bid(CAY, 2000, EARLY)).isEqualTo(new BidOutcome.TooLow(2100));
  }

  @Test
  void a_bid_below_the_next_step_is_told_the_next_minimum() {
    var after = bid(open(), ANN, 2000);
    assertThat(after.bid(BO, 599, EARLY)).isEqualTo(new BidOutcome.TooLow(600));
    assertThat(after.bid(BO, 600, EARLY)).isInstanceOf(BidOutcome.Accepted.class);
  }

  @Test
  void a_leader_who_raises_changes_neither_price_nor_end() {
    var before = bid(bid(open(), ANN, 2000), BO, 1000);
    var late = NOON.minusMillis(1);
    var after = bid(before, ANN, 9000, late);
    assertThat(after.price()).isEqualTo(before.price());
    assertThat(after.ends()).isEqualTo(NOON);
    assertThat(after.leader()).contains(new Leader(ANN, 9000));
    assertThat(before.bid(ANN, 2000, EARLY)).isEqualTo(new BidOutcome.TooLow(2100));
  }

  @Test
  void once_a_maximum_reaches_the_reserve_the_price_is_at_least_the_reserve() {
    var start = Bidding.open(500, Optional.of(3000L), NOON);
    var below = bid(start, ANN, 2000);
    assertThat(below.price()).isEqualTo(500);
    assertThat(below.meetsReserve()).isFalse();
    var met = bid(below, BO, 3500);
    assertThat(met.price()).isEqualTo(3000);
    assertThat(met.meetsReserve()).isTrue();
    assertThat(bid(start, ANN, 3000).price()).isEqualTo(3000);
  }

  @Test
  void a_leader_who_first_reaches_the_reserve_pays_it() {
    var start = Bidding.open(500, Optional.of(3000L), NOON);
    var raised = bid(bid(start, ANN, 2000), ANN, 4000, NOON.minusMillis(1));
    assertThat(raised.price()).isEqualTo(3000);
    assertThat(raised.ends()).isEqualTo(NOON);
    assertThat(bid(raised, ANN, 5000).price()).isEqualTo(3000);
  }

  /** For an end at 12:00:00.000. */
  @ParameterizedTest
  @CsvSource({
    "11:54:59.999, 12:00:00.000",
    "11:55:00.000, 12:10:00.000",
    "11:59:59.999, 12:10:00.000"
  })
  void the_soft_close_is_exact_to_the_millisecond(String at, String ends) {
    var leading = bid(open(), ANN, 2000);
    assertThat(bid(leading, BO, 1000, today(at)).ends()).isEqualTo(today(ends));
    assertThat(bid(leading, BO, 5000, today(at)).ends()).isEqualTo(today(ends));
    assertThat(bid(open(), BO, 5000, today(at)).ends()).isEqualTo(today(ends));
  }

  @Test
  void at_the_end_it_is_too_late() {
    assertThat(open().bid(ANN, 5000, NOON)).isEqualTo(new BidOutcome.Ended());
    assertThat(open().bid(ANN, 1, NOON)).isEqualTo(new BidOutcome.Ended());
  }

  @Test
  void an_extension_can_be_extended() {
    var first = bid(open(), ANN, 2000, today("11:59:59.999"));
    assertThat(first.ends()).isEqualTo(today("12:10:00.000"));
    var early = bid(first, BO, 600, today("12:04:59.999"));
    assertThat(early.ends()).isEqualTo(today("12:10:00.000"));
    var second = bid(early, BO, 900, today("12:05:00.000"));
    assertThat(second.ends()).isEqualTo(today("12:20:00.000"));
  }

  @Test
  void a_refused_bid_moves_nothing() {
    var leading = bid(open(), ANN, 2000);
    assertThat(leading.bid(BO, 10, NOON.minusMillis(1))).isEqualTo(new BidOutcome.TooLow(600));
  }

  private static Instant today(String time) {
    return Instant.parse("2026-11-16T" + time + "Z");
  }
}
