package dev.trestle.engine.stream;

import java.util.Optional;

/**
 * A shard: the records of one lineage between two boundaries, both exclusive.
 *
 * @param closed the boundary at its end; empty while it is open
 */
public record Shard(
    int streamId, int lineage, ShardBoundary opened, Optional<ShardBoundary> closed) {
  private static final int SCATTER = 0x9E3779B1;

  /**
   * Returns the id in DynamoDB's form: the time when it was opened, and eight digits that are
   * unique among its siblings.
   */
  public String id() {
    return id(opened.millis(), opened.generation());
  }

  /** Returns the id of the previous shard of the lineage, even if that one is no longer kept. */
  public Optional<String> parentId() {
    return opened.generation() == 0
        ? Optional.empty()
        : Optional.of(id(opened.previousMillis(), opened.generation() - 1));
  }

  public String firstSequenceNumber() {
    return SequenceNumber.text(opened.number());
  }

  /** Returns the last number that a record of this shard can have, once it is closed. */
  public Optional<String> lastSequenceNumber() {
    return closed.map(boundary -> SequenceNumber.text(boundary.number() - 1));
  }

  /** Returns the exclusive upper bound of the numbers in this shard. */
  long end() {
    return closed.map(ShardBoundary::number).orElse(Long.MAX_VALUE);
  }

  private String id(long millis, int generation) {
    // Multiplying by an odd number keeps the ids of different shards different.
    int scattered = (generation * LogKeys.LINEAGES + lineage) * SCATTER ^ streamId * SCATTER;
    return String.format("shardId-%020d-%08x", millis, scattered);
  }
}
