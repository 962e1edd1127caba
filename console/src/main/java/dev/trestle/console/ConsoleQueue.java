package dev.trestle.console;

import dev.trestle.platform.queue.WorkQueue;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** A work queue that the console shows. */
public interface ConsoleQueue {
  /** A queue of the platform. */
  static ConsoleQueue of(WorkQueue queue, String name, InstantSource clock) {
    return new PlatformQueue(queue, name, clock);
  }

  String name();

  State state();

  /** Dead letters, oldest first. */
  List<DeadLetter> deadLetters(int most);

  /** Replays a dead letter; false if it is gone. */
  boolean replay(String id);

  /** Drops a dead letter; false if it is gone. */
  boolean drop(String id);

  /**
   * The number of jobs by state.
   *
   * @param waiting due and unclaimed
   * @param claimed running
   * @param later not due yet
   * @param dead failed for good
   * @param complete false if not all were counted
   * @param oldestDue the due time of the oldest waiting job
   */
  record State(
      long waiting,
      long claimed,
      long later,
      long dead,
      boolean complete,
      Optional<Instant> oldestDue) {}

  /**
   * A dead letter.
   *
   * @param body the payload as text
   * @param attempts how often it was tried
   * @param error of the last attempt
   */
  record DeadLetter(String id, String body, long attempts, String error, Instant since) {}
}
