package dev.trestle.engine.execution;

import dev.trestle.engine.LimitedTables;
import dev.trestle.engine.capacity.RequestUsage;
import dev.trestle.engine.capacity.TableUsage.Throttle;
import dev.trestle.engine.refusal.Refusal.ProvisionedThroughputExceededException;
import dev.trestle.engine.refusal.Refusal.RequestLimitExceeded;
import dev.trestle.engine.refusal.Refusal.Throttled;
import dev.trestle.engine.refusal.Refusal.ThrottlingException;
import dev.trestle.engine.refusal.ThrottlingReason;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.write.IndexEntries;
import dev.trestle.engine.write.WriteOutcome;
import dev.trestle.item.Item;
import dev.trestle.item.throughput.KeyPosition;
import dev.trestle.item.throughput.LimitType;
import dev.trestle.item.throughput.ResourceThroughput;
import dev.trestle.item.throughput.ResourceThroughput.Maximum;
import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import dev.trestle.item.throughput.UnitKind;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Throttles requests as DynamoDB does, on the tables for which this is switched on. A request is
 * checked before it reads or writes, and charged afterwards. Local indexes use their table's units.
 */
public final class ThroughputLimits {
  private final LimitedTables limited;
  private final ForwardClock clock;
  private final String region;

  public ThroughputLimits(LimitedTables limited, InstantSource clock, String region) {
    this.limited = limited;
    this.clock = new ForwardClock(clock);
    this.region = region;
  }

  /** Returns whether the throughput of a table is limited. */
  public boolean contains(String tableName) {
    return limited.contains(tableName);
  }

  boolean apply(TableDefinition table) {
    return limited.contains(table.name());
  }

  /** Throws if a read of this key of a table or global index is throttled. */
  public void checkRead(
      RequestUsage usage, OpenTable table, Optional<SecondaryIndex> index, byte[] key) {
    var definition = table.definition();
    if (!apply(definition)) return;
    var global = index.filter(SecondaryIndex::isGlobal);
    check(usage, table, definition, global, UnitKind.READ, key, key);
  }

  /** Deducts the units of a read that began at this key. */
  public void chargeRead(
      OpenTable table, Optional<SecondaryIndex> index, byte[] key, double units) {
    var definition = table.definition();
    if (!apply(definition)) return;
    var global = index.filter(SecondaryIndex::isGlobal);
    charge(table, definition, global, UnitKind.READ, key, units);
  }

  /** Throws if a write of this item is throttled by its table. */
  void checkWrite(RequestUsage usage, OpenTable table, byte[] key) {
    check(usage, table, table.definition(), Optional.empty(), UnitKind.WRITE, key, key);
  }

  /** Throws if a write is throttled by a global index whose entry it changes. */
  void checkIndexWrites(
      RequestUsage usage,
      OpenTable table,
      byte[] key,
      Optional<Item> before,
      Optional<Item> after) {
    if (before.equals(after)) return;
    var definition = table.definition();
    for (var index : definition.globalIndexes()) {
      if (index.state() == SecondaryIndex.State.DELETING) continue;
      for (var entry : IndexEntries.touched(definition, index, before, after)) {
        check(usage, table, definition, Optional.of(index), UnitKind.WRITE, entry, key);
      }
    }
  }

  /** Deducts the units of a write, in a transaction more than once on the table. */
  void chargeWrite(OpenTable table, byte[] key, WriteOutcome.Done done, int tableFactor) {
    var definition = done.units().definition();
    if (!apply(definition)) return;
    double units = done.units().table() * tableFactor;
    for (int i = 0; i < done.units().indexes().length; i++) {
      double indexUnits = done.units().indexes()[i];
      if (indexUnits == 0) continue;
      var index = definition.indexes().get(i);
      if (!index.isGlobal()) {
        units += indexUnits;
        continue;
      }
      var entries = IndexEntries.touched(definition, index, done.before(), done.after());
      for (var entry : entries) {
        var share = indexUnits / entries.size();
        charge(table, definition, Optional.of(index), UnitKind.WRITE, entry, share);
      }
    }
    charge(table, definition, Optional.empty(), UnitKind.WRITE, key, units);
  }

  /** Deducts the units of a write whose condition failed. */
  void chargeRefusedWrite(OpenTable table, byte[] key, double units) {
    var definition = table.definition();
    if (!apply(definition)) return;
    charge(table, definition, Optional.empty(), UnitKind.WRITE, key, units);
  }

  private void check(
      RequestUsage usage,
      OpenTable table,
      TableDefinition definition,
      Optional<SecondaryIndex> index,
      UnitKind kind,
      byte[] key,
      byte[] itemKey) {
    throughput(table, definition, index)
        .check(kind, position(definition, index, key), clock.millis())
        .ifPresent(limit -> {
          var name = index.map(SecondaryIndex::name);
          var reason = limit.reason(index.isPresent(), kind);
          boolean isItem = index.isEmpty() || kind == UnitKind.WRITE;
          var partition =
              isItem && itemKey.length > StoredKeys.PARTITION_AT
                  ? Optional.of(UsageRecorder.partitionOf(table, itemKey))
                  : Optional.<Item>empty();
          usage.throttled(table.usage(), definition.name(), new Throttle(reason, name), partition);
          throw throttled(definition, name, limit, reason);
        });
  }

  private void charge(
      OpenTable table,
      TableDefinition definition,
      Optional<SecondaryIndex> index,
      UnitKind kind,
      byte[] key,
      double units) {
    throughput(table, definition, index)
        .charge(kind, position(definition, index, key), units, clock.millis());
  }

  private static KeyPosition position(
      TableDefinition definition, Optional<SecondaryIndex> index, byte[] key) {
    // With local indexes, all items with one partition key stay in one partition.
    return StoredKeys.position(key, index.isPresent() || definition.localIndexes().isEmpty());
  }

  private ResourceThroughput throughput(
      OpenTable table, TableDefinition definition, Optional<SecondaryIndex> index) {
    long now = clock.millis();
    var units = provisioned(definition, index);
    int id = index.map(SecondaryIndex::id).orElse(definition.id());
    // It is in the future if the clock was set back since then.
    long created = Math.min(definition.created().toEpochMilli(), now);
    var throughput =
        table.throughput(
            id,
            () ->
                units
                    .map(given -> ResourceThroughput.provisioned(given, created))
                    .orElseGet(() -> ResourceThroughput.onDemand(created)));
    throughput.setProvisioned(units, now);
    throughput.setMaximum(maximum(definition, index), now);
    var warm = index.map(SecondaryIndex::warm).orElse(definition.warm());
    throughput.setWarm((double) warm.readUnits(), (double) warm.writeUnits(), now);
    throughput.setBytes(index.isEmpty() ? table.byteCount() : table.indexByteCount(id), now);
    return throughput;
  }

  private static Optional<Provisioned> provisioned(
      TableDefinition definition, Optional<SecondaryIndex> index) {
    if (definition.billing() == BillingMode.PAY_PER_REQUEST) return Optional.empty();
    ProvisionedUnits units = index.map(SecondaryIndex::throughput).orElse(definition.throughput());
    return Optional.of(new Provisioned((double) units.readUnits(), (double) units.writeUnits()));
  }

  private static Maximum maximum(TableDefinition definition, Optional<SecondaryIndex> index) {
    var units = index.map(SecondaryIndex::maximum).orElse(definition.maximum());
    return units.isNone()
        ? Maximum.NONE
        : new Maximum(of(units.readUnits()), of(units.writeUnits()));
  }

  private static OptionalDouble of(Optional<Long> units) {
    return units.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(units.get());
  }

  private Throttled throttled(
      TableDefinition table, Optional<String> index, LimitType limit, String reason) {
    var tableArn = TableNames.arn(region, table.name());
    var why =
        new ThrottlingReason(
            reason, index.map(name -> tableArn + "/index/" + name).orElse(tableArn));
    if (limit == LimitType.ACCOUNT_LIMIT) return new RequestLimitExceeded(why);
    if (limit == LimitType.MAXIMUM_THROUGHPUT) return ThrottlingException.ofMaximum(why);
    return table.billing() == BillingMode.PROVISIONED
        ? new ProvisionedThroughputExceededException(index.isPresent(), why)
        : ThrottlingException.ofCapacity(index.isPresent(), why);
  }
}
