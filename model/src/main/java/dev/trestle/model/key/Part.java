package dev.trestle.model.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A typed piece of a key: what its text may look like and how values become text and back. The name
 * is that of the record component it is filled from. Different values have different texts, and a
 * value that would lose something is refused, never changed: no truncated times, no normalised
 * Unicode, no replaced halves of surrogate pairs.
 */
public final class Part<T> implements KeyContent {
  private final String name;
  private final Form<T> form;
  private final Class<T> type;
  private final Shape shape;
  private final Optional<NumberForm<T>> number;
  private final Optional<BytesForm<T>> bytes;

  private Part(String name, Form<T> form) {
    if (name.isEmpty() || name.indexOf('<') >= 0 || name.indexOf('>') >= 0) {
      throw new IllegalArgumentException("'" + name + "' cannot be a part's name");
    }
    this.name = name;
    this.form = form;
    type = form.type();
    shape = form.shape();
    number = form.number(name);
    bytes = form.bytes(name);
  }

  /** Text of these characters, at most so many UTF-8 bytes, at least one character. */
  public static Part<String> text(String name, Alphabet alphabet, int maxBytes) {
    return new Part<>(name, new RunForm(alphabet, maxBytes));
  }

  /**
   * Any text of at most so many UTF-8 bytes, escaped into characters that no usual separator uses;
   * injective, not order-preserving. Each ASCII character other than letters, digits and {@code .
   * _ @ + -} takes three bytes, so {@link #maxBytes()} is three times the width given here.
   */
  public static Part<String> escaped(String name, int maxBytes) {
    return new Part<>(name, new EscapedForm(maxBytes));
  }

  /** Any text as it is: fit to stand alone or last, seldom before a literal. */
  public static Part<String> raw(String name, int maxBytes) {
    return new Part<>(name, new RunForm(Alphabet.UNICODE, maxBytes));
  }

  /**
   * A ULID's 26 capitals and digits behind a prefix such as {@code chat_}, which may be empty; the
   * prefix is part of the value.
   */
  public static Part<String> ulid(String name, String prefix) {
    if (!prefix.codePoints().allMatch(Alphabet.UNICODE::has)) {
      throw new IllegalArgumentException(RefusedValueException.shown(prefix) + " as a prefix");
    }
    return new Part<>(name, new UlidForm(prefix));
  }

  /**
   * A whole number within bounds. In a text it is zero-padded to the width of the greatest, counted
   * from the least one where that is negative; in a key of type N it is itself.
   */
  public static Part<Long> number(String name, long min, long max) {
    return new Part<>(name, new WholeForm(min, max));
  }

  /** Whole milliseconds since 1970 in 13 digits, until the year 2286. */
  public static Part<Instant> millis(String name) {
    return new Part<>(name, new InstantForm(InstantForm.Tick.MILLIS));
  }

  /** Whole seconds since 1970 in 10 digits, until the year 2286. */
  public static Part<Instant> seconds(String name) {
    return new Part<>(name, new InstantForm(InstantForm.Tick.SECONDS));
  }

  /** ISO 8601 in UTC with three digits of milliseconds: {@code 2026-02-13T10:30:45.123Z}. */
  public static Part<Instant> isoMillis(String name) {
    return new Part<>(name, new IsoForm());
  }

  /**
   * An enum by declared codes, which must differ and must not begin each other. It is ordered where
   * the codes ascend in the order of the constants.
   */
  public static <E extends Enum<E>> Part<E> code(
      String name, Class<E> type, Function<E, String> code) {
    return new Part<>(name, CodeForm.of(type, code));
  }

  /** Bytes, for a key of type B only. */
  public static Part<byte[]> bytes(String name, int maxBytes) {
    return new Part<>(name, new BinaryForm(maxBytes));
  }

  /** The part that writes as this form says, for values without a type of their own. */
  public static Part<?> of(String name, PartForm form) {
    return switch (form) {
      case PartForm.Text(var alphabet, int maxBytes) -> text(name, alphabet, maxBytes);
      case PartForm.Escaped(int maxBytes) -> escaped(name, maxBytes);
      case PartForm.Ulid(var prefix) -> ulid(name, prefix);
      case PartForm.Whole(long min, long max) -> number(name, min, max);
      case PartForm.Millis _ -> millis(name);
      case PartForm.Seconds _ -> seconds(name);
      case PartForm.IsoMillis _ -> isoMillis(name);
      case PartForm.Codes(var codes) -> new Part<>(name, CodeForm.of(codes));
      case PartForm.Bytes(int maxBytes) -> bytes(name, maxBytes);
      case PartForm.Descending(var ascending) -> of(name, ascending).descending();
    };
  }

  /** The same part for values of another type, such as a record round the text. */
  public <U> Part<U> as(Class<U> type, Function<T, U> wrap, Function<U, T> unwrap) {
    return new Part<>(name, new Wrapped<>(form, type, wrap, unwrap));
  }

  /** The same part under another name. */
  public Part<T> named(String name) {
    return new Part<>(name, form);
  }

  /**
   * The same part with the greatest value first: each character of its text becomes its opposite, a
   * number its negative. Only for numbers, times and ULIDs, whose width is fixed.
   */
  public Part<T> descending() {
    var mirrored = shape.alphabet().last() < 0x80 ? shape.mirrored() : Optional.<Shape>empty();
    return new Part<>(
        name,
        new Mirrored<>(
            form,
            mirrored.orElseThrow(() ->
                new IllegalArgumentException(
                    name + ": only a number, a time or a ULID can descend"))));
  }

  public String name() {
    return name;
  }

  public Class<T> type() {
    return type;
  }

  /** How values are written, as data. */
  public PartForm form() {
    return form.data();
  }

  /** Every character that may occur in the text. */
  public Alphabet alphabet() {
    return shape.alphabet();
  }

  /** The bytes of the shortest text. */
  public int minBytes() {
    return shape.minBytes();
  }

  /** The bytes of the longest text. */
  public int maxBytes() {
    return shape.maxBytes();
  }

  /** How many values there are, where they are few enough to be counted. */
  public OptionalLong count() {
    return shape.count();
  }

  public boolean fixedWidth() {
    return minBytes() == maxBytes();
  }

  /** Whether the order of texts, as UTF-8, is the order of values, or its reverse if descending. */
  public boolean ordered() {
    return form.ordered();
  }

  /** Whether the greatest value comes first. */
  public boolean isDescending() {
    return form.descending();
  }

  /** The text of a value; a value outside the part's alphabet or width is refused. */
  public String text(T value) {
    var out = new StringBuilder();
    append(out, value);
    return out.toString();
  }

  /** The value of a text; what {@link #text} would not write is refused. */
  public T parse(String text) {
    return form.parse(text, 0, text.length(), name);
  }

  /** What stands in an attribute of type N; none where the part has no number. */
  public Optional<NumberForm<T>> number() {
    return number;
  }

  /** What stands in an attribute of type B; none where the part has no bytes of its own. */
  public Optional<BytesForm<T>> bytes() {
    return bytes;
  }

  Shape shape() {
    return shape;
  }

  /** Appends the text of a value that comes untyped. */
  void append(StringBuilder out, Object value) {
    if (!type.isInstance(value)) {
      var given = value == null ? "nothing" : "a " + value.getClass().getSimpleName();
      throw new RefusedValueException(
          name, value, "is %s where a %s is wanted".formatted(given, type.getSimpleName()));
    }
    form.append(out, type.cast(value), name);
  }

  T parse(String text, int from, int to) {
    return form.parse(text, from, to, name);
  }

  int end(String text, int from) {
    return form.end(text, from);
  }

  /** {@code <name>}. */
  @Override
  public String toString() {
    return "<" + name + ">";
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
