package dev.trestle.store;

import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Query;
import dev.trestle.model.Result;
import dev.trestle.model.TableIndex;
import dev.trestle.model.codec.KeyCodec;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A query, ready to run. */
final class QueryPlan<K, R> {
  /** A page that a filter made short is filled up by so many requests, then it stays short. */
  private static final int REQUESTS_PER_PAGE_MAX = 10;

  private static final String NOW = ":now";
  private static final String PARTITION = ":partition";
  private static final int KEY_CONDITION = 0;
  private static final int FILTER = 1;
  private static final int PROJECTION = 2;

  private final Connection connection;
  private final Meter meter;
  private final String table;
  private final @Nullable String index;
  private final Query.Reading reading;
  private final KeyCodec<K> partition;
  private final SortRange<K> range;
  private final Expressions<K> expressions;
  private final boolean filtered;
  private final ItemReader<R> reader;
  private final Cursors cursors;

  QueryPlan(Query<K, R> query, Connection connection, Meter meter) {
    this.connection = connection;
    this.meter = meter;
    QueryChecks.check(query);
    table = connection.table(query.table());
    index = query.index().map(TableIndex::name).orElse(null);
    reading = query.reading();
    partition = KeyCodec.of(query.parameters(), query.keys().partition());
    range = range(query);
    var expires = QueryChecks.expires(query);
    filtered = query.filter().isPresent() || expires.isPresent();
    expressions = expressions(query, expires);
    reader = ItemReader.of(query.result());
    cursors = new Cursors(table, query.id(), keyNames(query), connection.options());
  }

  /** Entities of a collection are read whole partitions at a time. */
  private static <K> SortRange<K> range(Query<K, ?> query) {
    var key = query.keys().sort();
    if (key.isEmpty() || query.result() instanceof Result.OneOf<?>) return new SortRange.All<>();
    return SortRange.of(key.get(), query.parameters(), query.binding());
  }

  private Expressions<K> expressions(Query<K, ?> query, Optional<String> expires) {
    var draft = new ExpressionDraft<K>();
    var keys = query.index().map(QueryPlan::keys).orElseGet(() -> keys(query));
    var condition = draft.name(keys.getFirst().name()) + " = " + PARTITION;
    var sort = keys.size() > 1 ? range.text(draft.name(keys.get(1).name())) : "";
    var filters = new ArrayList<Text>();
    query
        .filter()
        .map(new ConditionTexts<>(draft, query.result().sources(), query.parameters())::of)
        .ifPresent(filters::add);
    expires.ifPresent(attribute -> filters.add(unexpired(draft, attribute)));
    var projection = new ArrayList<Text>();
    if (query.result() instanceof Result.View<?> view) {
      view.attributes().stream().map(draft::name).map(Text::fixed).forEach(projection::add);
    }
    return draft.finish(
        Text.fixed(sort.isEmpty() ? condition : condition + " AND " + sort),
        Text.joined(filters.stream().map(text -> text.around("(", ")")).toList(), " AND "),
        Text.joined(projection, ", "));
  }

  private static <K> Text unexpired(ExpressionDraft<K> draft, String attribute) {
    var name = draft.name(attribute);
    var now =
        draft.value(NOW, (_, instant) -> AttributeValues.SDK.number(instant.getEpochSecond()));
    return Text.fixed("attribute_not_exists(%s) OR %s > %s".formatted(name, name, now));
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

  private static List<Cursors.KeyName> keyNames(Query<?, ?> query) {
    var all = new LinkedHashSet<>(keys(query));
    query.index().ifPresent(index -> all.addAll(keys(index)));
    return all.stream().map(key -> new Cursors.KeyName(key.name(), key.type())).toList();
  }

  Page<R> run(K parameters, Cursor cursor, int itemsMax) {
    return meter.run(() -> page(parameters, cursor, Math.min(itemsMax, reading.page())));
  }

  private Page<R> page(K parameters, Cursor cursor, int page) {
    var bound = expressions.bind(parameters, connection.clock());
    var values = bound.values();
    Optional<AttributeValue> key = partition.write(parameters, AttributeValues.SDK);
    values.put(
        PARTITION,
        key.orElseThrow(() -> new IllegalArgumentException("an empty Optional in a key")));
    boolean any = range.put(parameters, values);
    var start = cursor.isStart() ? null : cursors.read(cursor, known(values));
    if (!any) return new Page<>(List.of(), Optional.empty());
    var items = new ArrayList<R>();
    for (int request = 1; ; request++) {
      var answer = ask(bound, start, page - items.size());
      var found = answer.items();
      items.ensureCapacity(items.size() + found.size());
      for (var item : found) items.add(reader.read(item));
      start = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
      if (start == null || !filtered || items.size() >= page || request == REQUESTS_PER_PAGE_MAX) {
        break;
      }
    }
    meter.items(items.size());
    return new Page<>(
        items, start == null ? Optional.empty() : Optional.of(cursors.write(start, known(values))));
  }

  /** The values by which a query is known; time goes on between pages. */
  private static Map<String, AttributeValue> known(Map<String, AttributeValue> values) {
    if (!values.containsKey(NOW)) return values;
    var known = new HashMap<>(values);
    known.remove(NOW);
    return known;
  }

  private QueryResponse ask(
      Expressions.Bound bound, @Nullable Map<String, AttributeValue> start, int limit) {
    var request =
        QueryRequest.builder()
            .tableName(table)
            .indexName(index)
            .keyConditionExpression(bound.text(KEY_CONDITION))
            .filterExpression(bound.text(FILTER))
            .projectionExpression(bound.text(PROJECTION))
            .expressionAttributeNames(bound.names())
            .expressionAttributeValues(bound.values())
            .consistentRead(reading.consistent())
            .scanIndexForward(!reading.descending())
            .limit(limit)
            .exclusiveStartKey(start)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    var answer = connection.attempts(meter).call(true, () -> connection.client().query(request));
    meter.read(answer.consumedCapacity());
    return answer;
  }
}
