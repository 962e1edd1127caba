package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.expression.Bound;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.refusal.CancellationReason;
import dev.trestle.engine.refusal.Refusal.TransactionConflictException;
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
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** TransactGetItems: items as they all were at one moment. */
public record TransactGetItems(
    @Nullable List<Get> transactItems, @Nullable String returnConsumedCapacity)
    implements Operation<TransactGetItems.Result> {
  public record Get(@Nullable String tableName, @Nullable Item key, Expressions expressions) {
    private String name() {
      return Objects.requireNonNull(tableName);
    }

    private Item itemKey() {
      return Objects.requireNonNull(key);
    }
  }

  /** The items in the order they were asked for. */
  public record Result(List<Optional<Item>> responses, List<ConsumedCapacity> consumedCapacity) {}

  private record Target(String tableName, Item key) {}

  private record Planned(
      Table table, TableDefinition definition, byte[] key, Optional<Projection> projection) {}

  @Override
  public Result run(Kernel kernel) {
    var gets = checked();
    var projections =
        gets.stream()
            .map(get -> Bound.of(get.expressions, LegacyParameters.NONE).projection())
            .toList();
    var planned = plan(kernel, gets, projections);
    try (var snapshot = kernel.storage().snapshot()) {
      var keys = planned.stream().map(Planned::key).toList();
      return result(kernel, planned, kernel.storage().get(Family.ITEMS, keys, snapshot));
    }
  }

  @Override
  public void constraints() {
    checked();
  }

  private List<Get> checked() {
    var constraints =
        new Constraints().actions(transactItems).consumedCapacity(returnConsumedCapacity);
    for (int i = 0; transactItems != null && i < transactItems.size(); i++) {
      var at = "transactItems." + (i + 1) + ".member.get.";
      constraints
          .table(at + "tableName", transactItems.get(i).tableName)
          .required(at + "key", transactItems.get(i).key);
    }
    return constraints.present("transactItems", transactItems);
  }

  /** A wrong key is told by its position; tables and doubles are told before. */
  private static List<Planned> plan(
      Kernel kernel, List<Get> gets, List<Optional<Projection>> projections) {
    var tables = gets.stream().map(get -> kernel.table(get.name())).toList();
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
    for (int i = 0; i < gets.size(); i++) {
      var table = tables.get(i).definition();
      var key = gets.get(i).itemKey();
      try {
        KeyChecks.key(table.keys(), key);
        projections.get(i).ifPresent(shown -> KeyChecks.whole(table, shown.nestedAttributes()));
        var stored = Keys.item(table, key);
        if (kernel.writes().isInTransaction(stored)) throw new TransactionConflictException();
        planned.add(new Planned(tables.get(i), table, stored, projections.get(i)));
        reasons.add(CancellationReason.NONE);
      } catch (TransactionConflictException e) {
        reasons.add(CancellationReason.of("TransactionConflict", e.getMessage()));
      } catch (ValidationException e) {
        reasons.add(CancellationReason.of("ValidationError", e.getMessage()));
      }
    }
    if (planned.size() < gets.size()) throw WriteTransaction.canceled(reasons);
    return planned;
  }

  private Result result(Kernel kernel, List<Planned> planned, List<Optional<byte[]>> found) {
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
      Metering.read(kernel, get.table, get.key, true, item, units);
      responses.add(get.projection.isEmpty() ? item : item.map(get.projection.get()::of));
    }
    if (bytes > Limits.TRANSACTION_BYTES) {
      throw new ValidationException(
          "Transaction size exceeds limit of " + Limits.TRANSACTION_BYTES + " bytes");
    }
    return new Result(responses, capacity.list());
  }
}
