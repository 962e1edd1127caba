package dev.trestle.store;

import dev.trestle.model.FanOut;
import dev.trestle.model.Query;
import dev.trestle.store.PagePosition.Progress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A query of several partitions, ready to run: each partition is read by requests of its own, and
 * the item that comes first in the order of the sort key is taken, again and again. Where two sort
 * keys are equal, the partition that is listed first comes first.
 *
 * <p>A cursor holds for each partition how far its items were taken, so that the next page goes on
 * exactly there. What was read and not taken is read again by the next page.
 */
final class MergedQueryPlan<K, R> implements PageQuery<K, R> {
  /** So many requests for each partition; a filter that leaves out more makes the page short. */
  private static final int REQUESTS_PER_PARTITION_MAX = 10;

  /** The maximum number of pages to find the first item that passes a filter. */
  private static final int PAGES_FOR_FIRST_MAX = 100;

  private final UsageCounter meter;
  private final PartitionQuery<K, R> query;
  private final int pageMax;
  private final boolean inTurn;
  private final CursorCodec cursors;
  private final Comparator<MergedPartition> order;

  MergedQueryPlan(Query<K, R> query, PlanContext connection, UsageCounter meter) {
    this.meter = meter;
    this.query = PartitionQuery.of(query, connection, meter);
    pageMax = query.reading().page();
    inTurn = query.across().orElseThrow().buckets() == FanOut.Buckets.RANGED;
    cursors = this.query.cursors(query.id());
    var sort = this.query.sortKey().name();
    Comparator<MergedPartition> ascending =
        Comparator.comparing(
            partition -> Objects.requireNonNull(partition.head().get(sort)),
            SortKeyOrder.ASCENDING);
    order = query.reading().descending() ? ascending.reversed() : ascending;
  }

  @Override
  public Optional<R> first(K parameters) {
    return meter.run(parameters, () -> firstOf(parameters));
  }

  private Optional<R> firstOf(K parameters) {
    Optional<Cursor> next = Optional.of(Cursor.start());
    for (int pages = 0; pages < PAGES_FOR_FIRST_MAX && next.isPresent(); pages++) {
      var page = page(parameters, next.get(), 1);
      if (page.first().isPresent()) return page.first();
      next = page.next();
    }
    if (next.isEmpty()) return Optional.empty();
    throw new IllegalStateException(
        "%s: no item passed the filter on %d pages. Put what is filtered by into a key."
            .formatted(meter.pattern(), PAGES_FOR_FIRST_MAX));
  }

  @Override
  public Page<R> run(K parameters, Cursor cursor, int itemsMax) {
    if (cursor == null) {
      throw new IllegalArgumentException(
          meter.pattern() + ": the cursor is null. Cursor.start() is the first page.");
    }
    return meter.run(parameters, () -> page(parameters, cursor, Math.min(itemsMax, pageMax)));
  }

  private Page<R> page(K parameters, Cursor cursor, int page) {
    var bounds = query.bindEach(parameters);
    var known = known(bounds);
    var positions = positions(cursor, known, bounds.size());
    if (bounds.isEmpty() || !bounds.getFirst().possible()) {
      return new Page<>(List.of(), Optional.empty(), Optional.empty(), 0, List.of());
    }
    int chunk = inTurn ? page : Math.ceilDiv(page, bounds.size()) + 1;
    var partitions = new ArrayList<MergedPartition>();
    for (int i = 0; i < bounds.size(); i++) {
      partitions.add(
          new MergedPartition(
              query,
              bounds.get(i),
              positions.get(i),
              Math.min(chunk, page),
              REQUESTS_PER_PARTITION_MAX));
    }
    var items = new ArrayList<Map<String, AttributeValue>>();
    while (items.size() < page) {
      var next = inTurn ? nextInTurn(partitions) : least(partitions);
      if (next.isEmpty()) break;
      items.add(next.get().take());
    }
    var unreadable = new ArrayList<UnreadableItemException>();
    var records = query.readAll(items, unreadable);
    meter.items(records.size());
    return new Page<>(
        records,
        next(partitions, known),
        Optional.empty(),
        partitions.stream().mapToDouble(MergedPartition::units).sum(),
        unreadable);
  }

  /** The first that is not finished has all that comes next. */
  private static Optional<MergedPartition> nextInTurn(List<MergedPartition> partitions) {
    for (var partition : partitions) {
      if (partition.hasHead()) return Optional.of(partition);
      if (!partition.isFinished()) return Optional.empty();
    }
    return Optional.empty();
  }

  /** None where a partition is not finished and its next item unknown: it might be the least. */
  private Optional<MergedPartition> least(List<MergedPartition> partitions) {
    Optional<MergedPartition> least = Optional.empty();
    for (var partition : partitions) {
      if (!partition.hasHead()) {
        if (partition.isFinished()) continue;
        return Optional.empty();
      }
      if (least.isEmpty() || order.compare(partition, least.get()) < 0) {
        least = Optional.of(partition);
      }
    }
    return least;
  }

  private Optional<Cursor> next(
      List<MergedPartition> partitions, Map<String, AttributeValue> known) {
    if (partitions.stream().allMatch(MergedPartition::isFinished)) return Optional.empty();
    var progress = partitions.stream().map(MergedPartition::progress).toList();
    return Optional.of(cursors.write(new PagePosition.Merged(progress), known));
  }

  private List<Progress> positions(
      Cursor cursor, Map<String, AttributeValue> known, int partitions) {
    if (!cursor.isStart() && cursors.read(cursor, known) instanceof PagePosition.Merged(var all)) {
      return all;
    }
    return new ArrayList<Progress>(Collections.nCopies(partitions, new Progress.Unread()));
  }

  /** The values that identify the query: those of its conditions, and all of its partitions. */
  private static Map<String, AttributeValue> known(List<PartitionQuery.Bound> bounds) {
    var known = new HashMap<String, AttributeValue>();
    for (int i = 0; i < bounds.size(); i++) {
      known.putAll(bounds.get(i).known());
      known.put(":partition" + i, bounds.get(i).partition());
    }
    return known;
  }
}
