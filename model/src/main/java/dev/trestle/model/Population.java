package dev.trestle.model;

import java.time.Duration;
import java.util.Optional;

/**
 * How many items of an entity there are.
 *
 * @param items in all
 * @param perPartition under the fullest partition key; grows for ever if {@code growth} is there
 * @param growth items a day under the fullest partition key, where nothing bounds them
 * @param kept how long an item lives, where time to live removes it
 */
public record Population(
    long items, long perPartition, Optional<Double> growth, Optional<Duration> kept) {
  public static final Population ONE = new Population(1, 1, Optional.empty(), Optional.empty());

  public static Population of(long items, long perPartition) {
    return new Population(items, perPartition, Optional.empty(), Optional.empty());
  }

  public Population growing(double perDay) {
    return new Population(items, perPartition, Optional.of(perDay), kept);
  }

  public Population kept(Duration time) {
    return new Population(items, perPartition, growth, Optional.of(time));
  }
}
