package dev.trestle.messenger.history;

/**
 * When something happened: by the monotonic clock of the process that saw it, and by the wall
 * clock, in microseconds, which is all that two processes share.
 */
public record Moment(String process, long nanos, long wallMicros) {
  /** Wall clocks of two processes may be apart by this much before their order counts. */
  static final long APART_MICROS_MAX = 20_000;

  /** Whether this was over before the other, beyond doubt. */
  boolean isBefore(Moment other) {
    return process.equals(other.process)
        ? nanos < other.nanos
        : wallMicros + APART_MICROS_MAX < other.wallMicros;
  }
}
