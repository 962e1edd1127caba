package dev.trestle.engine.ttl;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;

/** The rule for when an item expires, shared by writes, backfills and the sweeper. */
public final class Expiry {
  /** DynamoDB does not remove items that expired longer ago than this. */
  static final long PAST_SECONDS_MAX = Duration.ofDays(5 * 365).toSeconds();

  /**
   * Values above this are later than any clock. The limit keeps sums of seconds from overflowing.
   */
  private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(Long.MAX_VALUE >> 1);

  private Expiry() {}

  /**
   * Returns the epoch second in an item's attribute, however old. It is the position of the item's
   * entry in the expiry index, if it has one. Writes use it to delete the entry of the old item,
   * because an entry that was recent enough when it was written may be too old now.
   */
  public static Optional<Long> seconds(Item item, String attribute) {
    return item.get(attribute).flatMap(Expiry::seconds);
  }

  /**
   * Returns the epoch second at which the item is to be removed, or empty if the attribute is
   * missing, is not a number, or lies more than five years in the past.
   */
  public static Optional<Long> of(Item item, String attribute, long nowSeconds) {
    return seconds(item, attribute).filter(seconds -> seconds >= nowSeconds - PAST_SECONDS_MAX);
  }

  private static Optional<Long> seconds(Value value) {
    if (value.type() != Type.N) return Optional.empty();
    var number = value.number();
    if (number.signum() < 0 || number.compareTo(SECONDS_MAX) > 0) return Optional.empty();
    return Optional.of(number.setScale(0, RoundingMode.FLOOR).longValueExact());
  }
}
