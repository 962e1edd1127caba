package dev.trestle.messenger.web;

import java.time.Duration;
import java.util.ArrayDeque;

/** Counts what a socket should not have sent: ten in a minute are too many. For one thread. */
final class FaultCount {
  private static final int FAULTS_MAX = 10;
  private static final long WINDOW = Duration.ofSeconds(60).toNanos();

  private final ArrayDeque<Long> lately = new ArrayDeque<>(1);

  /** Notes one more. */
  boolean isOneTooMany(long nanos) {
    lately.add(nanos);
    while (nanos - lately.getFirst() > WINDOW) lately.removeFirst();
    return lately.size() >= FAULTS_MAX;
  }
}
