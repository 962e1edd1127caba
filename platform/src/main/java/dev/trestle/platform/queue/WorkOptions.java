package dev.trestle.platform.queue;

import java.time.Duration;

/**
 * How a worker handles a queue.
 *
 * @param concurrency jobs at a time in this process
 * @param visibility a claimed job is another's to take after this time without a renewal; renewed
 *     three times as often while its handler runs
 */
public record WorkOptions(int concurrency, Duration visibility, Backoff backoff) {
  public static final WorkOptions STANDARD =
      new WorkOptions(16, Duration.ofSeconds(30), Backoff.STANDARD);

  public WorkOptions {
    if (concurrency < 1) throw new IllegalArgumentException(concurrency + " at a time");
    if (visibility.toMillis() < 30)
      throw new IllegalArgumentException("visible after " + visibility);
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
