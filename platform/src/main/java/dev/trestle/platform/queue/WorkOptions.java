package dev.trestle.platform.queue;

import java.time.Duration;

/**
 * How a worker runs a queue's jobs.
 *
 * @param concurrency how many jobs this process runs at a time
 * @param visibility how long a claim lasts without renewal; a running job is renewed three times as
 *     often
 */
public record WorkOptions(int concurrency, Duration visibility, Backoff backoff) {
  public static final WorkOptions STANDARD =
      new WorkOptions(16, Duration.ofSeconds(30), Backoff.STANDARD);

  public WorkOptions {
    if (concurrency < 1) throw new IllegalArgumentException("a concurrency of " + concurrency);
    if (visibility.toMillis() < 30) {
      throw new IllegalArgumentException("a visibility of " + visibility);
    }
  }

  public WorkOptions concurrency(int jobs) {
    return new WorkOptions(jobs, visibility, backoff);
  }

  public WorkOptions visibility(Duration time) {
    return new WorkOptions(concurrency, time, backoff);
  }

  public WorkOptions backoff(Backoff other) {
    return new WorkOptions(concurrency, visibility, other);
  }
}
