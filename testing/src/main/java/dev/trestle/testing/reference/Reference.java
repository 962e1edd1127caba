package dev.trestle.testing.reference;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Tables in memory. A request either changes them and answers, or throws {@link Refused} and leaves
 * them alone. Items go in and come out in normal form.
 */
public final class Reference {
  private static final class Table {
    final Shape shape;
    final TreeMap<Map<String, AttributeValue>, Map<String, AttributeValue>> items;
    final List<Written> changes = new ArrayList<>();

    Table(Shape shape) {
      this.shape = shape;
      this.items = new TreeMap<>(order(shape.key(), true));
    }
  }

  private final Map<String, Table> tables = new LinkedHashMap<>();

  public void create(Shape shape) {
    tables.put(shape.table(), new Table(shape));
  }

  public List<Shape> shapes() {
    return tables.values().stream().map(table -> table.shape).toList();
  }

  public Shape shape(String table) {
    return table(table).shape;
  }

  public Optional<Map<String, AttributeValue>> get(String table, Map<String, AttributeValue> key) {
    return Optional.ofNullable(table(table).items.get(Values.normal(key)));
  }

  /** Every change of the table's items so far, in order: what its stream has to tell. */
  public List<Written> changes(String table) {
    return List.copyOf(table(table).changes);
  }

  /**
   * Carries out one write.
   *
   * @param showOld whether a failed condition gives back the item
   */
  public Written write(Write write, boolean showOld) {
    var written = attempt(write, showOld);
    store(written);
    return written;
  }

  /** All writes or none; a reason for each where one fails. */
  public List<Written> transact(List<Write> writes, boolean showOld) {
    refuseTwiceTheSame(
        writes, "Transaction request cannot include multiple operations on one item");
    var done = new ArrayList<Written>();
    var reasons = new ArrayList<Refused.Reason>();
    for (var write : writes) {
      try {
        done.add(attempt(write, showOld));
        reasons.add(Refused.Reason.NONE);
      } catch (Refused refused) {
        reasons.add(reason(refused));
      }
    }
    if (done.size() < writes.size()) throw Refused.cancelled(reasons);
    done.forEach(this::store);
    return done;
  }

  private static Refused.Reason reason(Refused refused) {
    return refused.code().equals("ConditionalCheckFailedException")
        ? new Refused.Reason("ConditionalCheckFailed", refused.item())
        : new Refused.Reason("ValidationError", Optional.empty());
  }

  /** Puts and deletes without conditions, each on its own. */
  public List<Written> batch(List<Write> writes) {
    refuseTwiceTheSame(writes, "Provided list of item keys contains duplicates");
    return writes.stream().map(write -> write(write, false)).toList();
  }

  /** Before that it refuses updates that are wrong whatever the item is. */
  private void refuseTwiceTheSame(List<Write> writes, String message) {
    var seen = new HashSet<Map.Entry<String, Map<String, AttributeValue>>>();
    for (var write : writes) {
      if (write instanceof Write.Change change) change.update().check();
    }
    for (var write : writes) {
      if (!seen.add(Map.entry(write.table(), keyOf(write)))) throw Refused.validation(message);
    }
  }

  private Map<String, AttributeValue> keyOf(Write write) {
    return Values.normal(
        switch (write) {
          case Write.Put(var table, var item, _) -> shape(table).keyOf(item);
          case Write.Delete(_, var key, _) -> key;
          case Write.Change(_, var key, _, _) -> key;
          case Write.Check(_, var key, _) -> key;
        });
  }

  /** What the write would do. */
  private Written attempt(Write write, boolean showOld) {
    if (write instanceof Write.Change change) change.update().check();
    var shape = shape(write.table());
    if (write instanceof Write.Put put) checkIndexKeys(shape, put.item());
    var key = keyOf(write);
    var before = get(write.table(), key);
    var item = before.orElse(Map.of());
    if (write.condition().filter(condition -> !condition.holds(item)).isPresent()) {
      throw Refused.condition(showOld ? before : Optional.empty());
    }
    var after =
        switch (write) {
          case Write.Put put -> Optional.of(Values.normal(put.item()));
          case Write.Delete _ -> Optional.<Map<String, AttributeValue>>empty();
          case Write.Check _ -> before;
          case Write.Change change ->
              before.isEmpty() && change.update().onlyTakesAway()
                  ? before
                  : Optional.of(change.update().apply(before.orElse(key)));
        };
    after.ifPresent(changed -> checkIndexKeys(shape, changed));
    return new Written(shape, before, after);
  }

  /** A key attribute of an index may be missing, but not of a wrong type nor empty. */
  private static void checkIndexKeys(Shape shape, Map<String, AttributeValue> item) {
    for (var index : shape.indexes()) {
      for (var attribute : index.key()) {
        var value = item.get(attribute.name());
        if (value != null && (!attribute.fits(value) || Values.size(value) == 0)) {
          throw Refused.validation("One or more parameter values");
        }
      }
    }
  }

  private void store(Written written) {
    if (!written.isChange()) return;
    var table = table(written.shape().table());
    table.changes.add(written);
    written
        .after()
        .ifPresentOrElse(
            item -> table.items.put(written.key(), item), () -> table.items.remove(written.key()));
  }

  /**
   * What a query or scan reads before its filter, in order; a scan's partitions come in the order
   * of their keys, and entries of equal index keys in the order of the table's keys, where DynamoDB
   * promises no order.
   */
  public List<Map<String, AttributeValue>> entries(Read read) {
    var table = table(read.table());
    var index = read.index().map(table.shape::index);
    var found = new ArrayList<Map<String, AttributeValue>>();
    for (var item : table.items.values()) {
      if (index.isPresent() && !index.get().shows(item)) continue;
      if (!read.keyConditions().stream().allMatch(condition -> condition.holds(item))) continue;
      found.add(index.map(i -> table.shape.project(i, item)).orElse(item));
    }
    if (index.isPresent()) {
      found.sort(
          order(index.get().key(), read.forward()).thenComparing(order(table.shape.key(), true)));
      return found;
    }
    return read.forward() ? found : found.reversed();
  }

  /** What a query or scan returns of one entry that it read. */
  public static Optional<Map<String, AttributeValue>> shown(
      Read read, Map<String, AttributeValue> entry) {
    if (read.filter().filter(filter -> !filter.holds(entry)).isPresent()) return Optional.empty();
    return Optional.of(read.paths().isEmpty() ? entry : Path.project(entry, read.paths()));
  }

  private static Comparator<Map<String, AttributeValue>> order(
      List<Shape.KeyAttribute> attributes, boolean forward) {
    Comparator<Map<String, AttributeValue>> order = (_, _) -> 0;
    for (var attribute : attributes) {
      Comparator<Map<String, AttributeValue>> next =
          (a, b) -> Values.compare(value(a, attribute), value(b, attribute));
      order = order.thenComparing(forward ? next : next.reversed());
    }
    return order;
  }

  private static AttributeValue value(
      Map<String, AttributeValue> item, Shape.KeyAttribute attribute) {
    return Optional.ofNullable(item.get(attribute.name())).orElseThrow();
  }

  private Table table(String name) {
    return Optional.ofNullable(tables.get(name)).orElseThrow();
  }
}
