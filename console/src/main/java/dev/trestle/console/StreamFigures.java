package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.ListStreams;
import dev.trestle.platform.feed.FeedFigures;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** The streams of the engine's tables, and how far their consumers have come. */
record StreamFigures(Optional<Engine> engine, List<ConsoleFeed> feeds) {
  record Answer(boolean engine, List<OfStream> streams, List<OfFeed> feeds) {}

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
   * How far a consumer has come in one shard.
   *
   * @param owner which process follows it
   * @param checkpoint up to where it is known to be done
   * @param changes handled in this process; so are failures
   */
  record Position(
      String shard,
      Optional<String> owner,
      Optional<String> checkpoint,
      boolean done,
      long changes,
      long failures,
      Optional<Double> lagSeconds) {
    static Position of(FeedFigures.OfShard shard) {
      return new Position(
          shard.shard(),
          shard.owner(),
          shard.checkpoint(),
          shard.done(),
          shard.changes(),
          shard.failures(),
          shard.lag().map(StreamFigures::seconds));
    }
  }

  Answer answer() {
    var streams = engine.map(StreamFigures::streams).orElse(List.of());
    return new Answer(
        engine.isPresent(), streams, feeds.stream().map(StreamFigures::feed).toList());
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
    var figures = feed.figures().get();
    var positions = figures.shards().stream().map(Position::of).toList();
    var lag = positions.stream().flatMap(each -> each.lagSeconds().stream()).max(Double::compare);
    return new OfFeed(feed.name(), figures.table(), positions, lag);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
