package dev.trestle.engine.table;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Everything that is declared of a table, as it is kept in the catalog.
 *
 * @param id the number its items are kept under; never used again after the table is deleted
 * @param attributes the attribute definitions, in the order the table was created with
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
    indexes = List.copyOf(indexes);
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

  public TableDefinition withIndexes(List<SecondaryIndex> changed) {
    return new TableDefinition(
        id,
        name,
        uuid,
        created,
        keys,
        attributes,
        changed,
        billing,
        throughput,
        stream,
        timeToLive,
        tableClass,
        deletionProtection,
        encryptedByCustomerKey,
        tags);
  }
}
