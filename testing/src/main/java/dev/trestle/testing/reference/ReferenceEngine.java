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
 * Tables in memory. A request either changes them and returns a result, or throws {@link
 * ExpectedError} and changes nothing. Items are in normal form.
 */
public final class ReferenceEngine {
  private static final class Table {
    final TableShape shape;
    final TreeMap<Map<String, AttributeValue>, Map<String, AttributeValue>> items;
    final List<WriteEffect> changes = new ArrayList<>();

    Table(TableShape shape) {
      this.shape = shape;
      this.items = new TreeMap<>(order(shape.key(), true));
    }
  }

  private final Map<String, Table> tables = new LinkedHashMap<>();

  public void create(TableShape shape) {
    tables.put(shape.table(), new Table(shape));
  }

  public TableShape shape(String table) {
    return table(table).shape;
  }

  public Optional<Map<String, AttributeValue>> get(String table, Map<String, AttributeValue> key) {
    return Optional.ofNullable(table(table).items.get(ReferenceValues.normal(key)));
  }

  /** Returns all changes of the table's items in order, which is what its stream must contain. */
  public List<WriteEffect> changes(String table) {
    return List.copyOf(table(table).changes);
  }

  /**
   * Executes one write.
   *
   * @param showOld whether a failed condition returns the item
   */
  public WriteEffect write(ReferenceWrite write, boolean showOld) {
    var written = attempt(write, showOld);
    store(written);
    return written;
  }

  /** Executes all writes or none. If one fails, there is a reason for each. */
  public List<WriteEffect> transact(List<ReferenceWrite> writes, boolean showOld) {
    checkDistinct(writes, "Transaction request cannot include multiple operations on one item");
    var done = new ArrayList<WriteEffect>();
    var reasons = new ArrayList<ExpectedError.Reason>();
    for (var write : writes) {
      try {
        done.add(attempt(write, showOld));
        reasons.add(ExpectedError.Reason.NONE);
      } catch (ExpectedError refused) {
        reasons.add(reason(refused));
        if (reasons.getLast().code().equals("ValidationError")) break;
      }
    }
    // What comes after the first invalid action is not looked at.
    while (reasons.size() < writes.size()) reasons.add(ExpectedError.Reason.NONE);
    if (done.size() < writes.size()) throw ExpectedError.cancelled(reasons);
    done.forEach(this::store);
    return done;
  }

  private static ExpectedError.Reason reason(ExpectedError refused) {
    return refused.code().equals("ConditionalCheckFailedException")
        ? new ExpectedError.Reason("ConditionalCheckFailed", refused.item())
        : new ExpectedError.Reason("ValidationError", Optional.empty());
  }

  /** Executes independent puts and deletes without conditions. */
  public List<WriteEffect> batch(List<ReferenceWrite> writes) {
    checkDistinct(writes, "Provided list of item keys contains duplicates");
    return writes.stream().map(write -> write(write, false)).toList();
  }

  /** Rejects writes of the same item, after updates that are invalid for every item. */
  private void checkDistinct(List<ReferenceWrite> writes, String message) {
    var seen = new HashSet<Map.Entry<String, Map<String, AttributeValue>>>();
    for (var write : writes) {
      if (write instanceof ReferenceWrite.Change change) change.update().check();
    }
    for (var write : writes) {
      if (!seen.add(Map.entry(write.table(), keyOf(write))))
        throw ExpectedError.validation(message);
    }
  }

  private Map<String, AttributeValue> keyOf(ReferenceWrite write) {
    return ReferenceValues.normal(
        switch (write) {
          case ReferenceWrite.Put(var table, var item, _) -> shape(table).keyOf(item);
          case ReferenceWrite.Delete(_, var key, _) -> key;
          case ReferenceWrite.Change(_, var key, _, _) -> key;
          case ReferenceWrite.Check(_, var key, _) -> key;
        });
  }

  /** Returns what the write would do. */
  private WriteEffect attempt(ReferenceWrite write, boolean showOld) {
    if (write instanceof ReferenceWrite.Change change) change.update().check();
    var shape = shape(write.table());
    if (write instanceof ReferenceWrite.Put put) checkIndexKeys(shape, put.item());
    var key = keyOf(write);
    var before = get(write.table(), key);
    var item = before.orElse(Map.of());
    if (write.condition().filter(condition -> !condition.holds(item)).isPresent()) {
      throw ExpectedError.condition(showOld ? before : Optional.empty());
    }
    var after =
        switch (write) {
          case ReferenceWrite.Put put -> Optional.of(ReferenceValues.normal(put.item()));
          case ReferenceWrite.Delete _ -> Optional.<Map<String, AttributeValue>>empty();
          case ReferenceWrite.Check _ -> before;
          case ReferenceWrite.Change change ->
              before.isEmpty() && change.update().onlyRemoves()
                  ? before
                  : Optional.of(change.update().apply(before.orElse(key)));
        };
    after.ifPresent(changed -> checkIndexKeys(shape, changed));
    return new WriteEffect(shape, before, after);
  }

  /** Checks index keys: they may be missing, but must not be empty or of a wrong type. */
  private static void checkIndexKeys(TableShape shape, Map<String, AttributeValue> item) {
    for (var index : shape.indexes()) {
      for (var attribute : index.key()) {
        var value = item.get(attribute.name());
        if (value != null && (!attribute.fits(value) || ReferenceValues.size(value) == 0)) {
          throw ExpectedError.validation("One or more parameter values");
        }
      }
    }
  }

  private void store(WriteEffect written) {
    if (!written.isChange()) return;
    var table = table(written.shape().table());
    table.changes.add(written);
    written
        .after()
        .ifPresentOrElse(
            item -> table.items.put(written.key(), item), () -> table.items.remove(written.key()));
  }

  /**
   * Returns what a query or scan reads before its filter, in order. Where DynamoDB promises no
   * order, a scan's partitions are ordered by their keys, and entries with equal index keys by the
   * table's keys.
   */
  public List<Map<String, AttributeValue>> entries(ReferenceRead read) {
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

  /** Returns what a query or scan returns of one entry. */
  public static Optional<Map<String, AttributeValue>> shown(
      ReferenceRead read, Map<String, AttributeValue> entry) {
    if (read.filter().filter(filter -> !filter.holds(entry)).isPresent()) return Optional.empty();
    return Optional.of(read.paths().isEmpty() ? entry : DocumentPath.project(entry, read.paths()));
  }

  private static Comparator<Map<String, AttributeValue>> order(
      List<TableShape.KeyAttribute> attributes, boolean forward) {
    Comparator<Map<String, AttributeValue>> order = (_, _) -> 0;
    for (var attribute : attributes) {
      Comparator<Map<String, AttributeValue>> next =
          (a, b) -> ReferenceValues.compare(value(a, attribute), value(b, attribute));
      order = order.thenComparing(forward ? next : next.reversed());
    }
    return order;
  }

  private static AttributeValue value(
      Map<String, AttributeValue> item, TableShape.KeyAttribute attribute) {
    return Optional.ofNullable(item.get(attribute.name())).orElseThrow();
  }

  private Table table(String name) {
    return Optional.ofNullable(tables.get(name)).orElseThrow();
  }
}
