package dev.trestle.platform.feed;

import dev.trestle.platform.lease.LeaseOptions;
import dev.trestle.platform.lease.Passage;
import java.time.Duration;

/**
 * How streams are read.
 *
 * @param pollMin the pause after a look that found nothing, at first; DynamoDB allows five looks a
 *     second at a shard, an embedded engine any number
 * @param pollMax and after many of them
 * @param batch the most changes that a consumer gets at once
 */
public record FeedOptions(
    LeaseOptions leases,
    ChangeSignal signal,
    Duration pollMin,
    Duration pollMax,
    int batch,
    Passage passage) {
  public FeedOptions {
    if (pollMin.isNegative() || pollMin.isZero() || pollMax.compareTo(pollMin) < 0) {
      throw new IllegalArgumentException("looks every %s to %s".formatted(pollMin, pollMax));
    }
    if (batch < 1 || batch > 1000) throw new IllegalArgumentException("batches of " + batch);
  }

  /** For DynamoDB, which has no signal. */
  public static FeedOptions polling(String member) {
    return new FeedOptions(
        LeaseOptions.of(member),
        ChangeSignal.none(),
        Duration.ofMillis(200),
        Duration.ofSeconds(1),
        1000,
        Passage.FREE);
  }

  /** For an engine in this process, which tells when something changed. */
  public static FeedOptions signalled(String member, ChangeSignal signal) {
    return new FeedOptions(
        LeaseOptions.of(member),
        signal,
        Duration.ofSeconds(1),
        Duration.ofSeconds(1),
        1000,
        Passage.FREE);
  }

  public FeedOptions leases(LeaseOptions other) {
    return new FeedOptions(other, signal, pollMin, pollMax, batch, passage);
  }

  public FeedOptions batch(int changes) {
    return new FeedOptions(leases, signal, pollMin, pollMax, changes, passage);
  }

  public FeedOptions passage(Passage other) {
    return new FeedOptions(leases, signal, pollMin, pollMax, batch, other);
  }
}
