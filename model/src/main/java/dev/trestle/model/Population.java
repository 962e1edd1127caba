package dev.trestle.model;

import java.time.Duration;
import java.util.Optional;

/**
 * The number of items of an entity.
 *
 * @param items the total
 * @param perPartition the number under the largest partition key; grows without bound if {@code
 *     growth} is present
 * @param growth items per day under the largest partition key, if nothing bounds them
 * @param kept how long an item lives, if time to live removes it
 */
public record Population(
    long items, long perPartition, Optional<Double> growth, Optional<Duration> kept) {
  /** A single item. */
  public static final Population ONE = new Population(1, 1, Optional.empty(), Optional.empty());

  public Population {
    if (items < 0 || perPartition < 1 || perPartition > Math.max(1, items)) {
      throw new IllegalArgumentException(
          ("A population has zero or more items, and its fullest partition key has at least one and"
                  + " at most all of them: not %d items with %d under one key.")
              .formatted(items, perPartition));
    }
    if (growth.filter(perDay -> !(perDay >= 0) || perDay.isInfinite()).isPresent()) {
      throw new IllegalArgumentException(
          "A partition grows by zero or more items a day, not by %s.".formatted(growth.get()));
    }
    if (kept.filter(time -> time.isNegative() || time.isZero()).isPresent()) {
      throw new IllegalArgumentException(
          "Items are kept for a time longer than zero, not for %s.".formatted(kept.get()));
    }
  }

  /** So many items, of which at most so many have the same partition key. */
  public static Population of(long items, long perPartition) {
    return new Population(items, perPartition, Optional.empty(), Optional.empty());
  }

  /**
   * Returns this population with a largest partition that grows by so many items a day, without
   * bound.
   */
  public Population growing(double perDay) {
    return new Population(items, perPartition, Optional.of(perDay), kept);
  }

  /** Returns this population with items that time to live removes after a while. */
  public Population kept(Duration time) {
    return new Population(items, perPartition, growth, Optional.of(time));
  }
}
