package dev.trestle.store;

import java.time.Duration;

/**
 * How a pattern was used since the store was made.
 *
 * @param calls runs, however they ended
 * @param refusals runs that a condition refused
 * @param errors runs that ended with an exception
 * @param retries requests beyond the first of a run that had to be sent again
 * @param items records read or written
 * @param readUnits read units consumed, as DynamoDB reported them
 * @param writeUnits write units consumed
 * @param latency of whole runs, retries and all
 */
public record Usage(
    long calls,
    long refusals,
    long errors,
    long retries,
    long items,
    double readUnits,
    double writeUnits,
    Latency latency) {

  /** The time within which this share of the runs ended, a few per cent too high at most. */
  public record Latency(
      Duration p50, Duration p90, Duration p99, Duration p999, Duration longest) {}
}
