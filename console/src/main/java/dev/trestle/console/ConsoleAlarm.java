package dev.trestle.console;

import java.util.Locale;
import java.util.Optional;

/**
 * A declared alarm as it stands.
 *
 * @param index whose units are meant; none where it is the table
 * @param threshold above which it rings
 * @param value of the last minute, or of now; none where nobody here can tell
 * @param remark why there is no value, or what it is of
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
    /** Units a second. */
    READ_UNITS,
    WRITE_UNITS,
    /** Requests that were turned away. */
    THROTTLED,
    /** Milliseconds that the slowest hundredth of an operation's requests took. */
    LATENCY_P99,
    /** What lies under one partition key. */
    COLLECTION_BYTES;

    /** In lower case, as labels of metrics are. */
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How it stands. */
  public enum State {
    FINE,
    /** Above the threshold, but not for long enough to call somebody. */
    PENDING,
    RAISED,
    /** It cannot be measured here. */
    UNKNOWN
  }
}
