package dev.trestle.app.server;

import dev.trestle.engine.Engine;
import dev.trestle.item.throughput.ResourceScaling;
import dev.trestle.item.throughput.ResourceThroughput.Provisioned;
import dev.trestle.item.throughput.ScalingBounds;
import dev.trestle.model.Billing;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;

/**
 * A table with the auto scaling that it and its global indexes declare. Each minute, what was
 * consumed is compared with the units that there are, and UpdateTable changes them. Not safe for
 * use by several threads.
 */
final class ScaledTable {
  private static final System.Logger LOG = System.getLogger(ScaledTable.class.getName());
  private static final double MILLIS_PER_SECOND = 1000;

  private final Engine engine;
  private final DynamoDbClient client;
  private final String name;
  private final List<Resource> resources;

  /** Their units are the table's. */
  private final List<String> localIndexes;

  private long lastMillis;

  /**
   * @param name the table's name in the database
   */
  ScaledTable(Engine engine, DynamoDbClient client, Table table, String name, Instant now) {
    this.engine = engine;
    this.client = client;
    this.name = name;
    this.resources = resources(table);
    this.localIndexes =
        table.indexes().stream()
            .filter(index -> index.scope() == TableIndex.Scope.LOCAL)
            .map(TableIndex::name)
            .toList();
    this.lastMillis = now.toEpochMilli();
    resources.forEach(resource -> resource.consumed = consumed(resource.index));
  }

  /** The table itself or one of its global indexes. */
  private static final class Resource {
    private final Optional<String> index;
    private final ScalingBounds bounds;
    private Optional<ResourceScaling> scaling = Optional.empty();

    /** All units so far. */
    private Provisioned consumed = new Provisioned(0, 0);

    Resource(Optional<String> index, ScalingBounds bounds) {
      this.index = index;
      this.bounds = bounds;
    }

    /**
     * Returns the units after this minute. If somebody else set the units, it goes on with those.
     */
    Provisioned minute(Provisioned total, double seconds, Provisioned units, long nowMillis) {
      var perSecond =
          new Provisioned(
              Math.max(0, total.read() - consumed.read()) / seconds,
              Math.max(0, total.write() - consumed.write()) / seconds);
      consumed = total;
      var running =
          scaling
              .filter(known -> known.units().equals(units))
              .orElseGet(() -> new ResourceScaling(bounds, units));
      scaling = Optional.of(running);
      return running.minute(perSecond, nowMillis);
    }
  }

  private static List<Resource> resources(Table table) {
    var found = new ArrayList<Resource>();
    table
        .provisioned()
        .flatMap(Billing.Provisioned::bounds)
        .ifPresent(bounds -> found.add(new Resource(Optional.empty(), bounds)));
    for (var index : table.indexes()) {
      if (index.scope() != TableIndex.Scope.GLOBAL) continue;
      table
          .provisioned(index)
          .flatMap(Billing.Provisioned::bounds)
          .ifPresent(bounds -> found.add(new Resource(Optional.of(index.name()), bounds)));
    }
    return found;
  }

  /** Whether the table or one of its indexes declares scaling. */
  static boolean isScaled(Table table) {
    return !resources(table).isEmpty();
  }

  private Provisioned consumed(Optional<String> index) {
    var usage = engine.usage(name);
    if (usage.isEmpty()) return new Provisioned(0, 0);
    var reads = usage.get().indexReadUnits();
    var writes = usage.get().indexWriteUnits();
    double read = index.isEmpty() ? usage.get().readUnits() : 0;
    double written = index.isEmpty() ? usage.get().writeUnits() : 0;
    for (var each : index.map(List::of).orElse(localIndexes)) {
      read += reads.getOrDefault(each, 0.0);
      written += writes.getOrDefault(each, 0L);
    }
    return new Provisioned(read, written);
  }

  /** Ends a minute. What cannot be changed now, such as a table that is updated, is tried again. */
  void minute(Instant now) {
    long nowMillis = now.toEpochMilli();
    double seconds = (nowMillis - lastMillis) / MILLIS_PER_SECOND;
    lastMillis = nowMillis;
    if (seconds <= 0) {
      // The clock was set back: nobody knows in how long this was consumed.
      resources.forEach(resource -> resource.consumed = consumed(resource.index));
      return;
    }
    try {
      scale(client.describeTable(ask -> ask.tableName(name)).table(), seconds, nowMillis);
    } catch (DynamoDbException e) {
      LOG.log(Level.INFO, "Table " + name + " was not scaled", e);
    }
  }

  private void scale(TableDescription table, double seconds, long nowMillis) {
    var update = UpdateTableRequest.builder().tableName(name);
    var indexes = new ArrayList<GlobalSecondaryIndexUpdate>();
    boolean isChanged = false;
    for (var resource : resources) {
      var live = live(table, resource.index);
      if (live.isEmpty()) continue;
      var wanted = resource.minute(consumed(resource.index), seconds, live.get(), nowMillis);
      if (wanted.equals(live.get())) continue;
      isChanged = true;
      resource.index.ifPresentOrElse(
          index ->
              indexes.add(
                  GlobalSecondaryIndexUpdate.builder()
                      .update(each -> each.indexName(index).provisionedThroughput(units(wanted)))
                      .build()),
          () -> update.provisionedThroughput(units(wanted)));
    }
    if (!indexes.isEmpty()) update.globalSecondaryIndexUpdates(indexes);
    if (isChanged) client.updateTable(update.build());
  }

  /** Returns the units that there are; none if the table is on demand or lacks the index. */
  private static Optional<Provisioned> live(TableDescription table, Optional<String> index) {
    if (index.isEmpty()) return units(table.provisionedThroughput());
    return table.globalSecondaryIndexes().stream()
        .filter(each -> each.indexName().equals(index.get()))
        .findFirst()
        .flatMap(each -> units(each.provisionedThroughput()));
  }

  private static Optional<Provisioned> units(ProvisionedThroughputDescription units) {
    boolean isOnDemand = units == null || units.readCapacityUnits() < 1;
    return isOnDemand
        ? Optional.empty()
        : Optional.of(
            new Provisioned(
                units.readCapacityUnits().doubleValue(), units.writeCapacityUnits().doubleValue()));
  }

  private static ProvisionedThroughput units(Provisioned units) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(Math.round(units.read()))
        .writeCapacityUnits(Math.round(units.write()))
        .build();
  }
}
