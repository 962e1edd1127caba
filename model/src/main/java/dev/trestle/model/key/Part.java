package dev.trestle.model.key;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.LongStream;

/**
 * A typed piece of a key: the format of its text, and the conversion of values to text and back.
 * Its name is that of the record component that fills it. Different values have different texts. A
 * value that cannot be written exactly is rejected and never changed: no truncated times, no
 * normalised Unicode, no replaced surrogates.
 */
public final class Part<T> implements KeyContent {
  /** So many values are few. */
  private static final int VALUES_MAX = 1000;

  private final String name;
  private final TextForm<T> form;
  private final Optional<PartSource<T>> source;
  private final Class<T> type;
  private final Language shape;
  private final Optional<NumberForm<T>> number;
  private final Optional<BytesForm<T>> bytes;

  private Part(String name, TextForm<T> form) {
    this(name, form, Optional.empty());
  }

  private Part(String name, TextForm<T> form, Optional<PartSource<T>> source) {
    if (name.isEmpty() || name.indexOf('<') >= 0 || name.indexOf('>') >= 0) {
      throw new IllegalArgumentException("'" + name + "' cannot be a part's name");
    }
    this.name = name;
    this.form = form;
    this.source = source;
    type = form.type();
    shape = form.shape();
    number = form.number(name);
    bytes = form.bytes(name);
  }

  /** Text with this alphabet, of at least one character and at most this many UTF-8 bytes. */
  public static Part<String> text(String name, Alphabet alphabet, int maxBytes) {
    return new Part<>(name, new PlainTextForm(alphabet, maxBytes));
  }

  /**
   * Any text of at most this many UTF-8 bytes, escaped so that it contains no common separator.
   * Injective, but does not preserve order. Each ASCII character other than letters, digits and
   * {@code . _ @ + -} takes three bytes, so {@link #maxBytes()} is three times the width given
   * here.
   */
  public static Part<String> escaped(String name, int maxBytes) {
    return new Part<>(name, new EscapedForm(maxBytes));
  }

  /** Any text without escaping. Suitable as the only or the last part, rarely before a literal. */
  public static Part<String> raw(String name, int maxBytes) {
    return new Part<>(name, new PlainTextForm(Alphabet.UNICODE, maxBytes));
  }

  /**
   * A ULID of 26 capitals and digits after a prefix such as {@code chat_}, which may be empty. The
   * prefix is part of the value.
   */
  public static Part<String> ulid(String name, String prefix) {
    if (!prefix.codePoints().allMatch(Alphabet.UNICODE::has)) {
      throw new IllegalArgumentException(RefusedValueException.shown(prefix) + " as a prefix");
    }
    return new Part<>(name, new UlidForm(prefix));
  }

  /**
   * An integer within bounds. In a text it is zero-padded to the width of the largest one, and
   * counted from the smallest one if that is negative. In a key of type N it is stored as it is.
   */
  public static Part<Long> number(String name, long min, long max) {
    return new Part<>(name, new WholeNumberForm(min, max));
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
    return new Part<>(name, new IsoInstantForm());
  }

  /** A date as {@code 2026-02-13}, for the years 0000 to 9999. */
  public static Part<LocalDate> date(String name) {
    return new Part<>(name, DateForm.DATE);
  }

  /** A month as {@code 2026-02}, for the years 0000 to 9999. */
  public static Part<YearMonth> month(String name) {
    return new Part<>(name, DateForm.MONTH);
  }

  /**
   * A UUID in 36 characters. It sorts like its text: by time for version 7, otherwise in a
   * different order from {@link UUID#compareTo}, which compares the halves as signed numbers.
   */
  public static Part<UUID> uuid(String name) {
    return new Part<>(name, new UuidForm());
  }

  /**
   * An enum by declared codes, none of which may be a prefix of another. It is ordered if the codes
   * are in the order of the constants.
   */
  public static <E extends Enum<E>> Part<E> code(
      String name, Class<E> type, Function<E, String> code) {
    return new Part<>(name, EnumForm.of(type, code));
  }

  /** Bytes, for a key of type B only. */
  public static Part<byte[]> bytes(String name, int maxBytes) {
    return new Part<>(name, new BinaryForm(maxBytes));
  }

  /** The day of a time in UTC: a record that has the time needs no component for the day. */
  public static Part<LocalDate> dayOf(String name, Part<Instant> time) {
    return new Part<>(name, DateForm.DATE, Optional.of(PartSource.day(time)));
  }

  /** The month of a time in UTC. */
  public static Part<YearMonth> monthOf(String name, Part<Instant> time) {
    return new Part<>(name, DateForm.MONTH, Optional.of(PartSource.month(time)));
  }

  /**
   * A number from 0 to {@code shards} - 1 that spreads the values of a part evenly. Which shard a
   * value is in never changes as long as their number does not.
   */
  public static Part<Long> shardOf(String name, Part<?> of, int shards) {
    if (shards < 2) throw new IllegalArgumentException(name + " has fewer than two shards.");
    if (of.form() instanceof PartForm.Bytes) {
      throw new IllegalArgumentException(
          "%s cannot be computed from %s, which has no text.".formatted(name, of));
    }
    return new Part<>(
        name, new WholeNumberForm(0, shards - 1L), Optional.of(PartSource.shard(of, shards)));
  }

  /** The part of this form that is derived from another component, as files say it. */
  public static Part<?> of(String name, PartForm form, String component, Derivation by) {
    return of(name, form).derived(Part.raw(component, 1), by);
  }

  private Part<T> derived(Part<?> of, Derivation by) {
    return new Part<>(
        name,
        form,
        Optional.of(
            new PartSource<>(
                of,
                by,
                value -> {
                  throw new IllegalStateException("a part read from a file computes nothing");
                })));
  }

  /** Creates the part with this form, for values without a Java type of their own. */
  public static Part<?> of(String name, PartForm form) {
    return switch (form) {
      case PartForm.Text(var alphabet, int maxBytes) -> text(name, alphabet, maxBytes);
      case PartForm.Escaped(int maxBytes) -> escaped(name, maxBytes);
      case PartForm.Ulid(var prefix) -> ulid(name, prefix);
      case PartForm.Whole(long min, long max) -> number(name, min, max);
      case PartForm.Millis() -> millis(name);
      case PartForm.Seconds() -> seconds(name);
      case PartForm.IsoMillis() -> isoMillis(name);
      case PartForm.Codes(var codes) -> new Part<>(name, EnumForm.of(codes));
      case PartForm.Bytes(int maxBytes) -> bytes(name, maxBytes);
      case PartForm.Date() -> date(name);
      case PartForm.Month() -> month(name);
      case PartForm.Uuid() -> uuid(name);
      case PartForm.Descending(var ascending) -> of(name, ascending).descending();
      case PartForm.Unordered(var ordered) -> of(name, ordered).unordered();
    };
  }

  private Part<T> unordered() {
    return new Part<>(
        name,
        new ConvertedForm<>(form, type, Function.identity(), Function.identity(), false),
        source);
  }

  /**
   * Returns this part for values of another type, such as a record that wraps the text. Nothing is
   * known about the order of that type ("10" comes before "9", the number 10 after 9), so ranges
   * over such a part are not possible; see {@link #asOrdered}.
   */
  public <U> Part<U> as(Class<U> type, Function<T, U> wrap, Function<U, T> unwrap) {
    boolean ordered = !Comparable.class.isAssignableFrom(type);
    return new Part<>(
        name,
        new ConvertedForm<>(form, type, wrap, unwrap, ordered),
        source.map(known -> known.then(wrap)));
  }

  /**
   * Returns this part for values of a type with the same order. A sample of values is compared, and
   * a type with another order is rejected.
   */
  public <U extends Comparable<? super U>> Part<U> asOrdered(
      Class<U> type, Function<T, U> wrap, Function<U, T> unwrap) {
    if (!ordered()) throw new IllegalArgumentException(name + " has no order to keep.");
    OrderSample.of(form, wrap)
        .disagreement()
        .ifPresent(two -> {
          throw new IllegalArgumentException(
              "The order of %s is not that of the part <%s>: %s."
                  .formatted(type.getSimpleName(), name, two));
        });
    return new Part<>(
        name,
        new ConvertedForm<>(form, type, wrap, unwrap, true),
        source.map(known -> known.then(wrap)));
  }

  /** The same part under another name. */
  public Part<T> named(String name) {
    return new Part<>(name, form, source);
  }

  /**
   * Returns this part with the largest value first: each character of its text is replaced by its
   * opposite, a number by its negative. Only for numbers, times and ULIDs, which have a fixed
   * width.
   */
  public Part<T> descending() {
    var mirrored = shape.alphabet().last() < 0x80 ? shape.mirrored() : Optional.<Language>empty();
    return new Part<>(
        name,
        new DescendingForm<>(
            form,
            mirrored.orElseThrow(() ->
                new IllegalArgumentException(
                    name + ": only a number, a time or a ULID can descend"))),
        source);
  }

  /** The name in the template, and of the component that fills it. */
  public String name() {
    return name;
  }

  /** What the part is computed from where no component has its name; none of most parts. */
  public Optional<PartSource<T>> source() {
    return source;
  }

  /** The Java type of its values. */
  public Class<T> type() {
    return type;
  }

  /** The format of the values, as data. */
  public PartForm form() {
    return form.data();
  }

  /** Every character that may occur in the text. */
  public Alphabet alphabet() {
    return shape.alphabet();
  }

  /** The length of the shortest text in bytes. */
  public int minBytes() {
    return shape.minBytes();
  }

  /** The length of the longest text in bytes. */
  public int maxBytes() {
    return shape.maxBytes();
  }

  /** The number of values, if they are few enough to be counted. */
  public OptionalLong count() {
    return shape.count();
  }

  /** Every value, where they are numbers or codes and few; none of other parts. */
  public Optional<List<T>> values() {
    var plain = form() instanceof PartForm.Unordered(var ordered) ? ordered : form();
    boolean descends = plain instanceof PartForm.Descending;
    return switch (plain instanceof PartForm.Descending(var ascending) ? ascending : plain) {
      case PartForm.Whole(long min, long max) when max - min >= 0 && max - min < VALUES_MAX -> {
        var whole = number("number", min, max);
        var number = descends ? whole.descending() : whole;
        yield Optional.of(
            LongStream.rangeClosed(min, max).mapToObj(n -> parse(number.text(n))).toList());
      }
      case PartForm.Codes(var codes) when !descends && codes.size() <= VALUES_MAX ->
          Optional.of(codes.stream().map(this::parse).toList());
      default -> Optional.empty();
    };
  }

  /**
   * Returns whether the order of texts, as UTF-8, is the order of values, or its reverse if
   * descending.
   */
  public boolean ordered() {
    return form.ordered();
  }

  /** Returns whether the largest value comes first. */
  public boolean isDescending() {
    return form.descending();
  }

  /**
   * Returns whether values are converted ({@link #as}) or bytes: the value that is read back may
   * then be another than the one that was written.
   */
  public boolean isConverted() {
    return form.converted();
  }

  /** Returns the text of a value. Rejects a value that does not fit the alphabet or width. */
  public String text(T value) {
    return textOf(value);
  }

  /** Returns the value of a text. Rejects a text that {@link #text} would not write. */
  public T parse(String text) {
    return form.parse(text, 0, text.length(), name);
  }

  /** Returns the value of an attribute of type N; empty if the part is not a number. */
  public Optional<NumberForm<T>> number() {
    return number;
  }

  /** Returns the value of an attribute of type B; empty if the part is not binary. */
  public Optional<BytesForm<T>> bytes() {
    return bytes;
  }

  Language shape() {
    return shape;
  }

  /** Returns the text of an untyped value. */
  String textOf(Object value) {
    return form.text(typed(value), name);
  }

  /** Appends the text of an untyped value. */
  void append(StringBuilder out, Object value) {
    form.append(out, typed(value), name);
  }

  private T typed(Object value) {
    if (type.isInstance(value)) return type.cast(value);
    var given = value == null ? "null" : "a " + value.getClass().getSimpleName();
    throw new RefusedValueException(
        name, "is %s; a %s is expected".formatted(given, type.getSimpleName()));
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
