package dev.trestle.console;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A consumer of a table's stream as the console sees it. */
public interface ConsoleFeed {
  String name();

  /** The table's name on the engine. */
  String table();

  List<Position> positions();

  /**
   * How far it has come in one shard.
   *
   * @param owner which worker reads it; none while nobody does
   * @param sequenceNumber of the last record it is done with
   * @param lag how long ago the last record it did was written; none before the first
   */
  record Position(
      String shard,
      Optional<String> owner,
      Optional<String> sequenceNumber,
      Optional<Duration> lag,
      boolean finished) {}
}
