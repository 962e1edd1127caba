package dev.trestle.engine.table;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The definition of a table, as stored in the catalog.
 *
 * @param id the id with which the keys of its items begin; never reused
 * @param attributes all attributes that keys use, by name
 * @param warm at least what its units imply
 * @param onDemandSince when the table last became on-demand, if ever
 * @param restore where its items come from, if it was restored
 */
public record TableDefinition(
    int id,
    String name,
    String uuid,
    Instant created,
    KeySchema keys,
    List<SchemaAttribute> attributes,
    List<SecondaryIndex> indexes,
    BillingMode billing,
    ProvisionedUnits throughput,
    MaximumUnits maximum,
    WarmUnits warm,
    Optional<Instant> onDemandSince,
    Optional<StreamSettings> stream,
    Optional<TimeToLive> timeToLive,
    Optional<RecoverySettings> recovery,
    Optional<RestoreSummary> restore,
    TableClass tableClass,
    boolean deletionProtection,
    boolean encryptedByCustomerKey,
    Map<String, String> tags) {
  public enum BillingMode {
    PROVISIONED,
    PAY_PER_REQUEST
  }

  public enum TableClass {
    STANDARD,
    STANDARD_INFREQUENT_ACCESS
  }

  public TableDefinition {
    attributes = List.copyOf(attributes);
    // Sorted by name, because an error is reported for the first index that has one.
    indexes = indexes.stream().sorted(Comparator.comparing(SecondaryIndex::name)).toList();
    warm = warm.atLeast(WarmUnits.initial(throughput));
    tags = Collections.unmodifiableMap(new TreeMap<>(tags));
  }

  public Optional<SecondaryIndex> index(String indexName) {
    return indexes.stream().filter(index -> index.name().equals(indexName)).findFirst();
  }

  public List<SecondaryIndex> globalIndexes() {
    return indexes.stream().filter(SecondaryIndex::isGlobal).toList();
  }

  public List<SecondaryIndex> localIndexes() {
    return indexes.stream().filter(index -> !index.isGlobal()).toList();
  }

  /** Returns the index with this id. */
  public Optional<SecondaryIndex> index(int indexId) {
    return indexes.stream().filter(index -> index.id() == indexId).findFirst();
  }

  /** Returns a builder that starts with this definition. */
  public TableDefinitionBuilder toBuilder() {
    return new TableDefinitionBuilder(this);
  }

  public TableDefinition withIndexes(List<SecondaryIndex> changed) {
    return toBuilder().indexes(changed).build();
  }

  /** Returns all ids that this table uses, except the stream's. */
  List<Integer> ids() {
    var ids = new ArrayList<Integer>();
    ids.add(id);
    for (var index : indexes) ids.add(index.id());
    timeToLive.ifPresent(ttl -> ids.add(ttl.indexId()));
    recovery.ifPresent(settings -> ids.add(settings.logId()));
    return ids;
  }

  /** Returns whether its items are still being copied, so that it cannot be used yet. */
  public boolean isRestoring() {
    return restore.isPresent() && restore.get().inProgress();
  }

  /** Returns the ids of indexes, and of the expiry index, that are not completely built. */
  List<Integer> unfinished() {
    var ids = new ArrayList<Integer>();
    for (var index : indexes) {
      if (index.state() == SecondaryIndex.State.BACKFILLING) ids.add(index.id());
    }
    timeToLive.filter(ttl -> !ttl.complete()).ifPresent(ttl -> ids.add(ttl.indexId()));
    return ids;
  }

  /** Returns this definition after the index with this id was built. */
  TableDefinition finished(int builtId) {
    var recordBackfill =
        indexes.stream()
            .map(index ->
                index.id() == builtId ? index.withState(SecondaryIndex.State.ACTIVE) : index)
            .toList();
    return toBuilder()
        .indexes(recordBackfill)
        .timeToLive(timeToLive.map(ttl -> ttl.indexId() == builtId ? ttl.completed() : ttl))
        .build();
  }
}
