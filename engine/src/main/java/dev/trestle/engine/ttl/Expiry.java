package dev.trestle.engine.ttl;

import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Optional;

/** When an item is to go: the one rule that writes, backfills and the sweeper share. */
public final class Expiry {
  /** DynamoDB leaves items alone whose time was over longer ago than this. */
  static final long PAST_SECONDS_MAX = Duration.ofDays(5 * 365).toSeconds();

  /** Longs beyond this are later than any clock; it keeps sums of seconds from overflowing. */
  private static final BigDecimal SECONDS_MAX = BigDecimal.valueOf(Long.MAX_VALUE >> 1);

  private Expiry() {}

  /**
   * The epoch second in an item's attribute, whenever that is: the place where the item's entry is
   * in the index of expiry times, if it has one. A write takes the old item's entry away by this,
   * since an entry that was young enough when it was made may be too old now.
   */
  public static Optional<Long> seconds(Item item, String attribute) {
    return item.get(attribute).flatMap(Expiry::seconds);
  }

  /**
   * The epoch second at which the item is to be removed. None where the attribute is missing or no
   * number, and where its time was over more than five years before now.
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
