package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.KeyChecks;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.UsageRecorder;
import dev.trestle.engine.execution.WriteTransaction;
import dev.trestle.engine.expression.BoundExpressions;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.Throttled;
import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TransactGetItems: reads items from one consistent snapshot. */
public record TransactGetItems(
    @Nullable List<Get> transactItems, @Nullable String returnConsumedCapacity)
    implements Operation<TransactGetItems.Result> {
  public record Get(@Nullable String tableName, @Nullable Item key, Expressions expressions) {
    private String quoted() {
      return "TransactGetItem(get=Get(key=%s, tableName=%s))".formatted(key, tableName);
    }

    private String name() {
      return Objects.requireNonNull(tableName);
    }

    private Item itemKey() {
      return Objects.requireNonNull(key);
    }
  }

  /** The items, in the order of the request. */
  public record Result(List<Optional<Item>> responses, List<ConsumedCapacity> consumedCapacity) {}

  private record Target(String tableName, Item key) {}

  private record Planned(
      OpenTable table,
      TableDefinition definition,
      byte[] key,
      Optional<ItemProjection> projection) {}

  @Override
  public Result run(OperationContext context) {
    var gets = checked();
    var projections =
        gets.stream().map(get -> BoundExpressions.ofAction(get.expressions).projection()).toList();
    var planned = plan(context, gets, projections);
    try (var snapshot = context.storage().snapshot()) {
      var keys = planned.stream().map(Planned::key).toList();
      return result(context, planned, context.storage().get(ColumnFamily.ITEMS, keys, snapshot));
    }
  }

  @Override
  public void constraints() {
    checked();
  }

  private List<Get> checked() {
    var constraints =
        new Constraints()
            .actions(transactItems, Get::quoted)
            .consumedCapacity(returnConsumedCapacity);
    for (int i = 0; transactItems != null && i < transactItems.size(); i++) {
      var at = "transactItems." + (i + 1) + ".member.get.";
      constraints
          .table(at + "tableName", transactItems.get(i).tableName)
          .required(at + "key", transactItems.get(i).key);
    }
    return constraints.present("transactItems", transactItems);
  }

  /**
   * Checks the keys. An invalid key is reported by its position; tables and duplicates are checked
   * before.
   */
  private static List<Planned> plan(
      OperationContext context, List<Get> gets, List<Optional<ItemProjection>> projections) {
    var tables = gets.stream().map(get -> context.table(get.name())).toList();
    for (int i = 0; i < gets.size(); i++) {
      KeyChecks.notEmpty(tables.get(i).definition(), gets.get(i).itemKey());
    }
    var seen = new HashSet<Target>();
    for (var get : gets) {
      if (seen.add(new Target(get.name(), get.itemKey()))) continue;
      throw new ValidationException(
          "Transaction request cannot include multiple operations on one item");
    }
    var planned = new ArrayList<Planned>();
    var reasons = new ArrayList<CancellationReason>();
    boolean isInvalid = false;
    for (int i = 0; i < gets.size(); i++) {
      // DynamoDB does not look further than the first invalid action.
      if (isInvalid) {
        reasons.add(CancellationReason.NONE);
        continue;
      }
      var table = tables.get(i).definition();
      var key = gets.get(i).itemKey();
      try {
        KeyChecks.key(table.keys(), key);
        projections.get(i).ifPresent(shown -> KeyChecks.whole(table, shown.nestedAttributes()));
        var stored = StoredKeys.item(table, key);
        if (context.writes().isInTransaction(stored)) throw new TransactionConflictException();
        context.limits().checkRead(context.usage(), tables.get(i), Optional.empty(), stored);
        planned.add(new Planned(tables.get(i), table, stored, projections.get(i)));
        reasons.add(CancellationReason.NONE);
      } catch (TransactionConflictException e) {
        reasons.add(CancellationReason.of("TransactionConflict", e.getMessage()));
      } catch (Throttled e) {
        reasons.add(CancellationReason.of(e.cancellationCode(), e.getMessage()));
      } catch (ValidationException e) {
        reasons.add(CancellationReason.of("ValidationError", e.getMessage()));
        isInvalid = true;
      }
    }
    if (planned.size() < gets.size()) throw WriteTransaction.canceled(reasons);
    return planned;
  }

  /** A projection that selects nothing leaves no item, unlike that of GetItem. */
  private static Optional<Item> projected(ItemProjection projection, Optional<Item> item) {
    return item.map(projection::of).filter(shown -> shown.count() > 0);
  }

  private Result result(
      OperationContext context, List<Planned> planned, List<Optional<byte[]>> found) {
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    var responses = new ArrayList<Optional<Item>>(planned.size());
    long bytes = 0;
    for (int i = 0; i < planned.size(); i++) {
      var get = planned.get(i);
      var item = found.get(i).map(Item::ofBytes);
      int size = item.map(Item::size).orElse(0);
      bytes += size;
      double units = CapacityUnits.read(size, Consistency.TRANSACTIONAL);
      capacity.addRead(get.definition, units);
      UsageRecorder.recordRead(context, get.table, get.key, true, item, units);
      responses.add(get.projection.isEmpty() ? item : projected(get.projection.get(), item));
    }
    if (bytes > Limits.TRANSACTION_BYTES) {
      throw new ValidationException(
          "Transaction size cannot exceed " + Limits.TRANSACTION_BYTES + " bytes");
    }
    return new Result(responses, capacity.list());
  }
}
