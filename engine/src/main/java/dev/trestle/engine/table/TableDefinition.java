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
 * Everything that is declared of a table, as it is kept in the catalog.
 *
 * @param id the number its items are kept under; never used again after the table is deleted
 * @param attributes the definitions of all attributes that keys are made of, by name
 * @param onDemandSince when it last came to be paid per request, if ever
 */
public record TableDefinition(
    int id,
    String name,
    String uuid,
    Instant created,
    KeySchema keys,
    List<KeyAttribute> attributes,
    List<SecondaryIndex> indexes,
    BillingMode billing,
    Throughput throughput,
    Optional<Instant> onDemandSince,
    Optional<StreamSettings> stream,
    Optional<TimeToLive> timeToLive,
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
    // By name: faults in index keys are told of the first.
    indexes = indexes.stream().sorted(Comparator.comparing(SecondaryIndex::name)).toList();
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

  /** The index whose entries are kept under this number. */
  public Optional<SecondaryIndex> index(int indexId) {
    return indexes.stream().filter(index -> index.id() == indexId).findFirst();
  }

  /** A copy to be changed. */
  public TableDraft change() {
    return new TableDraft(this);
  }

  public TableDefinition withIndexes(List<SecondaryIndex> changed) {
    return change().indexes(changed).done();
  }

  /** Every number under which something of this table is kept, the stream's excepted. */
  List<Integer> ids() {
    var ids = new ArrayList<Integer>();
    ids.add(id);
    for (var index : indexes) ids.add(index.id());
    timeToLive.ifPresent(ttl -> ids.add(ttl.indexId()));
    return ids;
  }

  /** The numbers of those indexes, and of expiry times, that are yet to be built. */
  List<Integer> unfinished() {
    var ids = new ArrayList<Integer>();
    for (var index : indexes) {
      if (index.state() == SecondaryIndex.State.BACKFILLING) ids.add(index.id());
    }
    timeToLive.filter(ttl -> !ttl.complete()).ifPresent(ttl -> ids.add(ttl.indexId()));
    return ids;
  }

  /** This definition once what is kept under the number has been built. */
  TableDefinition finished(int builtId) {
    var built =
        indexes.stream()
            .map(index ->
                index.id() == builtId ? index.withState(SecondaryIndex.State.ACTIVE) : index)
            .toList();
    return change()
        .indexes(built)
        .timeToLive(timeToLive.map(ttl -> ttl.indexId() == builtId ? ttl.completed() : ttl))
        .done();
  }
}
