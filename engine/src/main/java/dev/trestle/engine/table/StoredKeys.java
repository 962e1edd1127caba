package dev.trestle.engine.table;

import dev.trestle.item.Item;
import dev.trestle.item.KeyHash;
import dev.trestle.item.Value;
import dev.trestle.item.throughput.KeyPosition;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * The keys under which items and index entries are stored. Their byte order is DynamoDB's order.
 * The format is described in docs/formats/keys.md.
 *
 * <pre>
 * items   tableId(4) hash(8) length(2) partitionKey sortKey
 * index   indexId(4) hash(8) length(2) partitionKeys, each sort key escaped and terminated,
 *         length(2) tablePartitionKey tableSortKey
 * expiry  indexId(4) seconds(8) the item's key without its tableId
 * </pre>
 */
public final class StoredKeys {
  /** The number of bytes before the partition key: id, hash and length. */
  public static final int PARTITION_AT = 14;

  private static final int HASH_AT = 4;

  private StoredKeys() {}

  /** Returns the key of an item. Its key attributes must have been checked. */
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

  /** Returns the same key under another id. */
  public static byte[] withId(byte[] key, int id) {
    var moved = key.clone();
    putInt(moved, 0, id);
    return moved;
  }

  /** Compares two keys without their ids, in the order in which they are stored. */
  public static int compareWithoutIds(byte[] first, byte[] second) {
    return Arrays.compareUnsigned(first, HASH_AT, first.length, second, HASH_AT, second.length);
  }

  /** Returns the common prefix of all items with this partition key. */
  public static byte[] itemPartition(int tableId, Value partitionKey) {
    var key = new byte[PARTITION_AT + partitionKey.contentLength()];
    partitionKey.copyContent(key, PARTITION_AT);
    head(key, tableId, partitionKey.contentLength());
    return key;
  }

  /** Returns the key of an item's index entry, or empty if the item is not in the index. */
  public static Optional<byte[]> indexEntry(SecondaryIndex index, KeySchema table, Item item) {
    for (var attribute : index.keys().attributes()) {
      var value = attribute.in(item);
      if (value.isEmpty() || value.get().type() != attribute.type()) return Optional.empty();
      if (value.get().contentLength() == 0) return Optional.empty();
    }
    if (!index.keys().hasValidSizes(item)) return Optional.empty();
    var partition = index.keys().partition().stream().map(key -> value(key, item)).toList();
    var key = new KeyBytes(indexPartition(index.id(), partition));
    for (var attribute : index.keys().sort()) key.escaped(value(attribute, item));
    key.sized(value(table.partitionKey(), item));
    table.sortKey().ifPresent(attribute -> key.raw(value(attribute, item)));
    return Optional.of(key.bytes());
  }

  /** Returns the common prefix of all index entries with this partition key. */
  public static byte[] indexPartition(int indexId, List<Value> partition) {
    var key = new KeyBytes(new byte[PARTITION_AT]);
    if (partition.size() == 1) key.raw(partition.getFirst());
    else partition.forEach(key::sized);
    var bytes = key.bytes();
    head(bytes, indexId, bytes.length - PARTITION_AT);
    return bytes;
  }

  /** Returns an index's sort key as it is stored in an entry's key: escaped and terminated. */
  public static byte[] indexSort(Value sort) {
    return new KeyBytes(new byte[0]).escaped(sort).bytes();
  }

  /**
   * Returns the escaped sort key without terminator: the common prefix of all sort keys that begin
   * with it.
   */
  public static byte[] indexSortPrefix(Value sort) {
    var ended = indexSort(sort);
    return Arrays.copyOf(ended, ended.length - KeyBytes.END_BYTES);
  }

  /** Returns the key of an item's expiry entry. Expiry entries are ordered by time. */
  public static byte[] expiry(int indexId, long epochSeconds, byte[] itemKey) {
    var key = new byte[4 + 8 + itemKey.length - HASH_AT];
    putInt(key, 0, indexId);
    putLong(key, 4, epochSeconds);
    System.arraycopy(itemKey, HASH_AT, key, 12, itemKey.length - HASH_AT);
    return key;
  }

  /** Returns the key of the item to which an expiry entry belongs. */
  public static byte[] itemOfExpiry(int tableId, byte[] expiry) {
    var key = new byte[expiry.length - 8];
    System.arraycopy(expiry, 12, key, HASH_AT, expiry.length - 12);
    putInt(key, 0, tableId);
    return key;
  }

  /** Returns the common prefix of all keys of a table, an index or a stream. */
  public static byte[] ofId(int id) {
    var key = new byte[4];
    putInt(key, 0, id);
    return key;
  }

  /** Returns the smallest key of a table or index with at least this hash, compared as unsigned. */
  public static byte[] ofHash(int id, long hash) {
    var key = new byte[12];
    putInt(key, 0, id);
    putLong(key, HASH_AT, hash);
    return key;
  }

  /** Returns the hash in the key of an item or index entry. */
  public static long hash(byte[] key) {
    long hash = 0;
    for (int i = HASH_AT; i < HASH_AT + 8; i++) hash = hash << 8 | (key[i] & 0xFF);
    return hash;
  }

  /**
   * Returns where a key lies for the limits of throughput. A shorter key, such as where a scan
   * begins, lies at the start of its range.
   *
   * @param isDivisible whether items with one partition key may be spread over several partitions
   */
  public static KeyPosition position(byte[] key, boolean isDivisible) {
    if (key.length < PARTITION_AT) {
      return key.length < PARTITION_AT - 2 ? KeyPosition.FIRST : KeyPosition.ofHash(hash(key));
    }
    int at = PARTITION_AT + partitionLength(key);
    long sort = 0;
    for (int i = at; isDivisible && i < at + Long.BYTES; i++) {
      sort = sort << 8 | (i < key.length ? key[i] & 0xFF : 0);
    }
    return new KeyPosition(hash(key), sort);
  }

  private static int partitionLength(byte[] key) {
    return (key[PARTITION_AT - 2] & 0xFF) << 8 | (key[PARTITION_AT - 1] & 0xFF);
  }

  /** Returns the partition key's bytes in the key of an item. */
  public static byte[] partitionContent(byte[] key) {
    return Arrays.copyOfRange(key, PARTITION_AT, PARTITION_AT + partitionLength(key));
  }

  /** Returns the smallest key that is larger than all keys with this prefix. */
  public static byte[] afterPrefix(byte[] prefix) {
    for (int last = prefix.length - 1; last >= 0; last--) {
      if (prefix[last] == (byte) 0xFF) continue;
      var key = Arrays.copyOf(prefix, last + 1);
      key[last]++;
      return key;
    }
    throw new IllegalStateException("no key is larger than one of all ones");
  }

  /** Returns the smallest key that is larger than this one. */
  public static byte[] successor(byte[] key) {
    return Arrays.copyOf(key, key.length + 1);
  }

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

  private static Value value(SchemaAttribute attribute, Item item) {
    return attribute
        .in(item)
        .orElseThrow(() -> new IllegalStateException("missing key attribute " + attribute));
  }

  static void putInt(byte[] key, int at, int value) {
    for (int i = 3; i >= 0; i--, value >>>= 8) key[at + i] = (byte) value;
  }

  static void putLong(byte[] key, int at, long value) {
    for (int i = 7; i >= 0; i--, value >>>= 8) key[at + i] = (byte) value;
  }
}
