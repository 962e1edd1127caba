package dev.trestle.engine.stream;

import java.util.Optional;

/**
 * A part of a stream: the records of one lane between two marks, both excluded.
 *
 * @param closed the mark it ends with; none while it is open
 */
public record Shard(int streamId, int lane, Mark opened, Optional<Mark> closed) {
  private static final int SCATTER = 0x9E3779B1;

  /** DynamoDB's form: the time it began, and eight digits that tell it from its siblings. */
  public String id() {
    return id(opened.millis(), opened.generation());
  }

  /** The shard of the same lane that ended when this one began, even if it is no longer kept. */
  public Optional<String> parentId() {
    return opened.generation() == 0
        ? Optional.empty()
        : Optional.of(id(opened.previousMillis(), opened.generation() - 1));
  }

  public String firstSequenceNumber() {
    return SequenceNumber.text(opened.number());
  }

  /** The last number that a record of this shard can have, once it is closed. */
  public Optional<String> lastSequenceNumber() {
    return closed.map(mark -> SequenceNumber.text(mark.number() - 1));
  }

  /** The number behind the last one that a record of this shard can have, as far as is known. */
  long end() {
    return closed.map(Mark::number).orElse(Long.MAX_VALUE);
  }

  private String id(long millis, int generation) {
    // Multiplying by an odd number keeps different shards of a stream different.
    int scattered = (generation * LogKeys.LANES + lane) * SCATTER ^ streamId * SCATTER;
    return String.format("shardId-%020d-%08x", millis, scattered);
  }
}
