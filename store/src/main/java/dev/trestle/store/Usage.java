package dev.trestle.store;

import java.time.Duration;

/**
 * The usage of a pattern since the store was created.
 *
 * @param calls the number of runs, whatever their outcome
 * @param refusals runs that a condition refused
 * @param errors runs that failed with an exception
 * @param retries repeated requests
 * @param items records read or written
 * @param readUnits read units consumed, as DynamoDB reported them
 * @param writeUnits write units consumed
 * @param latency the duration of whole runs, including retries
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

  /**
   * Returns the time within which this share of the runs finished, at most a few per cent too high.
   */
  public record Latency(
      Duration p50, Duration p90, Duration p99, Duration p999, Duration longest) {}
}
