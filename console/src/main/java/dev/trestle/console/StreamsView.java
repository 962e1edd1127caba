package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.platform.feed.FeedStats;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The streams of the engine's tables, and the consumer groups that read them. */
record StreamsView(Optional<Engine> engine, List<ConsoleFeed> feeds) {
  record View(boolean engine, List<OfStream> streams, List<OfFeed> feeds) {}

  record OfStream(
      String table,
      String label,
      String view,
      String status,
      Instant created,
      List<DescribeStream.Shard> shards,
      boolean more) {}

  record OfFeed(String name, String table, List<Position> positions, Optional<Double> lagSeconds) {}

  /**
   * The progress of a consumer in one shard.
   *
   * @param owner the process that reads it
   * @param checkpoint everything up to here is done
   * @param changes handled in this process, like the failures
   */
  record Position(
      String shard,
      Optional<String> owner,
      Optional<String> checkpoint,
      boolean done,
      long changes,
      long failures,
      Optional<Double> lagSeconds) {
    static Position of(FeedStats.ShardStats shard) {
      return new Position(
          shard.shard(),
          shard.owner(),
          shard.checkpoint(),
          shard.done(),
          shard.changes(),
          shard.failures(),
          shard.lag().map(StreamsView::seconds));
    }
  }

  View view() {
    var streams = engine.map(StreamsView::streams).orElse(List.of());
    return new View(engine.isPresent(), streams, feeds.stream().map(StreamsView::feed).toList());
  }

  private static List<OfStream> streams(Engine engine) {
    return engine.run(new ListStreams(null, null, null)).streams().stream()
        .map(stream -> stream(engine.run(new DescribeStream(stream.arn(), null, null, null))))
        .toList();
  }

  private static OfStream stream(DescribeStream.Result stream) {
    return new OfStream(
        stream.tableName(),
        stream.label(),
        stream.view().name(),
        stream.status(),
        stream.created(),
        stream.shards(),
        stream.lastEvaluatedShardId().isPresent());
  }

  private static OfFeed feed(ConsoleFeed feed) {
    var figures = feed.stats().get();
    var positions = figures.shards().stream().map(Position::of).toList();
    var lag = positions.stream().flatMap(each -> each.lagSeconds().stream()).max(Double::compare);
    return new OfFeed(feed.name(), figures.table(), positions, lag);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
