package dev.trestle.ecobid.auction;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random bidders against a small reference that keeps every maximum and looks at all of them. */
class BiddingProperties {
  private static final Instant START = Instant.parse("2026-11-16T12:00:00Z");

  private record Maximum(UserId user, long amount, int order) {}

  /** Written from the rules, with no state but the accepted bids, the price and the end. */
  private static final class Reference {
    private final long minimum;
    private final Optional<Long> reserve;
    private final List<Maximum> accepted = new ArrayList<>();
    private long price;
    private Instant ends;

    Reference(long minimum, Optional<Long> reserve, Instant ends) {
      this.minimum = minimum;
      this.reserve = reserve;
      this.ends = ends;
    }

    /** Highest first, of equal ones the earlier first. */
    private List<Maximum> ranking() {
      return accepted.stream()
          .sorted(
              Comparator.comparingLong(Maximum::amount).reversed().thenComparingInt(Maximum::order))
          .toList();
    }

    Optional<UserId> leader() {
      return ranking().stream().findFirst().map(Maximum::user);
    }

    boolean bid(UserId user, long amount, Instant now) {
      if (!now.isBefore(ends)) return false;
      var before = leader();
      boolean raises = before.filter(user::equals).isPresent();
      if (raises && amount < ranking().getFirst().amount() + 100) return false;
      if (!raises && amount < (before.isEmpty() ? minimum : price + 100)) return false;
      accepted.add(new Maximum(user, amount, accepted.size()));
      var top = ranking().getFirst();
      if (!raises) {
        var second =
            ranking().stream().filter(other -> !other.user().equals(top.user())).findFirst();
        long required = second.map(other -> other.amount() + 100).orElse(minimum);
        price = Math.max(price, Math.min(top.amount(), required));
        if (!now.isBefore(ends.minus(Duration.ofMinutes(5)))) {
          ends = ends.plus(Duration.ofMinutes(10));
        }
      }
      if (reserve.isPresent() && top.amount() >= reserve.get()) {
        price = Math.max(price, reserve.get());
      }
      return true;
    }
  }

  @Test
  void random_bidders_get_what_the_rules_say() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int auction = 0; auction < 2_000; auction++) {
      long minimum = random.nextLong(500, 5_001);
      var reserve =
          random.nextBoolean()
              ? Optional.of(minimum + random.nextLong(5_000))
              : Optional.<Long>empty();
      var ends = START.plus(Duration.ofHours(1));
      var reference = new Reference(minimum, reserve, ends);
      var bidding = Bidding.open(minimum, reserve, ends);
      var now = START;
      for (int i = 0; i < 40; i++) {
        now = now.plusMillis(random.nextLong(200_000));
        var user = new UserId("user_" + random.nextInt(5));
        long amount =
            Math.max(1, bidding.nextMinimum(user) + random.nextLong(-200, 1_000) / 50 * 50);
        boolean isAccepted = reference.bid(user, amount, now);
        if (bidding.bid(user, amount, now) instanceof BidOutcome.Accepted(var after)) {
          assertThat(isAccepted).as("seed %d, auction %d", seed, auction).isTrue();
          bidding = after;
        } else {
          assertThat(isAccepted).as("seed %d, auction %d", seed, auction).isFalse();
        }
        assertThat(bidding.price())
            .as("seed %d, auction %d", seed, auction)
            .isEqualTo(reference.price);
        assertThat(bidding.ends())
            .as("seed %d, auction %d", seed, auction)
            .isEqualTo(reference.ends);
        assertThat(bidding.leader().map(Bidding.Leader::user))
            .as("seed %d, auction %d", seed, auction)
            .isEqualTo(reference.leader());
      }
    }
  }

  /** Offering to the next bidder and deleting an account rely on this. */
  @Test
  void without_one_bidder_all_other_bids_are_still_accepted() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    for (int auction = 0; auction < 2_000; auction++) {
      var reserve = Optional.of(500 + random.nextLong(5_000));
      var bidding = Bidding.open(500, reserve, START);
      var accepted = new ArrayList<Maximum>();
      for (int i = 0; i < 30; i++) {
        var user = new UserId("user_" + random.nextInt(4));
        long amount = bidding.nextMinimum(user) + random.nextLong(-100, 1_000);
        if (bidding.bid(user, amount, Instant.EPOCH) instanceof BidOutcome.Accepted(var after)) {
          bidding = after;
          accepted.add(new Maximum(user, amount, i));
        }
      }
      var without = Bidding.open(500, reserve, START);
      for (var bid : accepted) {
        if (bid.user().value().equals("user_0")) continue;
        var outcome = without.bid(bid.user(), bid.amount(), Instant.EPOCH);
        assertThat(outcome)
            .as("seed %d, auction %d", seed, auction)
            .isInstanceOf(BidOutcome.Accepted.class);
        without = ((BidOutcome.Accepted) outcome).after();
      }
    }
  }
}
