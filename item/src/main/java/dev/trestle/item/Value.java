package dev.trestle.item;

import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One DynamoDB value. It is a view of encoded bytes and copies nothing when it is created. Equal
 * values have equal bytes. The encoding is described in docs/formats/item.md.
 *
 * <p>The bytes are shared and must not be modified.
 */
public final class Value {
  /** Type, length of the payload, number of elements. */
  static final int CONTAINER_HEADER = 9;

  private final byte[] bytes;
  private final int start;
  private final int payload;
  private final int end;

  private Value(byte[] bytes, int start, int payload, int end) {
    this.bytes = bytes;
    this.start = start;
    this.payload = payload;
    this.end = end;
  }

  /** Returns the value whose encoding starts at this position. */
  static Value at(byte[] bytes, int start) {
    int payload;
    int length;
    if (Type.isContainer(bytes[start])) {
      payload = start + CONTAINER_HEADER;
      length = Bytes.int32(bytes, start + 1);
    } else {
      length = Bytes.varint(bytes, start + 1);
      payload = start + 1 + Bytes.varintLength(length);
    }
    return new Value(bytes, start, payload, payload + length);
  }

  /** Returns where the encoding that starts at this position ends. */
  static int endOf(byte[] bytes, int start) {
    if (Type.isContainer(bytes[start])) {
      return start + CONTAINER_HEADER + Bytes.int32(bytes, start + 1);
    }
    int length = Bytes.varint(bytes, start + 1);
    return start + 1 + Bytes.varintLength(length) + length;
  }

  public static Value string(String text) {
    return new ItemWriter().string(text).finishValue();
  }

  public static Value number(String text) {
    return new ItemWriter().number(text).finishValue();
  }

  public static Value number(long number) {
    return ofContent(Type.N, NumberEncoding.of(number));
  }

  public static Value binary(byte[] binary) {
    return new ItemWriter().binary(binary).finishValue();
  }

  public static Value bool(boolean bool) {
    return new ItemWriter().bool(bool).finishValue();
  }

  public static Value nul() {
    return new ItemWriter().nul().finishValue();
  }

  /**
   * Returns a list, or a set. The members of a set must be distinct, of its type, and at least one.
   */
  public static Value container(Type type, Collection<Value> elements) {
    var writer = new ItemWriter().start(type);
    elements.forEach(writer::value);
    return writer.end().finishValue();
  }

  /** Returns a value with this content, as returned by {@link #content()}. */
  public static Value ofContent(Type type, byte[] content) {
    if (type.isContainer()) throw new IllegalStateException("not a scalar type: " + type);
    int payload = 1 + Bytes.varintLength(content.length);
    var bytes = new byte[payload + content.length];
    bytes[0] = type.code();
    Bytes.putVarint(bytes, 1, content.length);
    System.arraycopy(content, 0, bytes, payload, content.length);
    return new Value(bytes, 0, payload, bytes.length);
  }

  public Type type() {
    return Type.ofCode(bytes[start]);
  }

  /** Returns the text of an S. */
  public String string() {
    expect(Type.S);
    return new String(bytes, payload, end - payload, StandardCharsets.UTF_8);
  }

  /** Returns the number as DynamoDB returns it. */
  public String numberText() {
    expect(Type.N);
    return NumberEncoding.text(bytes, payload, end);
  }

  public BigDecimal number() {
    expect(Type.N);
    return NumberEncoding.decimal(bytes, payload, end);
  }

  public boolean bool() {
    expect(Type.BOOL);
    return bytes[payload] == 1;
  }

  /**
   * Returns the bytes that keys are made of: the UTF-8 of an S, the bytes of a B, or an N in its
   * {@link NumberEncoding}.
   */
  public byte[] content() {
    return Arrays.copyOfRange(bytes, payload, end);
  }

  /** Returns the length of an S in UTF-16 units, which is what DynamoDB's {@code size} counts. */
  public int textLength() {
    expect(Type.S);
    int length = 0;
    for (int i = payload; i < end; i++) {
      int b = bytes[i] & 0xFF;
      if ((b & 0xC0) != 0x80) length += b >= 0xF0 ? 2 : 1;
    }
    return length;
  }

  /**
   * Returns the sum of two numbers.
   *
   * @throws InvalidValueException if the sum has too many digits or is out of range
   */
  public Value plus(Value other) {
    return sum(other, false);
  }

  public Value minus(Value other) {
    return sum(other, true);
  }

  private Value sum(Value other, boolean subtract) {
    expect(Type.N);
    other.expect(Type.N);
    var form = Sum.of(bytes, payload, end, other.bytes, other.payload, other.end, subtract);
    return ofContent(Type.N, form);
  }

  /** Returns the length of {@link #content()}. */
  public int contentLength() {
    return end - payload;
  }

  /** Copies {@link #content()} to a position and returns the position after it. */
  public int copyContent(byte[] target, int at) {
    System.arraycopy(bytes, payload, target, at, end - payload);
    return at + end - payload;
  }

  /** Returns the number of elements of a list, members of a set or entries of a map. */
  public int count() {
    return Bytes.int32(bytes, start + 5);
  }

  /** Returns the elements of a list, or the members of a set, in their stored order. */
  public List<Value> elements() {
    if (type() == Type.M) throw new IllegalStateException("use fields() for a map");
    var elements = new ArrayList<Value>(count());
    for (int at = payload; at < end; ) {
      var element = at(bytes, at);
      elements.add(element);
      at = element.end;
    }
    return elements;
  }

  /** Returns one element of a list, or empty if this is not a list or is too short. */
  public Optional<Value> element(int index) {
    if (type() != Type.L || index < 0 || index >= count()) return Optional.empty();
    int at = payload;
    for (int i = 0; i < index; i++) at = endOf(bytes, at);
    return Optional.of(at(bytes, at));
  }

  /** Returns one entry of a map, or empty if this is not a map or has no such entry. */
  public Optional<Value> field(byte[] name) {
    return type() == Type.M ? Fields.find(bytes, payload, end, name) : Optional.empty();
  }

  /** Returns the entries of a map, in byte order of their names. */
  public Fields fields() {
    expect(Type.M);
    return new Fields(bytes, payload, end);
  }

  /** Returns whether a set has this member, or a list this element. */
  public boolean has(Value member) {
    for (int at = payload; at < end; at = endOf(bytes, at)) {
      if (at(bytes, at).equals(member)) return true;
    }
    return false;
  }

  /**
   * Returns whether this S or B contains the other value's content, anywhere or only at the start.
   */
  public boolean contentContains(Value part, boolean atStartOnly) {
    int length = part.contentLength();
    int last = atStartOnly ? Math.min(payload, end - length) : end - length;
    for (int at = payload; at <= last; at++) {
      if (Arrays.equals(bytes, at, at + length, part.bytes, part.payload, part.end)) return true;
    }
    return false;
  }

  /** Compares two values of the same key type in DynamoDB's order. */
  public int compareContent(Value other) {
    return Bytes.compare(bytes, payload, end, other.bytes, other.payload, other.end);
  }

  /** Returns the size that DynamoDB counts for this value, without its name. */
  public int size() {
    return switch (type()) {
      case S, B -> end - payload;
      case N -> NumberEncoding.size(bytes, payload, end);
      case BOOL, NULL -> 1;
      case SS, NS, BS -> sizeOfElements(0);
      case L -> 3 + sizeOfElements(1);
      case M -> 3 + sizeOfFields();
    };
  }

  private int sizeOfElements(int each) {
    int size = 0;
    for (int at = payload; at < end; ) {
      var element = at(bytes, at);
      size += each + element.size();
      at = element.end;
    }
    return size;
  }

  private int sizeOfFields() {
    int size = 0;
    for (var fields = fields(); fields.next(); ) {
      size += 1 + fields.nameLength() + fields.value().size();
    }
    return size;
  }

  /** Returns the number of nesting levels; 1 for a scalar or a set. */
  public int levels() {
    int deepest = 0;
    if (type() == Type.L) {
      for (var element : elements()) deepest = Math.max(deepest, element.levels());
    } else if (type() == Type.M) {
      for (var fields = fields(); fields.next(); ) {
        deepest = Math.max(deepest, fields.value().levels());
      }
    }
    return deepest + 1;
  }

  int encodedLength() {
    return end - start;
  }

  int copyEncoded(byte[] target, int at) {
    System.arraycopy(bytes, start, target, at, end - start);
    return at + end - start;
  }

  private void expect(Type type) {
    if (type() != type) throw new IllegalStateException("expected " + type + ", found " + type());
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Value value
        && Arrays.equals(bytes, start, end, value.bytes, value.start, value.end);
  }

  @Override
  public int hashCode() {
    int hash = 1;
    for (int i = start; i < end; i++) hash = 31 * hash + bytes[i];
    return hash;
  }

  /** Returns the value in the form of DynamoDB's JSON, for messages and logs. */
  @Override
  public String toString() {
    return ValueText.of(this);
  }
}
