package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.storage.Family;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.Table;
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

/** BatchGetItem: up to a hundred items by their keys, of one or more tables. */
public record BatchGetItem(
    @Nullable Map<String, KeysAndAttributes> requestItems, @Nullable String returnConsumedCapacity)
    implements Operation<BatchGetItem.Result> {
  /** What is read from one table. */
  public record KeysAndAttributes(
      @Nullable List<Item> keys,
      @Nullable Boolean consistentRead,
      Expressions expressions,
      LegacyParameters legacy) {}

  /** Items by table; what was left undone, by table, as it was asked. */
  public record Result(
      Map<String, List<Item>> responses,
      Map<String, KeysAndAttributes> unprocessedKeys,
      List<ConsumedCapacity> consumedCapacity) {}

  private record Planned(
      String name,
      Table table,
      TableDefinition definition,
      KeysAndAttributes asked,
      Optional<Projection> projection) {
    List<Item> keys() {
      return Objects.requireNonNull(asked.keys);
    }

    boolean isConsistent() {
      return Boolean.TRUE.equals(asked.consistentRead);
    }

    Consistency consistency() {
      return isConsistent() ? Consistency.STRONG : Consistency.EVENTUAL;
    }
  }

  @Override
  public Result run(Kernel kernel) {
    var requests = checked();
    var projections = new LinkedHashMap<String, Optional<Projection>>();
    requests.forEach((name, asked) -> projections.put(name, projection(asked)));
    oneKindOfProjection(requests.values());
    counts(requests.values());
    var planned = new ArrayList<Planned>();
    requests.forEach((name, asked) ->
        planned.add(plan(kernel, name, asked, Objects.requireNonNull(projections.get(name)))));
    return read(kernel, planned);
  }

  @Override
  public void constraints() {
    checked();
  }

  private Map<String, KeysAndAttributes> checked() {
    if (requestItems != null && requestItems.isEmpty())
      throw Constraints.wrongLength("RequestItems", "greater", 1);
    var constraints = new Constraints();
    if (requestItems != null && !requestItems.keySet().stream().allMatch(Constraints::isName)) {
      constraints.mapKeysAreNames("requestItems", shown(requestItems));
    }
    constraints.consumedCapacity(returnConsumedCapacity);
    if (requestItems != null) {
      requestItems.forEach((name, asked) ->
          constraints
              .required("requestItems." + name + ".member.keys", asked.keys)
              .attributesToGet(
                  "requestItems." + name + ".member.attributesToGet",
                  asked.legacy.attributesToGet()));
    }
    var requests = constraints.present("requestItems", requestItems);
    requests.forEach((name, asked) -> {
      int count = Objects.requireNonNull(asked.keys).size();
      var path = "RequestItems." + name + ".member.Keys";
      if (count < 1) throw Constraints.wrongLength(path, "greater", 1);
      if (count > Limits.BATCH_GET_ITEMS)
        throw Constraints.wrongLength(path, "less", Limits.BATCH_GET_ITEMS);
    });
    return requests;
  }

  /** The request as DynamoDB echoes it. */
  private static String shown(Map<String, KeysAndAttributes> requests) {
    return requests.entrySet().stream()
        .map(entry -> "\"" + entry.getKey() + "\":{\"Keys\":" + shown(entry.getValue().keys) + "}")
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String shown(@Nullable List<Item> keys) {
    if (keys == null) return "null";
    return keys.stream().map(Item::toString).collect(Collectors.joining(",", "[", "]"));
  }

  private static Optional<Projection> projection(KeysAndAttributes asked) {
    return Bound.of(asked.expressions, asked.legacy).projection();
  }

  private static void oneKindOfProjection(Collection<KeysAndAttributes> all) {
    boolean expression = all.stream().anyMatch(asked -> asked.expressions.projection() != null);
    boolean legacy = all.stream().anyMatch(asked -> asked.legacy.attributesToGet() != null);
    if (!expression || !legacy) return;
    throw new ValidationException(
        "Can not use both expression and non-expression parameters in the same request:"
            + " Non-expression parameters: {AttributesToGet} Expression parameters:"
            + " {ProjectionExpression}");
  }

  private static void counts(Collection<KeysAndAttributes> all) {
    int count = 0;
    for (var asked : all) {
      var keys = Objects.requireNonNull(asked.keys);
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
      Kernel kernel, String name, KeysAndAttributes asked, Optional<Projection> shown) {
    var table = kernel.table(name);
    var definition = table.definition();
    var planned = new Planned(name, table, definition, asked, shown);
    for (var key : planned.keys()) KeyChecks.key(definition.keys(), key);
    shown.ifPresent(projection -> KeyChecks.whole(definition, projection.nestedAttributes()));
    return planned;
  }

  private Result read(Kernel kernel, List<Planned> planned) {
    var responses = new LinkedHashMap<String, List<Item>>();
    var unprocessed = new LinkedHashMap<String, KeysAndAttributes>();
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    long room = Limits.BATCH_GET_BYTES;
    for (var each : planned) {
      var items = new ArrayList<Item>();
      responses.put(each.name, items);
      int done = 0;
      for (; done < each.keys().size(); done++) {
        var key = Keys.item(each.definition, each.keys().get(done));
        var item = Optional.ofNullable(kernel.storage().get(Family.ITEMS, key)).map(Item::ofBytes);
        int size = item.map(Item::size).orElse(0);
        if (size > room) break;
        room -= size;
        double units = CapacityUnits.read(size, each.consistency());
        capacity.addRead(each.definition, units);
        Metering.read(kernel, each.table, key, each.isConsistent(), item, units);
        item.map(found -> each.projection.map(shown -> shown.of(found)).orElse(found))
            .ifPresent(items::add);
      }
      if (done < each.keys().size()) {
        // A smaller item might still fit, but what comes behind one that did not is left too.
        room = -1;
        unprocessed.put(each.name, rest(each.asked, done));
      }
    }
    return new Result(responses, unprocessed, capacity.list());
  }

  private static KeysAndAttributes rest(KeysAndAttributes asked, int from) {
    var keys = Objects.requireNonNull(asked.keys);
    return new KeysAndAttributes(
        List.copyOf(keys.subList(from, keys.size())),
        asked.consistentRead,
        asked.expressions,
        asked.legacy);
  }
}
