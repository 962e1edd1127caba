package dev.trestle.console;

import java.util.Locale;
import java.util.Optional;

/**
 * A declared alarm and its current value.
 *
 * @param index the index whose units are measured; empty for the table
 * @param threshold above this value the alarm is raised
 * @param value of the last minute, or the current value; empty if it cannot be measured here
 * @param remark why there is no value, or what it refers to
 */
public record ConsoleAlarm(
    String system,
    String table,
    Optional<String> index,
    Kind kind,
    double threshold,
    Optional<Double> value,
    State state,
    Optional<String> remark) {

  /** What is measured. */
  public enum Kind {
    /** Units per second. */
    READ_UNITS,
    WRITE_UNITS,
    /** Throttled requests. */
    THROTTLED,
    /** The 99th percentile of an operation's latency, in milliseconds. */
    LATENCY_P99,
    /** Bytes under one partition key. */
    COLLECTION_BYTES;

    /** The name as a metrics label. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The state of an alarm. */
  public enum State {
    FINE,
    /** Above the threshold, but not for long enough. */
    PENDING,
    RAISED,
    /** Not measured. */
    UNKNOWN
  }
}
