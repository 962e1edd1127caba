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
 * One DynamoDB value: a view of encoded bytes, cheap to make and never copied until something wants
 * its own bytes. Equal values are equal bytes. docs/formats/item.md describes the encoding.
 *
 * <p>The bytes belong to whoever encoded them and are not written to again.
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

  /** The value whose encoding starts at this place. */
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

  /** Where the encoding that starts at this place ends. */
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
    return ofContent(Type.N, NumberForm.of(number));
  }

  public static Value number(BigDecimal number) {
    return new ItemWriter().number(number).finishValue();
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

  /** A list, or a set of members that are distinct, of its type and not none. */
  public static Value container(Type type, Collection<Value> elements) {
    var writer = new ItemWriter().start(type);
    elements.forEach(writer::value);
    return writer.end().finishValue();
  }

  /** A key attribute's value from the bytes that {@link #content()} gave. */
  public static Value ofContent(Type type, byte[] content) {
    if (type.isContainer()) throw new IllegalStateException("content of a " + type);
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

  /** The text of an S. */
  public String string() {
    expect(Type.S);
    return new String(bytes, payload, end - payload, StandardCharsets.UTF_8);
  }

  /** The number as DynamoDB returns it. */
  public String numberText() {
    expect(Type.N);
    return NumberForm.text(bytes, payload, end);
  }

  public BigDecimal number() {
    expect(Type.N);
    return NumberForm.decimal(bytes, payload, end);
  }

  public boolean bool() {
    expect(Type.BOOL);
    return bytes[payload] == 1;
  }

  /** The bytes of an S (as UTF-8), a B or an N (in {@link NumberForm}): what keys are made of. */
  public byte[] content() {
    return Arrays.copyOfRange(bytes, payload, end);
  }

  /** How many UTF-16 units the text of an S has: what DynamoDB's {@code size} counts. */
  public int textLength() {
    expect(Type.S);
    int length = 0;
    for (int i = payload; i < end; i++) {
      int b = bytes[i] & 0xFF;
      if ((b & 0xC0) != 0x80) length += b >= 0xF0 ? 2 : 1;
    }
    return length;
  }

  /** The sum of two numbers, refused if it has too many digits or is out of range. */
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

  /** How many bytes {@link #content()} has. */
  public int contentLength() {
    return end - payload;
  }

  /** Copies {@link #content()} into place and returns the position after it. */
  public int copyContent(byte[] target, int at) {
    System.arraycopy(bytes, payload, target, at, end - payload);
    return at + end - payload;
  }

  /** How many elements, members or entries a container has. */
  public int count() {
    return Bytes.int32(bytes, start + 5);
  }

  /** The elements of a list in its order, or the members of a set in theirs. */
  public List<Value> elements() {
    if (type() == Type.M) throw new IllegalStateException("a map has fields");
    var elements = new ArrayList<Value>(count());
    for (int at = payload; at < end; ) {
      var element = at(bytes, at);
      elements.add(element);
      at = element.end;
    }
    return elements;
  }

  /** One element of a list; none where this is not a list or is too short. */
  public Optional<Value> element(int index) {
    if (type() != Type.L || index < 0 || index >= count()) return Optional.empty();
    int at = payload;
    for (int i = 0; i < index; i++) at = endOf(bytes, at);
    return Optional.of(at(bytes, at));
  }

  /** One entry of a map; none where this is not a map or has no such entry. */
  public Optional<Value> field(byte[] name) {
    return type() == Type.M ? Fields.find(bytes, payload, end, name) : Optional.empty();
  }

  /** The entries of a map, in the order of their names' bytes. */
  public Fields fields() {
    expect(Type.M);
    return new Fields(bytes, payload, end);
  }

  /** Whether a set has this member, or a list this element. */
  public boolean has(Value member) {
    for (int at = payload; at < end; at = endOf(bytes, at)) {
      if (at(bytes, at).equals(member)) return true;
    }
    return false;
  }

  /** Whether the content of this S or B starts with, or has somewhere in it, that of the other. */
  public boolean contentContains(Value part, boolean atStartOnly) {
    int length = part.contentLength();
    int last = atStartOnly ? Math.min(payload, end - length) : end - length;
    for (int at = payload; at <= last; at++) {
      if (Arrays.equals(bytes, at, at + length, part.bytes, part.payload, part.end)) return true;
    }
    return false;
  }

  /** Orders two values of the same key type as DynamoDB does. */
  public int compareContent(Value other) {
    return Bytes.compare(bytes, payload, end, other.bytes, other.payload, other.end);
  }

  /** What DynamoDB counts for this value, without the name it has. */
  public int size() {
    return switch (type()) {
      case S, B -> end - payload;
      case N -> NumberForm.size(bytes, payload, end);
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

  /** How many levels of values there are: 1 for this one, and those of what lists and maps hold. */
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
    if (type() != type) throw new IllegalStateException("a value of type " + type());
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

  /** The value in the form of DynamoDB's JSON, for people to read. */
  @Override
  public String toString() {
    return Text.of(this);
  }
}
