package dev.trestle.platform.queue;

import java.time.Duration;

/** The outcome of a job. */
public sealed interface JobOutcome {
  /** The job is done. The queue deletes it. */
  record Done() implements JobOutcome {}

  /** The job is done, and the handler's own transaction deleted it with {@link Claim#done}. */
  record DoneInTransaction() implements JobOutcome {}

  /**
   * Try again after a pause. After the last attempt the job becomes a dead letter.
   *
   * @param pauseMin the pause is at least this long
   */
  record Retry(String failure, Duration pauseMin) implements JobOutcome {}

  /**
   * Not now: the job is run again after a random pause, and this attempt does not count. For what
   * has not begun, because something that it needs is in use.
   *
   * @param pauseMax the longest pause; random, so that those turned away do not all come at once
   */
  record Postponed(Duration pauseMax) implements JobOutcome {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    public Postponed {
      if (pauseMax.isNegative() || pauseMax.compareTo(LONGEST) > 0) {
        throw new IllegalArgumentException("a pause of up to " + pauseMax);
      }
    }
  }

  /** The job becomes a dead letter at once. */
  record Failed(String failure) implements JobOutcome {}

  static JobOutcome done() {
    return new Done();
  }

  static JobOutcome doneInTransaction() {
    return new DoneInTransaction();
  }

  static JobOutcome retry(String failure) {
    return new Retry(failure, Duration.ZERO);
  }

  static JobOutcome retry(String failure, Duration pauseMin) {
    return new Retry(failure, pauseMin);
  }

  static JobOutcome postponed(Duration pauseMax) {
    return new Postponed(pauseMax);
  }

  static JobOutcome failed(String failure) {
    return new Failed(failure);
  }
}
