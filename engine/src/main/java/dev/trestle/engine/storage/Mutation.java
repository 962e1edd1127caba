package dev.trestle.engine.storage;

import java.util.Arrays;

/**
 * The writes of one request, applied as a whole or not at all. They are encoded in RocksDB's own
 * batch format, so that a group of requests reaches RocksDB in one native call. Log records are
 * written without number and time, which the committer fills in, because only it knows the commit
 * order.
 *
 * <p>Built by one thread and not changed after it was submitted.
 */
public final class Mutation {
  // Record types of RocksDB's write batch, as in its db/dbformat.h.
  private static final byte DELETION = 0x4;
  private static final byte VALUE = 0x5;
  private static final byte RANGE_DELETION = 0xE;

  private static final int NUMBER_BYTES = 8;
  private static final int TIME_BYTES = 8;

  private byte[] buffer = new byte[512];
  private int length;
  private int records;
  private int[] patches = new int[4];
  private int patchCount;

  /** The channel of each log record. */
  private int[] channels = new int[2];

  private final FamilyIds ids;

  /** The ids of the column families in the open database. */
  record FamilyIds(int meta, int items, int index, int log) {
    int of(ColumnFamily family) {
      return switch (family) {
        case META -> meta;
        case ITEMS -> items;
        case INDEX -> index;
        case LOG -> log;
      };
    }
  }

  Mutation(FamilyIds ids) {
    this.ids = ids;
  }

  public Mutation put(ColumnFamily family, byte[] key, byte[] value) {
    begin(VALUE, family);
    bytes(key);
    bytes(value);
    return this;
  }

  public Mutation delete(ColumnFamily family, byte[] key) {
    begin(DELETION, family);
    bytes(key);
    return this;
  }

  /** Deletes all keys from the first (inclusive) to the second (exclusive). */
  public Mutation deleteRange(ColumnFamily family, byte[] from, byte[] to) {
    begin(RANGE_DELETION, family);
    bytes(from);
    bytes(to);
    return this;
  }

  /**
   * Adds a log record. Its key is the prefix followed by its number, its value the time followed by
   * the content. It wakes those who wait for its channel.
   */
  public Mutation log(int channel, byte[] prefix, byte[] content) {
    int logged = patchCount / 2;
    if (logged == channels.length) channels = Arrays.copyOf(channels, logged * 2);
    channels[logged] = channel;
    begin(VALUE, ColumnFamily.LOG);
    varint(prefix.length + NUMBER_BYTES);
    raw(prefix);
    patchHere();
    skip(NUMBER_BYTES);
    varint(TIME_BYTES + content.length);
    patchHere();
    skip(TIME_BYTES);
    raw(content);
    return this;
  }

  public boolean isEmpty() {
    return records == 0;
  }

  int length() {
    return length;
  }

  int records() {
    return records;
  }

  /** Copies the records into the group's batch and numbers the log records. */
  void copyTo(byte[] batch, int at, long firstNumber, long timeMillis) {
    System.arraycopy(buffer, 0, batch, at, length);
    long number = firstNumber;
    for (int i = 0; i < patchCount; i += 2) {
      putLong(batch, at + patches[i], number++);
      putLong(batch, at + patches[i + 1], timeMillis);
    }
  }

  /** Tells those who wait for its log records, which are readable up to this number. */
  void tell(LogNotifier notifier, long committed) {
    for (int i = 0; i < patchCount / 2; i++) notifier.advance(channels[i], committed);
  }

  private void begin(byte type, ColumnFamily family) {
    ensure(6);
    buffer[length++] = type;
    varint(ids.of(family));
    records++;
  }

  private void bytes(byte[] bytes) {
    varint(bytes.length);
    raw(bytes);
  }

  private void raw(byte[] bytes) {
    ensure(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void varint(int value) {
    ensure(5);
    while ((value & ~0x7F) != 0) {
      buffer[length++] = (byte) ((value & 0x7F) | 0x80);
      value >>>= 7;
    }
    buffer[length++] = (byte) value;
  }

  private void patchHere() {
    if (patchCount == patches.length) patches = Arrays.copyOf(patches, patchCount * 2);
    patches[patchCount++] = length;
  }

  private void skip(int bytes) {
    ensure(bytes);
    length += bytes;
  }

  private void ensure(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }

  private static void putLong(byte[] bytes, int at, long value) {
    for (int i = 7; i >= 0; i--) {
      bytes[at + i] = (byte) value;
      value >>>= 8;
    }
  }
}
