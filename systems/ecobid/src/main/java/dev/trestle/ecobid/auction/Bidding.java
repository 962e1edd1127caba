package dev.trestle.ecobid.auction;

import dev.trestle.accounts.UserId;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The state of an auction, and how a bid changes it. Bids are maxima: the price is what the second
 * highest requires, and the earlier of two equal ones leads. Amounts are in the currency's smallest
 * unit.
 *
 * @param reserve the lowest price that the seller accepts; never shown
 * @param leader the bidder with the highest maximum
 */
public record Bidding(
    long minimum, Optional<Long> reserve, long price, Optional<Leader> leader, Instant ends) {
  /** The smallest step between prices. */
  public static final long INCREMENT = 100;

  /** The highest amount that can be bid. */
  public static final long AMOUNT_MAX = 100_000_000;

  /** A bid of another user within this time before the end extends the auction. */
  public static final Duration SOFT_CLOSE = Duration.ofMinutes(5);

  public static final Duration EXTENSION = Duration.ofMinutes(10);

  /** Who leads, up to which amount. */
  public record Leader(UserId user, long maximum) {}

  /** Nobody has bid yet. */
  public static Bidding open(long minimum, Optional<Long> reserve, Instant ends) {
    return new Bidding(minimum, reserve, 0, Optional.empty(), ends);
  }

  /** Evaluates a bid. */
  public BidOutcome bid(UserId bidder, long maximum, Instant now) {
    if (!now.isBefore(ends)) return new BidOutcome.Ended();
    long least = nextMinimum(bidder);
    if (maximum < least) return new BidOutcome.TooLow(least);
    return new BidOutcome.Accepted(accepted(bidder, maximum, now));
  }

  /** The lowest bid that this user may place now. */
  public long nextMinimum(UserId bidder) {
    return leader
        .filter(leading -> leading.user.equals(bidder))
        .map(leading -> leading.maximum + INCREMENT)
        .orElse(nextMinimum());
  }

  /** The lowest bid for anyone except the leader. */
  public long nextMinimum() {
    return leader.isEmpty() ? minimum : price + INCREMENT;
  }

  public boolean isLedBy(UserId user) {
    return leader.filter(leading -> leading.user.equals(user)).isPresent();
  }

  /** Returns whether the leader reaches the reserve price. */
  public boolean meetsReserve() {
    return leader.isPresent() && leader.get().maximum >= reserve.orElse(0L);
  }

  /** The same with another name for one of the bidders. */
  public Bidding renamed(UserId user, UserId alias) {
    return new Bidding(
        minimum,
        reserve,
        price,
        leader.map(one -> one.user.equals(user) ? new Leader(alias, one.maximum) : one),
        ends);
  }

  private Bidding accepted(UserId bidder, long maximum, Instant now) {
    if (leader.isEmpty()) return led(bidder, maximum, minimum).extended(now);
    var leading = leader.get();
    if (leading.user.equals(bidder)) return led(bidder, maximum, price);
    if (maximum <= leading.maximum) {
      return priced(Math.min(leading.maximum, maximum + INCREMENT)).extended(now);
    }
    long required = Math.min(maximum, leading.maximum + INCREMENT);
    return led(bidder, maximum, Math.max(price, required)).extended(now);
  }

  /** A leader who reaches the reserve pays at least the reserve. */
  private Bidding led(UserId bidder, long maximum, long required) {
    long atLeast = reserve.filter(least -> maximum >= least).orElse(0L);
    return new Bidding(
        minimum,
        reserve,
        Math.max(required, atLeast),
        Optional.of(new Leader(bidder, maximum)),
        ends);
  }

  private Bidding priced(long higher) {
    return new Bidding(minimum, reserve, higher, leader, ends);
  }

  private Bidding extended(Instant now) {
    if (now.isBefore(ends.minus(SOFT_CLOSE))) return this;
    return new Bidding(minimum, reserve, price, leader, ends.plus(EXTENSION));
  }
}
