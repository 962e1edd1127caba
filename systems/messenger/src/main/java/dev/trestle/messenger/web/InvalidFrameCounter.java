package dev.trestle.messenger.web;

import java.time.Duration;
import java.util.ArrayDeque;

/** Counts the frames of one socket that were refused. Used by one thread. */
final class InvalidFrameCounter {
  private static final long WINDOW = Duration.ofSeconds(60).toNanos();

  private final int framesMax;
  private final ArrayDeque<Long> recent = new ArrayDeque<>(1);

  /** Creates a counter that allows fewer than this many within a minute. */
  InvalidFrameCounter(int framesMax) {
    this.framesMax = framesMax;
  }

  /** Counts one more; true if that is too many. */
  boolean add(long nanos) {
    recent.add(nanos);
    while (nanos - recent.getFirst() > WINDOW) recent.removeFirst();
    return recent.size() >= framesMax;
  }
}
