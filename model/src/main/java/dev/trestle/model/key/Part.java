package dev.trestle.model.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Function;

/**
 * A typed piece of a key: what its text may look like and how values become text and back. The
 * name is that of the record component it is filled from.
 */
public final class Part<T> implements KeyForm {
  private Part() {}

  /** Text of these characters, at most so many UTF-8 bytes, at least one character. */
  public static Part<String> text(String name, Alphabet alphabet, int maxBytes) {
    throw new UnsupportedOperationException();
  }

  /** Any text, escaped into characters that no separator uses; injective, not order-preserving. */
  public static Part<String> escaped(String name, int maxBytes) {
    throw new UnsupportedOperationException();
  }

  /** Any text as it is: refused beside literals, allowed alone. */
  public static Part<String> raw(String name, int maxBytes) {
    throw new UnsupportedOperationException();
  }

  /** A ULID's 26 characters behind a prefix such as {@code chat_}, which may be empty. */
  public static Part<String> ulid(String name, String prefix) {
    throw new UnsupportedOperationException();
  }

  /** A whole number within bounds: zero-padded in a text, itself in a key of type N. */
  public static Part<Long> number(String name, long min, long max) {
    throw new UnsupportedOperationException();
  }

  /** Milliseconds since 1970 in 13 digits. */
  public static Part<Instant> millis(String name) {
    throw new UnsupportedOperationException();
  }

  /** Whole seconds since 1970 in 10 digits. */
  public static Part<Instant> seconds(String name) {
    throw new UnsupportedOperationException();
  }

  /** ISO 8601 in UTC with three digits of milliseconds: {@code 2026-02-13T10:30:45.123Z}. */
  public static Part<Instant> isoMillis(String name) {
    throw new UnsupportedOperationException();
  }

  /** An enum by declared codes, which must differ and must not be each other's prefixes. */
  public static <E extends Enum<E>> Part<E> code(
      String name, Class<E> type, Function<E, String> code) {
    throw new UnsupportedOperationException();
  }

  /** Bytes, for a key of type B only. */
  public static Part<byte[]> bytes(String name, int maxBytes) {
    throw new UnsupportedOperationException();
  }

  /** The same part for values of another type, such as a record round the text. */
  public <U> Part<U> as(Class<U> type, Function<T, U> wrap, Function<U, T> unwrap) {
    throw new UnsupportedOperationException();
  }

  /** The same part under another name. */
  public Part<T> named(String name) {
    throw new UnsupportedOperationException();
  }

  /** The same part with the greatest value first; only of fixed width. */
  public Part<T> descending() {
    throw new UnsupportedOperationException();
  }

  public String name() {
    throw new UnsupportedOperationException();
  }

  public Class<T> type() {
    throw new UnsupportedOperationException();
  }

  public Alphabet alphabet() {
    throw new UnsupportedOperationException();
  }

  public int minBytes() {
    throw new UnsupportedOperationException();
  }

  public int maxBytes() {
    throw new UnsupportedOperationException();
  }

  public boolean fixedWidth() {
    return minBytes() == maxBytes();
  }

  /** Whether the order of texts is the order of values. */
  public boolean ordered() {
    throw new UnsupportedOperationException();
  }

  /** The text of a value; a value outside the part's alphabet or width is refused. */
  public String text(T value) {
    throw new UnsupportedOperationException();
  }

  public T parse(String text) {
    throw new UnsupportedOperationException();
  }

  /** What stands in an attribute of type N; none where the part has no number. */
  public Optional<NumberForm<T>> number() {
    throw new UnsupportedOperationException();
  }

  /** What stands in an attribute of type B; none where the part has no bytes of its own. */
  public Optional<BytesForm<T>> bytes() {
    throw new UnsupportedOperationException();
  }

  /** A value as a number and back. */
  public interface NumberForm<T> {
    BigDecimal number(T value);

    T value(BigDecimal number);
  }

  /** A value as bytes and back. */
  public interface BytesForm<T> {
    byte[] bytes(T value);

    T value(byte[] bytes);
  }
}
