package dev.trestle.console;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeStream;
import dev.trestle.engine.operation.ListStreams;
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

  record Position(
      String shard,
      Optional<String> owner,
      Optional<String> sequenceNumber,
      Optional<Double> lagSeconds,
      boolean finished) {
    static Position of(ConsoleFeed.Position position) {
      return new Position(
          position.shard(),
          position.owner(),
          position.sequenceNumber(),
          position.lag().map(StreamFigures::seconds),
          position.finished());
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
    var positions = feed.positions().stream().map(Position::of).toList();
    var lag =
        positions.stream()
            .filter(position -> !position.finished())
            .flatMap(position -> position.lagSeconds().stream())
            .max(Double::compare);
    return new OfFeed(feed.name(), feed.table(), positions, lag);
  }

  private static double seconds(Duration duration) {
    return duration.toMillis() / 1000.0;
  }
}
