package dev.trestle.item;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Fields to put into an item or to remove from it, added in byte order of their names. All other
 * fields are copied as bytes, without being decoded.
 */
public final class FieldChanges {
  private byte[][] names = new byte[4][];
  private @Nullable Value[] values = new @Nullable Value[4];
  private int count;

  /** Adds a field or replaces its value. */
  public FieldChanges put(byte[] name, Value value) {
    return add(name, value);
  }

  /** Removes a field if the item has it. */
  public FieldChanges remove(byte[] name) {
    return add(name, null);
  }

  private FieldChanges add(byte[] name, @Nullable Value value) {
    if (count > 0 && Arrays.compareUnsigned(names[count - 1], name) >= 0) {
      throw new IllegalStateException("names out of order");
    }
    if (count == names.length) {
      names = Arrays.copyOf(names, count * 2);
      values = Arrays.copyOf(values, count * 2);
    }
    names[count] = name;
    values[count++] = value;
    return this;
  }

  /** Returns the changed item, or the same item if nothing changes. */
  public Item applyTo(Item item) {
    var old = item.bytes();
    var starts = new int[count];
    var ends = new int[count];
    int length = old.length;
    int size = item.size();
    int fields = item.count();
    boolean changed = false;
    int from = Item.HEADER;
    for (int i = 0; i < count; i++) {
      starts[i] = placeOf(names[i], old, from);
      ends[i] = starts[i];
      if (isAt(names[i], old, starts[i])) {
        int value = starts[i] + nameLength(names[i]);
        ends[i] = Value.endOf(old, value);
        size -= names[i].length + Value.at(old, value).size();
        fields--;
        changed = true;
      }
      from = ends[i];
      length -= ends[i] - starts[i];
      var put = values[i];
      if (put == null) continue;
      length += nameLength(names[i]) + put.encodedLength();
      size += names[i].length + put.size();
      fields++;
      changed = true;
    }
    if (!changed) return item;
    var out = new byte[length];
    out[0] = Item.VERSION;
    Bytes.putInt32(out, 1, size);
    Bytes.putInt32(out, 5, fields);
    copy(old, starts, ends, out);
    return Item.adopt(out);
  }

  /** Writes everything after the header: unchanged fields as bytes, new ones at their places. */
  private void copy(byte[] old, int[] starts, int[] ends, byte[] out) {
    int from = Item.HEADER;
    int to = Item.HEADER;
    for (int i = 0; i < count; i++) {
      System.arraycopy(old, from, out, to, starts[i] - from);
      to += starts[i] - from;
      from = ends[i];
      var put = values[i];
      if (put == null) continue;
      to = Bytes.putVarint(out, to, names[i].length);
      System.arraycopy(names[i], 0, out, to, names[i].length);
      to = put.copyEncoded(out, to + names[i].length);
    }
    System.arraycopy(old, from, out, to, old.length - from);
  }

  private static int nameLength(byte[] name) {
    return Bytes.varintLength(name.length) + name.length;
  }

  /** Returns where the field with this name starts, or where it would be inserted. */
  private static int placeOf(byte[] name, byte[] bytes, int from) {
    int at = from;
    while (at < bytes.length) {
      int length = Bytes.varint(bytes, at);
      int start = at + Bytes.varintLength(length);
      if (Bytes.compare(bytes, start, start + length, name, 0, name.length) >= 0) return at;
      at = Value.endOf(bytes, start + length);
    }
    return at;
  }

  private static boolean isAt(byte[] name, byte[] bytes, int place) {
    if (place >= bytes.length) return false;
    int length = Bytes.varint(bytes, place);
    int start = place + Bytes.varintLength(length);
    return Arrays.equals(bytes, start, start + length, name, 0, name.length);
  }
}
