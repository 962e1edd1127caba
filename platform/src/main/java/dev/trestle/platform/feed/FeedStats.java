package dev.trestle.platform.feed;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** The progress of a consumer group. */
public record FeedStats(String group, String table, List<ShardStats> shards) {
  public FeedStats {
    shards = List.copyOf(shards);
  }

  /**
   * One shard of the stream.
   *
   * @param owner the server that follows it
   * @param checkpoint up to where it is handled
   * @param done whether the shard is closed and handled to its end
   * @param changes handled by this process
   * @param failures of the consumer in this process
   * @param lag the age of the oldest change that is being handled, or of the last one that was;
   *     while the shard cannot be read, for how long; empty if this process does not follow the
   *     shard or has caught up
   */
  public record ShardStats(
      String shard,
      Optional<String> owner,
      Optional<String> checkpoint,
      boolean done,
      long changes,
      long failures,
      Optional<Duration> lag) {}

  public Duration lagMax() {
    return shards.stream()
        .flatMap(shard -> shard.lag().stream())
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }
}
