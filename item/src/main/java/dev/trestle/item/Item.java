package dev.trestle.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * An item, a key, or the values bound to an expression, in the encoded form that is stored. Equal
 * items have equal bytes. The encoding includes the item's size as DynamoDB counts it.
 */
public final class Item {
  /** The first byte of every stored item. */
  static final byte VERSION = 1;

  /** Version, DynamoDB's size, number of fields. */
  static final int HEADER = Value.CONTAINER_HEADER;

  public static final Item EMPTY = new ItemWriter().finish();

  private final byte[] bytes;

  private Item(byte[] bytes) {
    this.bytes = bytes;
  }

  /** Wraps bytes that were returned by {@link #bytes()}, without copying them. */
  public static Item ofBytes(byte[] bytes) {
    if (bytes.length < HEADER || bytes[0] != VERSION) {
      throw new IllegalStateException("unknown version of an item");
    }
    return new Item(bytes);
  }

  public static Item of(String name, Value value) {
    return new ItemWriter().name(name).value(value).finish();
  }

  public static Item of(Map<String, Value> fields) {
    var writer = new ItemWriter();
    fields.forEach((name, value) -> writer.name(name).value(value));
    return writer.finish();
  }

  /** Returns the encoded form itself, not a copy. */
  public byte[] bytes() {
    return bytes;
  }

  /** Returns the size of the item as DynamoDB counts it: names and values. */
  public int size() {
    return Bytes.int32(bytes, 1);
  }

  /** Returns the number of fields. */
  public int count() {
    return Bytes.int32(bytes, 5);
  }

  public boolean isEmpty() {
    return bytes.length == HEADER;
  }

  public Optional<Value> get(String name) {
    return get(name.getBytes(StandardCharsets.UTF_8));
  }

  /** Returns the value with this name, given as UTF-8. */
  public Optional<Value> get(byte[] name) {
    return Fields.find(bytes, HEADER, bytes.length, name);
  }

  public boolean has(String name) {
    return get(name).isPresent();
  }

  public Fields fields() {
    return new Fields(bytes, HEADER, bytes.length);
  }

  public void forEach(BiConsumer<String, Value> action) {
    for (var fields = fields(); fields.next(); ) action.accept(fields.name(), fields.value());
  }

  /** Returns this item with one value added or replaced. */
  public Item with(String name, Value value) {
    var key = name.getBytes(StandardCharsets.UTF_8);
    var writer = new ItemWriter();
    for (var fields = fields(); fields.next(); ) {
      if (!fields.isNamed(key)) writer.field(fields);
    }
    return writer.name(name).value(value).finish();
  }

  /** Returns an item with only these fields. Names that the item does not have are ignored. */
  public Item only(Collection<String> names) {
    return pick(names, true);
  }

  /** Returns an item with only these fields; the names are UTF-8, in byte order. */
  public Item onlyNamed(List<byte[]> names) {
    var starts = new int[names.size()];
    var ends = new int[names.size()];
    int found = 0;
    int length = HEADER;
    int size = 0;
    int wanted = 0;
    for (int at = HEADER; at < bytes.length && wanted < names.size(); ) {
      int nameLength = Bytes.varint(bytes, at);
      int name = at + Bytes.varintLength(nameLength);
      int value = name + nameLength;
      int end = Value.endOf(bytes, value);
      int order = -1;
      while (wanted < names.size()) {
        var next = names.get(wanted);
        order = Bytes.compare(bytes, name, value, next, 0, next.length);
        if (order <= 0) break;
        wanted++;
      }
      if (order == 0) {
        starts[found] = at;
        ends[found++] = end;
        length += end - at;
        size += nameLength + Value.at(bytes, value).size();
        wanted++;
      }
      at = end;
    }
    if (found == count()) return this;
    var out = new byte[length];
    out[0] = VERSION;
    Bytes.putInt32(out, 1, size);
    Bytes.putInt32(out, 5, found);
    int to = HEADER;
    for (int i = 0; i < found; i++) {
      System.arraycopy(bytes, starts[i], out, to, ends[i] - starts[i]);
      to += ends[i] - starts[i];
    }
    return adopt(out);
  }

  public Item without(Collection<String> names) {
    return pick(names, false);
  }

  private Item pick(Collection<String> names, boolean keep) {
    var writer = new ItemWriter();
    int picked = 0;
    for (var fields = fields(); fields.next(); ) {
      if (names.contains(fields.name()) != keep) continue;
      writer.field(fields);
      picked++;
    }
    return picked == count() ? this : writer.finish();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Item item && Arrays.equals(bytes, item.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns the item in the form of DynamoDB's JSON, for messages and logs. */
  @Override
  public String toString() {
    return ValueText.of(fields());
  }

  static Item adopt(byte[] bytes) {
    return new Item(bytes);
  }
}
