package dev.trestle.engine.table;

import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinition.TableClass;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A definition being put together or changed, setting by setting. Used by one thread; {@link
 * #done()} gives the definition.
 */
public final class TableDraft {
  private final int id;
  private final String name;
  private final String uuid;
  private final Instant created;
  private final KeySchema keys;
  private List<SecondaryIndex> indexes = List.of();
  private BillingMode billing = BillingMode.PROVISIONED;
  private Throughput throughput = Throughput.ON_DEMAND;
  private Optional<Instant> onDemandSince = Optional.empty();
  private Optional<StreamSettings> stream = Optional.empty();
  private Optional<TimeToLive> timeToLive = Optional.empty();
  private TableClass tableClass = TableClass.STANDARD;
  private boolean deletionProtection;
  private boolean encryptedByCustomerKey;
  private Map<String, String> tags = Map.of();

  /** A new table without anything beside its key. */
  public TableDraft(int id, String name, String uuid, Instant created, KeySchema keys) {
    this.id = id;
    this.name = name;
    this.uuid = uuid;
    this.created = created;
    this.keys = keys;
  }

  TableDraft(TableDefinition from) {
    this(from.id(), from.name(), from.uuid(), from.created(), from.keys());
    indexes = from.indexes();
    billing = from.billing();
    throughput = from.throughput();
    onDemandSince = from.onDemandSince();
    stream = from.stream();
    timeToLive = from.timeToLive();
    tableClass = from.tableClass();
    deletionProtection = from.deletionProtection();
    encryptedByCustomerKey = from.encryptedByCustomerKey();
    tags = from.tags();
  }

  public TableDraft indexes(List<SecondaryIndex> changed) {
    indexes = changed;
    return this;
  }

  public TableDraft provisioned(Throughput changed) {
    billing = BillingMode.PROVISIONED;
    throughput = changed;
    return this;
  }

  /** Payment per request, since the given time unless it was so before. */
  public TableDraft onDemand(Instant now) {
    if (billing == BillingMode.PAY_PER_REQUEST) return this;
    billing = BillingMode.PAY_PER_REQUEST;
    throughput = Throughput.ON_DEMAND;
    onDemandSince = Optional.of(now);
    return this;
  }

  public TableDraft onDemandSince(Optional<Instant> changed) {
    onDemandSince = changed;
    return this;
  }

  public TableDraft stream(Optional<StreamSettings> changed) {
    stream = changed;
    return this;
  }

  public TableDraft timeToLive(Optional<TimeToLive> changed) {
    timeToLive = changed;
    return this;
  }

  public TableDraft tableClass(TableClass changed) {
    tableClass = changed;
    return this;
  }

  public TableDraft deletionProtection(boolean changed) {
    deletionProtection = changed;
    return this;
  }

  public TableDraft encryptedByCustomerKey(boolean changed) {
    encryptedByCustomerKey = changed;
    return this;
  }

  public TableDraft tags(Map<String, String> changed) {
    tags = changed;
    return this;
  }

  public TableDefinition done() {
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
        onDemandSince,
        stream,
        timeToLive,
        tableClass,
        deletionProtection,
        encryptedByCustomerKey,
        tags);
  }

  /** The attributes that keys are made of, each once and by name: DynamoDB keeps no others. */
  private List<KeyAttribute> attributes() {
    var attributes = new TreeMap<String, KeyAttribute>();
    for (var key : keys.attributes()) attributes.put(key.name(), key);
    for (var index : indexes) {
      for (var key : index.keys().attributes()) attributes.put(key.name(), key);
    }
    return List.copyOf(attributes.values());
  }
}
