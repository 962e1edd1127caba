package dev.trestle.engine.table;

import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinition.TableClass;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Builds or changes a table definition. Not thread-safe. */
public final class TableDefinitionBuilder {
  private final int id;
  private final String name;
  private final String uuid;
  private final Instant created;
  private final KeySchema keys;
  private List<SecondaryIndex> indexes = List.of();
  private BillingMode billing = BillingMode.PROVISIONED;
  private ProvisionedUnits throughput = ProvisionedUnits.ON_DEMAND;
  private MaximumUnits maximum = MaximumUnits.NONE;
  private WarmUnits warm = WarmUnits.NONE;
  private Optional<Instant> onDemandSince = Optional.empty();
  private Optional<StreamSettings> stream = Optional.empty();
  private Optional<TimeToLive> timeToLive = Optional.empty();
  private Optional<RecoverySettings> recovery = Optional.empty();
  private Optional<RestoreSummary> restore = Optional.empty();
  private TableClass tableClass = TableClass.STANDARD;
  private boolean deletionProtection;
  private boolean encryptedByCustomerKey;
  private Map<String, String> tags = Map.of();

  /** Starts a new table that has only a key. */
  public TableDefinitionBuilder(int id, String name, String uuid, Instant created, KeySchema keys) {
    this.id = id;
    this.name = name;
    this.uuid = uuid;
    this.created = created;
    this.keys = keys;
  }

  TableDefinitionBuilder(TableDefinition from) {
    this(from.id(), from.name(), from.uuid(), from.created(), from.keys());
    indexes = from.indexes();
    billing = from.billing();
    throughput = from.throughput();
    maximum = from.maximum();
    warm = from.warm();
    onDemandSince = from.onDemandSince();
    stream = from.stream();
    timeToLive = from.timeToLive();
    recovery = from.recovery();
    restore = from.restore();
    tableClass = from.tableClass();
    deletionProtection = from.deletionProtection();
    encryptedByCustomerKey = from.encryptedByCustomerKey();
    tags = from.tags();
  }

  public TableDefinitionBuilder indexes(List<SecondaryIndex> changed) {
    indexes = changed;
    return this;
  }

  public TableDefinitionBuilder provisioned(ProvisionedUnits changed) {
    billing = BillingMode.PROVISIONED;
    throughput = changed;
    return this;
  }

  /** Makes the table on-demand. Keeps the earlier time if it was on-demand already. */
  public TableDefinitionBuilder onDemand(Instant now) {
    if (billing == BillingMode.PAY_PER_REQUEST) return this;
    billing = BillingMode.PAY_PER_REQUEST;
    throughput = ProvisionedUnits.ON_DEMAND;
    onDemandSince = Optional.of(now);
    return this;
  }

  public TableDefinitionBuilder maximum(MaximumUnits changed) {
    maximum = changed;
    return this;
  }

  /** Sets the warm throughput. The table has at least what its units imply. */
  public TableDefinitionBuilder warm(WarmUnits changed) {
    warm = changed;
    return this;
  }

  public TableDefinitionBuilder onDemandSince(Optional<Instant> changed) {
    onDemandSince = changed;
    return this;
  }

  public TableDefinitionBuilder stream(Optional<StreamSettings> changed) {
    stream = changed;
    return this;
  }

  public TableDefinitionBuilder timeToLive(Optional<TimeToLive> changed) {
    timeToLive = changed;
    return this;
  }

  public TableDefinitionBuilder recovery(Optional<RecoverySettings> changed) {
    recovery = changed;
    return this;
  }

  public TableDefinitionBuilder restore(Optional<RestoreSummary> changed) {
    restore = changed;
    return this;
  }

  public TableDefinitionBuilder tableClass(TableClass changed) {
    tableClass = changed;
    return this;
  }

  public TableDefinitionBuilder deletionProtection(boolean changed) {
    deletionProtection = changed;
    return this;
  }

  public TableDefinitionBuilder encryptedByCustomerKey(boolean changed) {
    encryptedByCustomerKey = changed;
    return this;
  }

  public TableDefinitionBuilder tags(Map<String, String> changed) {
    tags = changed;
    return this;
  }

  public TableDefinition build() {
    return new TableDefinition(
        id,
        name,
        uuid,
        created,
        keys,
        attributes(),
        indexes,
        billing,
        throughput,
        maximum,
        warm,
        onDemandSince,
        stream,
        timeToLive,
        recovery,
        restore,
        tableClass,
        deletionProtection,
        encryptedByCustomerKey,
        tags);
  }

  /** Returns the attributes that keys use, each once, by name. DynamoDB keeps no others. */
  private List<SchemaAttribute> attributes() {
    var attributes = new TreeMap<String, SchemaAttribute>();
    for (var key : keys.attributes()) attributes.put(key.name(), key);
    for (var index : indexes) {
      for (var key : index.keys().attributes()) attributes.put(key.name(), key);
    }
    return List.copyOf(attributes.values());
  }
}
