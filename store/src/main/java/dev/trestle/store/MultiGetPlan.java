package dev.trestle.store;

import dev.trestle.model.MultiGet;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.store.BatchReader.Asked;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItem;
import software.amazon.awssdk.services.dynamodb.model.TransactGetItemsRequest;

/** Gets of several entities in one batch or transaction, ready to run. */
final class MultiGetPlan<P, V> {
  private static final int TRANSACTION_ITEMS_MAX = 100;

  /**
   * A step, ready to run.
   *
   * @param asked the items that the parameters ask for
   * @param found what its component of the result is, of the items that were found
   * @param result the number of that component
   */
  private record Part<P>(
      Function<P, List<Asked>> asked,
      Function<List<Map<String, AttributeValue>>, Object> found,
      int result) {}

  private final PlanContext connection;
  private final UsageCounter meter;
  private final RecordShape<V> result;
  private final List<Part<P>> parts;
  private final Function<Collection<Asked>, Map<Asked, Map<String, AttributeValue>>> requests;

  MultiGetPlan(MultiGet<P, V> multi, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    result = multi.result();
    parts = multi.steps().stream().<Part<P>>map(step -> part(multi, step)).toList();
    var consistent = new HashMap<String, Boolean>();
    for (var step : multi.steps()) {
      consistent.merge(
          connection.table(step.get().entity()), step.get().consistent(), Boolean::logicalOr);
    }
    requests =
        multi.transactional()
            ? this::transaction
            : new BatchReader(connection, meter, consistent)::read;
  }

  private <K, R> Part<P> part(MultiGet<P, V> multi, MultiGet.Step<K, R> step) {
    var get = step.get();
    var shape = multi.parameters();
    var component = new PatternParameters<>(multi.heading(), shape).value(step.component());
    var table = connection.table(get.entity());
    var key = ItemKey.of(get.entity(), get.parameters(), get.binding());
    var reader =
        new ReadItems<>(multi.heading(), get.entity().table(), table, ItemReader.of(get.result()));
    var expires =
        get.withExpired() ? Optional.<String>empty() : GetPlan.expires(List.of(get.entity()));
    return new Part<>(
        given ->
            keys(multi.id(), step, component.apply(given)).stream()
                .map(each -> new Asked(table, key.of(each)))
                .toList(),
        items -> {
          var now = connection.now();
          var records =
              items.stream()
                  .filter(item ->
                      expires.filter(name -> ItemReader.isExpired(item, name, now)).isEmpty())
                  .map(reader::read)
                  .toList();
          meter.items(records.size());
          return step.many().isPresent() ? records : records.stream().findFirst();
        },
        multi.result().component(step.result()).index());
  }

  /** The declaration has seen to it that the component has this type. */
  @SuppressWarnings("unchecked")
  private static <K> List<K> keys(String pattern, MultiGet.Step<K, ?> step, Object value) {
    if (step.optional()) return ((Optional<K>) value).map(List::of).orElse(List.of());
    if (step.many().isEmpty()) return List.of((K) value);
    return PatternParameters.elements(
        pattern, step.component(), (List<K>) value, step.many().get());
  }

  V run(P parameters) {
    return meter.run(parameters, () -> get(parameters));
  }

  private V get(P parameters) {
    var asked = parts.stream().map(part -> part.asked.apply(parameters)).toList();
    var all = new LinkedHashSet<Asked>();
    asked.forEach(all::addAll);
    var found = all.isEmpty() ? Map.<Asked, Map<String, AttributeValue>>of() : requests.apply(all);
    var values = new Object[parts.size()];
    for (int i = 0; i < parts.size(); i++) {
      var items =
          asked.get(i).stream().distinct().filter(found::containsKey).map(found::get).toList();
      values[parts.get(i).result] = parts.get(i).found.apply(items);
    }
    return result.make(values);
  }

  private Map<Asked, Map<String, AttributeValue>> transaction(Collection<Asked> all) {
    if (all.size() > TRANSACTION_ITEMS_MAX) {
      throw new IllegalArgumentException(
          "%d items in a transaction; DynamoDB takes %d"
              .formatted(all.size(), TRANSACTION_ITEMS_MAX));
    }
    var asked = List.copyOf(all);
    var request =
        TransactGetItemsRequest.builder()
            .transactItems(asked.stream().map(MultiGetPlan::item).toList())
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    var answer =
        connection.attempts(meter).call(true, () -> connection.client().transactGetItems(request));
    meter.read(answer.consumedCapacity());
    var found = new HashMap<Asked, Map<String, AttributeValue>>();
    for (int i = 0; i < asked.size(); i++) {
      var response = answer.responses().get(i);
      if (response.hasItem() && !response.item().isEmpty()) {
        found.put(asked.get(i), response.item());
      }
    }
    return found;
  }

  private static TransactGetItem item(Asked asked) {
    return TransactGetItem.builder()
        .get(get -> get.tableName(asked.table()).key(asked.key()))
        .build();
  }
}
