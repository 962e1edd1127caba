package dev.trestle.engine.table;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Keys as they are stored, in an order that is DynamoDB's: docs/formats/keys.md.
 *
 * <pre>
 * items   tableId(4) hash(8) length(2) partitionKey sortKey
 * index   indexId(4) hash(8) length(2) partitionKeys, each sort key escaped and ended,
 *         length(2) tablePartitionKey tableSortKey
 * expiry  indexId(4) seconds(8) the item's key without its tableId
 * </pre>
 */
public final class Keys {
  /** Bytes before the partition key: id, hash and length. */
  public static final int PARTITION_AT = 14;

  private static final int HASH_AT = 4;

  private Keys() {}

  /** Where an item of this table is kept; the key attributes must have been checked. */
  public static byte[] item(TableDefinition table, Item item) {
    return item(table.id(), table.keys(), item);
  }

  static byte[] item(int id, KeySchema schema, Item item) {
    var partition = value(schema.partitionKey(), item);
    var sort = schema.sortKey().map(attribute -> value(attribute, item));
    int length = partition.contentLength();
    var key = new byte[PARTITION_AT + length + sort.map(Value::contentLength).orElse(0)];
    int at = partition.copyContent(key, PARTITION_AT);
    sort.ifPresent(value -> value.copyContent(key, at));
    head(key, id, length);
    return key;
  }

  /** The beginning that the keys of all items with this partition key have in common. */
  public static byte[] itemPartition(int tableId, Value partitionKey) {
    var key = new byte[PARTITION_AT + partitionKey.contentLength()];
    partitionKey.copyContent(key, PARTITION_AT);
    head(key, tableId, partitionKey.contentLength());
    return key;
  }

  /** Where an item's entry in the index is kept; none if the item is not in the index. */
  public static Optional<byte[]> indexEntry(SecondaryIndex index, KeySchema table, Item item) {
    for (var attribute : index.keys().attributes()) {
      var value = attribute.in(item);
      if (value.isEmpty() || value.get().type() != attribute.type()) return Optional.empty();
      if (value.get().contentLength() == 0) return Optional.empty();
    }
    var partition = index.keys().partition().stream().map(key -> value(key, item)).toList();
    var key = new KeyBytes(indexPartition(index.id(), partition));
    for (var attribute : index.keys().sort()) key.escaped(value(attribute, item));
    key.sized(value(table.partitionKey(), item));
    table.sortKey().ifPresent(attribute -> key.raw(value(attribute, item)));
    return Optional.of(key.bytes());
  }

  /** The beginning that all entries with these partition values have in common. */
  public static byte[] indexPartition(int indexId, List<Value> partition) {
    var key = new KeyBytes(new byte[PARTITION_AT]);
    if (partition.size() == 1) key.raw(partition.getFirst());
    else partition.forEach(key::sized);
    var bytes = key.bytes();
    head(bytes, indexId, bytes.length - PARTITION_AT);
    return bytes;
  }

  /** An index's sort key as it stands in an entry's key: escaped and ended. */
  public static byte[] indexSort(Value sort) {
    return new KeyBytes(new byte[0]).escaped(sort).bytes();
  }

  /** As {@link #indexSort}, without the end: what the sort keys with this beginning start with. */
  public static byte[] indexSortPrefix(Value sort) {
    var ended = indexSort(sort);
    return Arrays.copyOf(ended, ended.length - KeyBytes.END_BYTES);
  }

  /** Where the expiry of an item is kept, ordered by time. */
  public static byte[] expiry(int indexId, long epochSeconds, byte[] itemKey) {
    var key = new byte[4 + 8 + itemKey.length - HASH_AT];
    putInt(key, 0, indexId);
    putLong(key, 4, epochSeconds);
    System.arraycopy(itemKey, HASH_AT, key, 12, itemKey.length - HASH_AT);
    return key;
  }

  /** The item that an expiry entry is about. */
  public static byte[] itemOfExpiry(int tableId, byte[] expiry) {
    var key = new byte[expiry.length - 8];
    System.arraycopy(expiry, 12, key, HASH_AT, expiry.length - 12);
    putInt(key, 0, tableId);
    return key;
  }

  /** The beginning of all keys that belong to a table, an index or a stream. */
  public static byte[] ofId(int id) {
    var key = new byte[4];
    putInt(key, 0, id);
    return key;
  }

  /** The beginning of all keys of a table or index whose hash is at least this, unsigned. */
  public static byte[] ofHash(int id, long hash) {
    var key = new byte[12];
    putInt(key, 0, id);
    putLong(key, HASH_AT, hash);
    return key;
  }

  /** The hash in a stored key of a table or index. */
  public static long hash(byte[] key) {
    long hash = 0;
    for (int i = HASH_AT; i < HASH_AT + 8; i++) hash = hash << 8 | (key[i] & 0xFF);
    return hash;
  }

  /** The partition key's bytes in a stored key of a table. */
  public static byte[] partitionContent(byte[] key) {
    int length = (key[PARTITION_AT - 2] & 0xFF) << 8 | (key[PARTITION_AT - 1] & 0xFF);
    return Arrays.copyOfRange(key, PARTITION_AT, PARTITION_AT + length);
  }

  /** The first key that is behind all that begin like this one. */
  public static byte[] behind(byte[] prefix) {
    for (int last = prefix.length - 1; last >= 0; last--) {
      if (prefix[last] == (byte) 0xFF) continue;
      var key = Arrays.copyOf(prefix, last + 1);
      key[last]++;
      return key;
    }
    throw new IllegalStateException("nothing is behind a key of all ones");
  }

  /** The first key that is behind this one. */
  public static byte[] next(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

  /** One key after another. */
  public static byte[] concat(byte[] first, byte[] second) {
    var key = Arrays.copyOf(first, first.length + second.length);
    System.arraycopy(second, 0, key, first.length, second.length);
    return key;
  }

  private static void head(byte[] key, int id, int length) {
    putInt(key, 0, id);
    putLong(key, HASH_AT, KeyHash.of(key, PARTITION_AT, PARTITION_AT + length));
    key[PARTITION_AT - 2] = (byte) (length >>> 8);
    key[PARTITION_AT - 1] = (byte) length;
  }

  private static Value value(KeyAttribute attribute, Item item) {
    return attribute
        .in(item)
        .orElseThrow(() -> new IllegalStateException("no key attribute " + attribute));
  }

  static void putInt(byte[] key, int at, int value) {
    for (int i = 3; i >= 0; i--, value >>>= 8) key[at + i] = (byte) value;
  }

  static void putLong(byte[] key, int at, long value) {
    for (int i = 7; i >= 0; i--, value >>>= 8) key[at + i] = (byte) value;
  }
}
