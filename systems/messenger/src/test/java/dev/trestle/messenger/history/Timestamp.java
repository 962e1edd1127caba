package dev.trestle.messenger.history;

/**
 * When something happened: by the monotonic clock of its process, and by the wall clock in
 * microseconds, which is all that two processes share.
 */
public record Timestamp(String process, long nanos, long wallMicros) {
  /** By how much the wall clocks of two processes may differ. */
  static final long APART_MICROS_MAX = 20_000;

  /** Returns whether this certainly happened before the other. */
  boolean isBefore(Timestamp other) {
    return process.equals(other.process)
        ? nanos < other.nanos
        : wallMicros + APART_MICROS_MAX < other.wallMicros;
  }
}
