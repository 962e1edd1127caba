package dev.trestle.item;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Encodes an item step by step: call {@link #name} before each value of an item or map, and {@link
 * #start} and {@link #end} around lists, maps and sets. The in-process client and the HTTP endpoint
 * call it while they read a request, so no tree of objects is built.
 *
 * <p>Names and set members may come in any order; they are sorted, so that equal items have equal
 * bytes. Use a writer once and from one thread.
 */
public final class ItemWriter {
  private static final int FIRST_BYTES = 256;

  private byte[] buffer = new byte[FIRST_BYTES];
  private int length = Item.HEADER;
  private int size;
  private Frame frame = new Frame(Type.M, 0, null);

  /** Sets the name of the next value. */
  public ItemWriter name(String name) {
    if (name.isEmpty()) throw new InvalidValueException("Empty attribute name");
    var utf8 = nameBytes(name);
    startElement();
    putLength(utf8.length);
    put(utf8);
    size += utf8.length;
    return this;
  }

  /**
   * Returns the UTF-8 of an attribute's name.
   *
   * @throws InvalidValueException if no attribute can have this name
   */
  public static byte[] nameBytes(String name) {
    var utf8 = utf8(name);
    if (utf8.length <= Limits.ATTRIBUTE_NAME_BYTES) return utf8;
    throw new InvalidValueException("Attribute name is too large, must be less than 65536 bytes");
  }

  public ItemWriter string(String text) {
    return content(Type.S, utf8(text));
  }

  /** Half a surrogate pair has no form in UTF-8; as a question mark, two keys would become one. */
  private static byte[] utf8(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i)) && !isPaired(text, i)) {
        throw new InvalidValueException(
            "One or more parameter values were invalid: A string may not contain an unpaired"
                + " surrogate");
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean isPaired(String text, int at) {
    return Character.isHighSurrogate(text.charAt(at))
        ? at + 1 < text.length() && Character.isLowSurrogate(text.charAt(at + 1))
        : at > 0 && Character.isHighSurrogate(text.charAt(at - 1));
  }

  /** Writes a number in the form that clients send. */
  public ItemWriter number(String text) {
    return content(Type.N, NumberEncoding.parse(text));
  }

  public ItemWriter binary(byte[] binary) {
    return content(Type.B, binary);
  }

  /** Writes an S, N or B whose content is already encoded. */
  public ItemWriter content(Type type, byte[] content) {
    startValue(type);
    size += type == Type.N ? NumberEncoding.size(content, 0, content.length) : content.length;
    putLength(content.length);
    put(content);
    return this;
  }

  public ItemWriter bool(boolean bool) {
    startValue(Type.BOOL);
    putLength(1);
    ensure(1);
    buffer[length++] = (byte) (bool ? 1 : 0);
    size++;
    return this;
  }

  public ItemWriter nul() {
    startValue(Type.NULL);
    putLength(0);
    size++;
    return this;
  }

  /** Copies an encoded value. */
  public ItemWriter value(Value value) {
    startTyped(value.type());
    if (frame.depth + value.levels() > Limits.NESTING_LEVELS) throw tooDeep();
    ensure(value.encodedLength());
    length = value.copyEncoded(buffer, length);
    size += value.size();
    return this;
  }

  /** Copies a field of another item or map. */
  public ItemWriter field(Fields field) {
    startElement();
    putLength(field.nameLength());
    ensure(field.nameLength());
    length = field.copyName(buffer, length);
    size += field.nameLength();
    return value(field.value());
  }

  /** Starts a list, a map or a set. */
  public ItemWriter start(Type type) {
    if (!type.isContainer()) throw new IllegalStateException("not a container type: " + type);
    startTyped(type);
    frame = new Frame(type, length, frame);
    ensure(Value.CONTAINER_HEADER);
    buffer[length] = type.code();
    length += Value.CONTAINER_HEADER;
    size += type.isSet() ? 0 : 3;
    return this;
  }

  /** Ends the container that was started last. */
  public ItemWriter end() {
    var closed = frame;
    frame = closed.outer();
    sort(closed);
    Bytes.putInt32(buffer, closed.start + 1, length - closed.start - Value.CONTAINER_HEADER);
    Bytes.putInt32(buffer, closed.start + 5, closed.count);
    return this;
  }

  /** Returns the item. */
  public Item finish() {
    if (frame.outer != null) throw new IllegalStateException("a list, map or set was not ended");
    sort(frame);
    buffer[0] = Item.VERSION;
    Bytes.putInt32(buffer, 1, size);
    Bytes.putInt32(buffer, 5, frame.count);
    return Item.adopt(Arrays.copyOf(buffer, length));
  }

  /** Returns the only value, if no name was written. */
  public Value finishValue() {
    return Value.at(Arrays.copyOfRange(buffer, Item.HEADER, length), 0);
  }

  private void startValue(Type type) {
    startTyped(type);
    ensure(1);
    buffer[length++] = type.code();
  }

  private void startTyped(Type type) {
    if (!frame.type.isSet() && frame.depth >= Limits.NESTING_LEVELS) throw tooDeep();
    if (frame.type == Type.M) return;
    if (frame.type.isSet() && frame.type.member() != type) {
      throw new IllegalStateException("a " + type + " in a set of type " + frame.type);
    }
    startElement();
  }

  private void startElement() {
    frame.add(length);
    size += frame.type.isSet() || frame.outer == null ? 0 : 1;
  }

  private void sort(Frame closed) {
    if (closed.type == Type.L) return;
    if (closed.type.isSet() && closed.count == 0) throw emptySet(closed.type);
    buffer = Sorter.sort(closed.type, buffer, closed.starts, closed.count, length);
  }

  private static InvalidValueException emptySet(Type type) {
    var what =
        switch (type) {
          case SS -> "An string set  may not be empty";
          case NS -> "An number set  may not be empty";
          case BS -> "Binary sets should not be empty";
          case S, N, B, BOOL, NULL, L, M -> throw new IllegalStateException(type + " is no set");
        };
    return new InvalidValueException("One or more parameter values were invalid: " + what);
  }

  private static InvalidValueException tooDeep() {
    return new InvalidValueException(
        "Nesting Levels have exceeded supported limits: Attributes in the item have nested levels"
            + " beyond supported limit");
  }

  private void put(byte[] bytes) {
    ensure(bytes.length);
    System.arraycopy(bytes, 0, buffer, length, bytes.length);
    length += bytes.length;
  }

  private void putLength(int value) {
    ensure(5);
    length = Bytes.putVarint(buffer, length, value);
  }

  private void ensure(int more) {
    if (buffer.length - length < more) {
      buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, length + more));
    }
  }

  /** A container that is being written, with the positions of its elements. */
  private static final class Frame {
    final Type type;
    final int start;
    final @Nullable Frame outer;
    final int depth;
    int[] starts = new int[8];
    int count;

    Frame(Type type, int start, @Nullable Frame outer) {
      this.type = type;
      this.start = start;
      this.outer = outer;
      this.depth = outer == null ? 0 : outer.depth + (type.isSet() ? 0 : 1);
    }

    void add(int at) {
      if (count == starts.length) starts = Arrays.copyOf(starts, count * 2);
      starts[count++] = at;
    }

    Frame outer() {
      if (outer == null) throw new IllegalStateException("end() without start()");
      return outer;
    }
  }
}
