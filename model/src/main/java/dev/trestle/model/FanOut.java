package dev.trestle.model;

import java.util.Optional;

/**
 * The partitions that one query reads: a request for each, merged in the order of the sort key.
 *
 * @param part the part of the partition key that tells them apart
 * @param parameter the list of its values, where the caller gives them
 * @param most the most partitions of a call
 * @param typical how many partitions a call usually has; its cost is computed from this
 */
public record FanOut(
    Buckets buckets, String part, Optional<String> parameter, int most, double typical) {
  /** Which values the part has. */
  public enum Buckets {
    /** Every value there is, such as all shards. */
    ALL,
    /** The values in a parameter of the call. */
    LISTED,
    /** Those that the range touches: the days between two times. They follow one another. */
    RANGED
  }
}
