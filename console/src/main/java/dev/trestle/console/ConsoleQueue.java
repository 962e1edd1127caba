package dev.trestle.console;

import dev.trestle.platform.queue.WorkQueue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A work queue as the console sees it. */
public interface ConsoleQueue {
  /** A queue of the platform. */
  static ConsoleQueue of(WorkQueue queue, String name, InstantSource clock) {
    return new PlatformQueue(queue, name, clock);
  }

  String name();

  State state();

  /** Work that was given up, the oldest first, at most so many. */
  List<DeadLetter> deadLetters(int most);

  /** Has it tried again; false if it is no longer there. */
  boolean replay(String id);

  /** Forgets it; false if it is no longer there. */
  boolean drop(String id);

  /**
   * How much waits.
   *
   * @param waiting due, and nobody has taken it yet
   * @param claimed being worked on
   * @param later not due yet
   * @param dead given up
   * @param complete false where there were more than are counted
   * @param oldestDue since when the oldest that is due has waited
   */
  record State(
      long waiting,
      long claimed,
      long later,
      long dead,
      boolean complete,
      Optional<Instant> oldestDue) {}

  /**
   * Work that was given up.
   *
   * @param body what was to be done, as text
   * @param attempts how often it was tried
   * @param error why the last attempt failed
   */
  record DeadLetter(String id, String body, long attempts, String error, Instant since) {}
}
