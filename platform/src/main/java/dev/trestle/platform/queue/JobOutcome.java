package dev.trestle.platform.queue;

/** The outcome of a job. */
public sealed interface JobOutcome {
  /** The job is done. The queue deletes it. */
  record Done() implements JobOutcome {}

  /** The job is done, and the handler's own transaction deleted it with {@link Claim#done}. */
  record DoneInTransaction() implements JobOutcome {}

  /** Try again after a pause. After the last attempt the job becomes a dead letter. */
  record Retry(String failure) implements JobOutcome {}

  /** The job becomes a dead letter at once. */
  record Failed(String failure) implements JobOutcome {}

  static JobOutcome done() {
    return new Done();
  }

  static JobOutcome doneInTransaction() {
    return new DoneInTransaction();
  }

  static JobOutcome retry(String failure) {
    return new Retry(failure);
  }

  static JobOutcome failed(String failure) {
    return new Failed(failure);
  }
}
