package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.UsageRecorder;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.refusal.Refusal.Throttled;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.CapacityTotals;
import dev.trestle.engine.storage.ColumnFamily;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.CapacityUnits;
import dev.trestle.item.CapacityUnits.Consistency;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** BatchGetItem: reads up to 100 items by key from one or more tables. */
public record BatchGetItem(
    @Nullable Map<String, KeysAndAttributes> requestItems, @Nullable String returnConsumedCapacity)
    implements Operation<BatchGetItem.Result> {
  /** The keys to read from one table. */
  public record KeysAndAttributes(
      @Nullable List<Item> keys,
      @Nullable Boolean consistentRead,
      Expressions expressions,
      LegacyParameters legacy) {}

  /** The items by table, and the requests that were not processed by table. */
  public record Result(
      Map<String, List<Item>> responses,
      Map<String, KeysAndAttributes> unprocessedKeys,
      List<ConsumedCapacity> consumedCapacity) {}

  private record Planned(
      String name,
      OpenTable table,
      TableDefinition definition,
      KeysAndAttributes requested,
      Optional<ItemProjection> projection) {
    List<Item> keys() {
      return Objects.requireNonNull(requested.keys);
    }

    boolean isConsistent() {
      return Boolean.TRUE.equals(requested.consistentRead);
    }

    Consistency consistency() {
      return isConsistent() ? Consistency.STRONG : Consistency.EVENTUAL;
    }
  }

  @Override
  public Result run(OperationContext context) {
    var requests = checked();
    var projections = new LinkedHashMap<String, Optional<ItemProjection>>();
    requests.forEach((name, requested) -> projections.put(name, projection(requested)));
    checkProjectionKinds(requests.values());
    counts(requests.values());
    var planned = new ArrayList<Planned>();
    requests.forEach((name, requested) ->
        planned.add(plan(context, name, requested, Objects.requireNonNull(projections.get(name)))));
    return read(context, planned);
  }

  @Override
  public void constraints() {
    checked();
  }

  private Map<String, KeysAndAttributes> checked() {
    if (requestItems != null && requestItems.isEmpty()) {
      throw new ValidationException("The requestItems parameter is required for BatchGetItem");
    }
    var constraints = new Constraints();
    if (requestItems != null && !requestItems.keySet().stream().allMatch(Constraints::isName)) {
      constraints.mapKeysAreNames("requestItems", shown(requestItems));
    }
    constraints.consumedCapacity(returnConsumedCapacity);
    if (requestItems != null) {
      requestItems.forEach((name, requested) ->
          constraints
              .required("requestItems." + name + ".member.keys", requested.keys)
              .attributesToGet(
                  "requestItems." + name + ".member.attributesToGet",
                  requested.legacy.attributesToGet()));
    }
    var requests = constraints.present("requestItems", requestItems);
    requests.forEach((name, requested) -> {
      int count = Objects.requireNonNull(requested.keys).size();
      var path = "RequestItems." + name + ".member.Keys";
      if (count < 1) throw Constraints.wrongLength(path, "greater", 1);
      if (count > Limits.BATCH_GET_ITEMS)
        throw Constraints.wrongLength(path, "less", Limits.BATCH_GET_ITEMS);
    });
    return requests;
  }

  /** Formats the request as in DynamoDB's message. */
  private static String shown(Map<String, KeysAndAttributes> requests) {
    return requests.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\":{\"Keys\":" + shown(entry.getValue().keys) + "}")
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String shown(@Nullable List<Item> keys) {
    if (keys == null) return "null";
    return keys.stream().map(Item::toString).collect(Collectors.joining(",", "[", "]"));
  }

  private static Optional<ItemProjection> projection(KeysAndAttributes requested) {
    return BoundExpressions.of(requested.expressions, requested.legacy).projection();
  }

  private static void checkProjectionKinds(Collection<KeysAndAttributes> all) {
    boolean expression =
        all.stream().anyMatch(requested -> requested.expressions.projection() != null);
    boolean legacy = all.stream().anyMatch(requested -> requested.legacy.attributesToGet() != null);
    if (!expression || !legacy) return;
    throw new ValidationException(
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {AttributesToGet} Expression parameters:"
            + " {ProjectionExpression}");
  }

  private static void counts(Collection<KeysAndAttributes> all) {
    int count = 0;
    for (var requested : all) {
      var keys = Objects.requireNonNull(requested.keys);
      if (new HashSet<>(keys).size() < keys.size()) {
        throw new ValidationException("Provided list of item keys contains duplicates");
      }
      count += keys.size();
      if (count > Limits.BATCH_GET_ITEMS) {
        throw new ValidationException("Too many items requested for the BatchGetItem call");
      }
    }
  }

  private static Planned plan(
      OperationContext context,
      String name,
      KeysAndAttributes requested,
      Optional<ItemProjection> shown) {
    var table = context.table(name);
    var definition = table.definition();
    var planned = new Planned(name, table, definition, requested, shown);
    for (var key : planned.keys()) KeyChecks.key(definition.keys(), key);
    shown.ifPresent(projection -> KeyChecks.whole(definition, projection.nestedAttributes()));
    return planned;
  }

  private Result read(OperationContext context, List<Planned> planned) {
    var responses = new LinkedHashMap<String, List<Item>>();
    var unprocessed = new LinkedHashMap<String, KeysAndAttributes>();
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    long room = Limits.BATCH_GET_BYTES;
    int read = 0;
    Throttled throttled = null;
    for (var each : planned) {
      var items = new ArrayList<Item>();
      responses.put(each.name, items);
      var left = new ArrayList<Item>();
      for (var requested : each.keys()) {
        if (room < 0) {
          left.add(requested);
          continue;
        }
        var key = StoredKeys.item(each.definition, requested);
        var throttle = throttle(context, each, key);
        if (throttle.isPresent()) {
          throttled = throttle.get();
          left.add(requested);
          continue;
        }
        var item =
            Optional.ofNullable(context.storage().get(ColumnFamily.ITEMS, key)).map(Item::ofBytes);
        int size = item.map(Item::size).orElse(0);
        if (size > room) {
          // A smaller item might still fit, but all keys after this one are returned, too.
          room = -1;
          left.add(requested);
          continue;
        }
        room -= size;
        read++;
        double units = CapacityUnits.read(size, each.consistency());
        capacity.addRead(each.definition, units);
        UsageRecorder.recordRead(context, each.table, key, each.isConsistent(), item, units);
        item.map(found -> each.projection.map(shown -> shown.of(found)).orElse(found))
            .ifPresent(items::add);
      }
      if (!left.isEmpty()) unprocessed.put(each.name, withKeys(each.requested, left));
    }
    if (read == 0 && throttled != null) throw throttled;
    return new Result(responses, unprocessed, capacity.list());
  }

  private static Optional<Throttled> throttle(
      OperationContext context, Planned planned, byte[] key) {
    try {
      context.limits().checkRead(context.usage(), planned.table, Optional.empty(), key);
      return Optional.empty();
    } catch (Throttled e) {
      return Optional.of(e);
    }
  }

  private static KeysAndAttributes withKeys(KeysAndAttributes requested, List<Item> keys) {
    return new KeysAndAttributes(
        List.copyOf(keys), requested.consistentRead, requested.expressions, requested.legacy);
  }
}
