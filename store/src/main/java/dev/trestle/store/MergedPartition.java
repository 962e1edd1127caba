package dev.trestle.store;

import dev.trestle.store.PagePosition.Progress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** One partition of a merged query: items that were read and not taken yet. */
final class MergedPartition {
  /** Where a filter leaves nothing of what was read, more is read, up to so many items. */
  private static final int CHUNK_MAX = 100;

  private final PartitionQuery<?, ?> query;
  private final PartitionQuery.Bound bound;
  private int chunk;
  private int requestsLeft;
  private double units;
  private Progress before;
  private List<Map<String, AttributeValue>> read = List.of();
  private int taken;

  /** How far the partition is read once all items that were read are taken. */
  private Progress behind;

  MergedPartition(
      PartitionQuery<?, ?> query,
      PartitionQuery.Bound bound,
      Progress from,
      int chunk,
      int requestsMax) {
    this.query = query;
    this.bound = bound;
    this.chunk = chunk;
    requestsLeft = requestsMax;
    before = from;
    behind = from;
  }

  /** Reads on where nothing is left, as long as there may be something. */
  boolean hasHead() {
    while (taken == read.size() && !(behind instanceof Progress.Finished) && requestsLeft > 0) {
      before = behind;
      var answer = query.ask(bound, start(), chunk, false);
      requestsLeft--;
      units += UsageCounter.units(answer.consumedCapacity());
      read = answer.items();
      taken = 0;
      if (read.isEmpty()) chunk = Math.min(chunk * 2, Math.max(chunk, CHUNK_MAX));
      behind =
          answer.hasLastEvaluatedKey()
              ? new Progress.UpTo(answer.lastEvaluatedKey())
              : new Progress.Finished();
    }
    return taken < read.size();
  }

  private @Nullable Map<String, AttributeValue> start() {
    return before instanceof Progress.UpTo(var key) ? key : null;
  }

  Map<String, AttributeValue> head() {
    return read.get(taken);
  }

  Map<String, AttributeValue> take() {
    return read.get(taken++);
  }

  boolean isFinished() {
    return taken == read.size() && behind instanceof Progress.Finished;
  }

  Progress progress() {
    if (taken == read.size()) return behind;
    return taken == 0 ? before : new Progress.UpTo(query.key(read.get(taken - 1)));
  }

  double units() {
    return units;
  }
}
