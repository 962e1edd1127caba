package dev.trestle.store;

import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Query;
import dev.trestle.model.ResultType;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.Select;

/** Makes the requests of a query, and reads what comes back. */
final class PartitionQuery<K, R> {
  private static final String NOW = ":now";
  private static final String PARTITION = ":partition";
  private static final int KEY_CONDITION = 0;
  private static final int FILTER = 1;
  private static final int PROJECTION = 2;

  private final PlanContext connection;
  private final UsageCounter meter;
  private final String table;
  private final @Nullable String index;
  private final Query.Reading reading;
  private final PartitionKeys<K> partitions;
  private final SortKeyRange<K> range;
  private final PatternExpressions<K> expressions;
  private final boolean filtered;
  private final boolean counts;
  private final ReadItems<R> reader;
  private final List<KeyAttribute> queried;
  private final List<KeyAttribute> keys;

  private PartitionQuery(
      Query<K, R> query, boolean counts, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    this.counts = counts;
    table = connection.table(query.table());
    index = query.index().map(TableIndex::name).orElse(null);
    reading = query.reading();
    partitions = PartitionKeys.of(query);
    range = range(query);
    queried = query.index().map(PartitionQuery::keys).orElseGet(() -> keys(query));
    keys = allKeys(query);
    var expires = QueryValidation.expires(query);
    filtered = query.filter().isPresent() || expires.isPresent();
    expressions = expressions(query, expires);
    reader = new ReadItems<>(query.heading(), query.table(), table, ItemReader.of(query.result()));
  }

  static <K, R> PartitionQuery<K, R> of(
      Query<K, R> query, PlanContext connection, UsageCounter meter) {
    QueryValidation.check(query);
    return new PartitionQuery<>(query, false, connection, meter);
  }

  /** Requests that only count. */
  static <K, R> PartitionQuery<K, R> counting(
      Query<K, R> query, PlanContext connection, UsageCounter meter) {
    QueryValidation.checkCounted(query);
    return new PartitionQuery<>(query, true, connection, meter);
  }

  /** A collection is read a whole partition at a time, unless its entities share the range. */
  private static <K> SortKeyRange<K> range(Query<K, ?> query) {
    var key = query.keys().sort();
    boolean whole =
        query.result() instanceof ResultType.OneOf<?> && query.binding().range().isEmpty();
    if (key.isEmpty() || whole) return new SortKeyRange.All<>();
    return SortKeyRange.of(key.get(), query.parameters(), query.binding());
  }

  private PatternExpressions<K> expressions(Query<K, ?> query, Optional<String> expires) {
    var draft = new ExpressionBuilder<K>();
    var condition = draft.name(queried.getFirst().name()) + " = " + PARTITION;
    var sort = queried.size() > 1 ? range.text(draft.name(queried.get(1).name())) : "";
    var filters = new ArrayList<ExpressionText>();
    query
        .filter()
        .map(
            new ConditionWriter<>(
                    draft,
                    query.result().sources(),
                    new PatternParameters<>(query.heading(), query.parameters()))
                ::of)
        .ifPresent(filters::add);
    expires.ifPresent(attribute -> filters.add(unexpired(draft, attribute)));
    var projection =
        projection(query).stream().map(draft::name).map(ExpressionText::fixed).toList();
    return draft.finish(
        ExpressionText.fixed(sort.isEmpty() ? condition : condition + " AND " + sort),
        ExpressionText.joined(
            filters.stream().map(text -> text.around("(", ")")).toList(), " AND "),
        ExpressionText.joined(projection, ", "));
  }

  /** What a view is made of, and the keys, which cursors are made of. */
  private Set<String> projection(Query<K, ?> query) {
    var attributes = new LinkedHashSet<String>();
    if (counts || !(query.result() instanceof ResultType.View<?> view)) return attributes;
    attributes.addAll(view.attributes());
    keys.forEach(key -> attributes.add(key.name()));
    return attributes;
  }

  private static <K> ExpressionText unexpired(ExpressionBuilder<K> draft, String attribute) {
    var name = draft.name(attribute);
    var now =
        draft.value(
            NOW, (ignored, instant) -> AttributeValues.SDK.number(instant.getEpochSecond()));
    return ExpressionText.fixed("attribute_not_exists(%s) OR %s > %s".formatted(name, name, now));
  }

  private static List<KeyAttribute> keys(Query<?, ?> query) {
    return both(query.table().partition(), query.table().sort());
  }

  private static List<KeyAttribute> keys(TableIndex index) {
    return both(index.partition(), index.sort());
  }

  private static List<KeyAttribute> both(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var both = new ArrayList<KeyAttribute>();
    both.add(partition);
    sort.ifPresent(both::add);
    return both;
  }

  private static List<KeyAttribute> allKeys(Query<?, ?> query) {
    var all = new LinkedHashSet<>(keys(query));
    query.index().ifPresent(index -> all.addAll(keys(index)));
    return List.copyOf(all);
  }

  /** The attribute that items are sorted by. */
  KeyAttribute sortKey() {
    return queried.getLast();
  }

  CursorCodec cursors(String pattern) {
    return new CursorCodec(table, pattern, keys, connection.options());
  }

  /** Whether items that are read may be left out. */
  boolean isFiltered() {
    return filtered;
  }

  /**
   * The query with these parameters.
   *
   * @param possible false where no key can lie in the range, which DynamoDB refuses to be asked
   */
  record Bound(PatternExpressions.Bound expressions, boolean possible) {
    AttributeValue partition() {
      return Objects.requireNonNull(expressions.values().get(PARTITION));
    }

    /**
     * The values that identify a query in a cursor. The current time is not one of them, because it
     * differs between pages.
     */
    Map<String, AttributeValue> known() {
      var values = expressions.values();
      if (!values.containsKey(NOW)) return values;
      var known = new HashMap<>(values);
      known.remove(NOW);
      return known;
    }
  }

  /** The query of the only partition. */
  Bound bind(K parameters) {
    return bindEach(parameters).getFirst();
  }

  /** The query of each partition; all have the same conditions. */
  List<Bound> bindEach(K parameters) {
    var keys = partitions.of(parameters);
    var bound = expressions.bind(parameters, connection.clock());
    boolean possible = range.put(parameters, bound.values());
    if (keys.size() == 1) return List.of(bind(bound, bound.values(), keys.getFirst(), possible));
    return keys.stream()
        .map(key -> bind(bound, new HashMap<>(bound.values()), key, possible))
        .toList();
  }

  private static Bound bind(
      PatternExpressions.Bound bound,
      Map<String, AttributeValue> values,
      AttributeValue key,
      boolean possible) {
    values.put(PARTITION, key);
    return new Bound(new PatternExpressions.Bound(bound.texts(), bound.names(), values), possible);
  }

  /** One request; backwards: against the declared order. */
  QueryResponse ask(
      Bound bound, @Nullable Map<String, AttributeValue> start, int limit, boolean backwards) {
    var expressions = bound.expressions;
    var request =
        QueryRequest.builder()
            .tableName(table)
            .indexName(index)
            .keyConditionExpression(expressions.text(KEY_CONDITION))
            .filterExpression(expressions.text(FILTER))
            .projectionExpression(expressions.text(PROJECTION))
            .expressionAttributeNames(expressions.names())
            .expressionAttributeValues(expressions.values())
            .consistentRead(reading.consistent())
            .scanIndexForward(reading.descending() == backwards)
            .limit(limit)
            .exclusiveStartKey(start)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL);
    if (counts) request.select(Select.COUNT);
    var asked = request.build();
    var answer = connection.attempts(meter).call(true, () -> connection.client().query(asked));
    meter.read(answer.consumedCapacity());
    // A partition of a table without sort key is one item. DynamoDB refuses to go on after it.
    boolean isOneItem = index == null && queried.size() == 1;
    return isOneItem ? answer.toBuilder().lastEvaluatedKey(null).build() : answer;
  }

  R read(Map<String, AttributeValue> item) {
    return reader.read(item);
  }

  /** The records of these items; those that are not records are thrown or listed. */
  List<R> readAll(
      List<Map<String, AttributeValue>> items, List<UnreadableItemException> unreadable) {
    var records = new ArrayList<R>(items.size());
    for (var item : items) {
      try {
        records.add(reader.read(item));
      } catch (UnreadableItemException e) {
        if (!connection.options().listsUnreadable()) throw e;
        unreadable.add(e);
      }
    }
    return records;
  }

  /** The key of an item, of table and index. */
  Map<String, AttributeValue> key(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = HashMap.newHashMap(keys.size());
    for (var attribute : keys) key.put(attribute.name(), item.get(attribute.name()));
    return key;
  }
}
