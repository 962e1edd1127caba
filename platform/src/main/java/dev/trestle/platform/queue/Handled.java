package dev.trestle.platform.queue;

/** What became of a job. */
public sealed interface Handled {
  /** It is done: the queue forgets it. */
  record Done() implements Handled {}

  /** It is done and the handler's own transaction has ended it, by {@link Claim#done}. */
  record Settled() implements Handled {}

  /** Not this time: again after a pause, or given up if it was tried often enough. */
  record Retry(String failure) implements Handled {}

  /** Never: it goes to the dead letters at once. */
  record Hopeless(String failure) implements Handled {}

  static Handled done() {
    return new Done();
  }

  static Handled settled() {
    return new Settled();
  }

  static Handled retry(String failure) {
    return new Retry(failure);
  }

  static Handled hopeless(String failure) {
    return new Hopeless(failure);
  }
}
