package dev.trestle.store;

import dev.trestle.model.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A query of one partition, ready to run. */
final class QueryPlan<K, R> implements PageQuery<K, R> {
  /** The maximum number of requests to fill a page that a filter made short. */
  private static final int REQUESTS_PER_PAGE_MAX = 10;

  /** The maximum number of requests to find the first item that passes a filter. */
  private static final int REQUESTS_FOR_FIRST_MAX = 1000;

  /** The first of these requests reads one item, each further one more, up to this number. */
  private static final int ITEMS_FOR_FIRST_MAX = 100;

  private static final int ITEMS_FOR_FIRST_GROWTH = 4;

  private final UsageCounter meter;
  private final String id;
  private final PartitionQuery<K, R> query;
  private final int pageMax;
  private final CursorCodec cursors;

  QueryPlan(Query<K, R> query, PlanContext connection, UsageCounter meter) {
    this.meter = meter;
    id = query.id();
    this.query = PartitionQuery.of(query, connection, meter);
    pageMax = query.reading().page();
    cursors = this.query.cursors(id);
  }

  @Override
  public Page<R> run(K parameters, Cursor cursor, int itemsMax) {
    if (cursor == null) {
      throw new IllegalArgumentException(
          id + ": the cursor is null. Cursor.start() is the first page.");
    }
    return meter.run(parameters, () -> page(parameters, cursor, Math.min(itemsMax, pageMax)));
  }

  @Override
  public Optional<R> first(K parameters) {
    return meter.run(parameters, () -> firstOf(query.bind(parameters)));
  }

  private Optional<R> firstOf(PartitionQuery.Bound bound) {
    if (!bound.possible()) return Optional.empty();
    @Nullable Map<String, AttributeValue> last = null;
    int limit = 1;
    for (int request = 0; request < REQUESTS_FOR_FIRST_MAX; request++) {
      var answer = query.ask(bound, last, limit, false);
      if (!answer.items().isEmpty()) {
        meter.items(1);
        return Optional.of(query.read(answer.items().getFirst()));
      }
      if (!answer.hasLastEvaluatedKey()) return Optional.empty();
      last = answer.lastEvaluatedKey();
      limit = Math.min(limit * ITEMS_FOR_FIRST_GROWTH, ITEMS_FOR_FIRST_MAX);
    }
    throw new IllegalStateException(
        "%s: no item passed the filter among those read by %d requests. Put what is filtered by"
                .formatted(id, REQUESTS_FOR_FIRST_MAX)
            + " into a key.");
  }

  private Page<R> page(K parameters, Cursor cursor, int page) {
    var bound = query.bind(parameters);
    var known = bound.known();
    Optional<PagePosition> from =
        cursor.isStart() ? Optional.empty() : Optional.of(cursors.read(cursor, known));
    if (!bound.possible()) {
      return new Page<>(List.of(), Optional.empty(), Optional.empty(), 0, List.of());
    }
    boolean backwards =
        from.filter(position -> !(position instanceof PagePosition.After)).isPresent();
    var start = from.map(QueryPlan::key).filter(key -> !key.isEmpty()).orElse(null);
    var read = read(bound, start, page, backwards);
    if (backwards) Collections.reverse(read.items);
    var unreadable = new ArrayList<UnreadableItemException>();
    var records = query.readAll(read.items, unreadable);
    meter.items(records.size());
    return new Page<>(
        records,
        (backwards ? nextOfBackward(read) : nextOfForward(read))
            .map(position -> cursors.write(position, known)),
        (backwards ? previousOfBackward(read) : previousOfForward(read, from.isPresent()))
            .map(position -> cursors.write(position, known)),
        read.units,
        unreadable);
  }

  private static Map<String, AttributeValue> key(PagePosition position) {
    return switch (position) {
      case PagePosition.After(var key) -> key;
      case PagePosition.Before(var key) -> key;
      case PagePosition.BeforeEnd() -> Map.of();
      case PagePosition.Merged ignored -> throw new IllegalStateException("one partition");
    };
  }

  private Optional<PagePosition> nextOfForward(Read read) {
    return Optional.ofNullable(read.last).map(PagePosition.After::new);
  }

  /** Where the page has no items, everything before what comes next is before this page, too. */
  private Optional<PagePosition> previousOfForward(Read read, boolean hasPrevious) {
    if (!hasPrevious) return Optional.empty();
    if (!read.items.isEmpty())
      return Optional.of(new PagePosition.Before(query.key(read.items.getFirst())));
    return Optional.of(
        read.last == null ? new PagePosition.BeforeEnd() : new PagePosition.Before(read.last));
  }

  private Optional<PagePosition> previousOfBackward(Read read) {
    return Optional.ofNullable(read.last).map(PagePosition.Before::new);
  }

  private Optional<PagePosition> nextOfBackward(Read read) {
    if (!read.items.isEmpty())
      return Optional.of(new PagePosition.After(query.key(read.items.getLast())));
    return Optional.of(
        read.last == null ? new PagePosition.After(Map.of()) : new PagePosition.After(read.last));
  }

  /** What some requests found; last: the key after which there may be more, if there may. */
  private record Read(
      List<Map<String, AttributeValue>> items,
      @Nullable Map<String, AttributeValue> last,
      double units) {}

  /** Reads until there are so many items. */
  private Read read(
      PartitionQuery.Bound bound,
      @Nullable Map<String, AttributeValue> start,
      int page,
      boolean backwards) {
    var items = new ArrayList<Map<String, AttributeValue>>();
    double units = 0;
    var last = start;
    for (int request = 1; ; request++) {
      var answer = query.ask(bound, last, page - items.size(), backwards);
      units += UsageCounter.units(answer.consumedCapacity());
      items.addAll(answer.items());
      last = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
      boolean enough = !query.isFiltered() || items.size() >= page;
      if (last == null || enough || request == REQUESTS_PER_PAGE_MAX) {
        return new Read(items, last, units);
      }
    }
  }
}
