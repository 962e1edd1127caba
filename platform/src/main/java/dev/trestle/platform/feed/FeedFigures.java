package dev.trestle.platform.feed;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** How far a consumer has come. */
public record FeedFigures(String consumer, String table, List<OfShard> shards) {
  public FeedFigures {
    shards = List.copyOf(shards);
  }

  /**
   * One shard of the stream.
   *
   * @param owner the process that follows it
   * @param checkpoint up to where it is known to be done
   * @param changes handled in this process
   * @param failures of the consumer in this process
   * @param lag how old the latest handled change was when it was read, where this process follows
   *     the shard; nothing once it has caught up
   */
  public record OfShard(
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
