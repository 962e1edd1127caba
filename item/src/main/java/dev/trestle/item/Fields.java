package dev.trestle.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/** A cursor over the named values of an item or a map, in byte order of the names. */
public final class Fields {
  private final byte[] bytes;
  private final int end;
  private int next;
  private int name;
  private int nameEnd;

  Fields(byte[] bytes, int start, int end) {
    this.bytes = bytes;
    this.next = start;
    this.end = end;
  }

  /** Moves to the next field. Returns false if there is none. */
  public boolean next() {
    if (next >= end) return false;
    int length = Bytes.varint(bytes, next);
    name = next + Bytes.varintLength(length);
    nameEnd = name + length;
    next = Value.endOf(bytes, nameEnd);
    return true;
  }

  public String name() {
    return new String(bytes, name, nameEnd - name, StandardCharsets.UTF_8);
  }

  public int nameLength() {
    return nameEnd - name;
  }

  /** Returns one byte of the name in UTF-8. */
  public int nameByte(int index) {
    return bytes[name + index] & 0xFF;
  }

  public boolean isNamed(byte[] other) {
    return Arrays.equals(bytes, name, nameEnd, other, 0, other.length);
  }

  public Value value() {
    return Value.at(bytes, nameEnd);
  }

  /** Compares this field's name with another one, given as UTF-8, in byte order. */
  public int compareName(byte[] other) {
    return Bytes.compare(bytes, name, nameEnd, other, 0, other.length);
  }

  /** Copies the name in UTF-8 to a position and returns the position after it. */
  public int copyName(byte[] target, int at) {
    System.arraycopy(bytes, name, target, at, nameEnd - name);
    return at + nameEnd - name;
  }

  static Optional<Value> find(byte[] bytes, int start, int end, byte[] name) {
    for (int at = start; at < end; ) {
      int length = Bytes.varint(bytes, at);
      int from = at + Bytes.varintLength(length);
      int to = from + length;
      if (length == name.length && Arrays.equals(bytes, from, to, name, 0, length)) {
        return Optional.of(Value.at(bytes, to));
      }
      at = Value.endOf(bytes, to);
    }
    return Optional.empty();
  }
}
