package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of values that contain no others. Texts, numbers and bytes have their own classes,
 * because sets and map keys consist of them and not of attribute values.
 */
abstract sealed class ScalarCodec<T> implements Codec<T> {
  /**
   * The name of a stored form, and whether it sorts like its values.
   *
   * @param plain whether the text is the value itself
   */
  record Form(String name, StoredOrder order, boolean plain) {
    static Form sorted(String name) {
      return new Form(name, StoredOrder.ASCENDING, false);
    }

    static Form unsorted(String name) {
      return new Form(name, StoredOrder.NONE, false);
    }
  }

  private final Type type;
  private final Form form;

  private ScalarCodec(Type type, Form form) {
    this.type = type;
    this.form = form;
  }

  @Override
  public final Type type() {
    return type;
  }

  @Override
  public final String form() {
    return form.name;
  }

  @Override
  public final StoredOrder order() {
    return form.order;
  }

  @Override
  public final boolean isPlainText() {
    return form.plain;
  }

  final Form storedForm() {
    return form;
  }

  /** Returns the codec of a type that wraps this one. */
  abstract <U> ScalarCodec<U> as(Function<U, T> unwrap, Function<T, U> wrap);

  final <V> void expect(V value, ValueFormat<V> values) {
    var found = values.type(value);
    if (found != type) throw CodecException.mismatch(type, found);
  }

  static <T> T present(@Nullable T value) {
    if (value == null) throw new CodecException("null; an absent value is an empty Optional");
    return value;
  }

  /** Stored as S. */
  static final class Text<T> extends ScalarCodec<T> {
    private final Function<T, String> text;
    private final Function<String, T> parse;

    Text(Form form, Function<T, String> text, Function<String, T> parse) {
      super(Type.S, form);
      this.text = text;
      this.parse = parse;
    }

    String text(T value) {
      return SurrogatePairs.paired(text.apply(present(value)));
    }

    T parse(String stored) {
      try {
        return parse.apply(stored);
      } catch (CodecException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new CodecException("found a text that is not a valid " + form(), e);
      }
    }

    @Override
    public <V> V write(T value, ValueFormat<V> values) {
      return values.string(text(value));
    }

    @Override
    public <V> T read(V value, ValueFormat<V> values) {
      expect(value, values);
      return parse(values.asString(value));
    }

    @Override
    <U> ScalarCodec<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Text<>(storedForm(), unwrap.andThen(text), parse.andThen(wrap));
    }
  }

  /** Stored as N, via a decimal. */
  static final class Decimal<T> extends ScalarCodec<T> {
    private final Function<T, String> text;
    private final Function<BigDecimal, T> parse;

    /** Whether values that are equal in number are equal: 1.50 and 1.5 are not. */
    private final boolean exact;

    /** Empty if every number that DynamoDB has can be read. */
    private final Optional<Bounds> bounds;

    Decimal(String form, Function<T, String> text, Function<BigDecimal, T> parse, boolean exact) {
      this(form, text, parse, exact, Optional.empty());
    }

    Decimal(
        String form,
        Function<T, String> text,
        Function<BigDecimal, T> parse,
        boolean exact,
        Optional<Bounds> bounds) {
      super(Type.N, Form.sorted(form));
      this.text = text;
      this.parse = parse;
      this.exact = exact;
      this.bounds = bounds;
    }

    @Override
    public Optional<Bounds> bounds() {
      return bounds;
    }

    @Override
    public boolean isExact() {
      return exact;
    }

    String text(T value) {
      return text.apply(present(value));
    }

    T parse(BigDecimal stored) {
      try {
        return parse.apply(stored);
      } catch (ArithmeticException | NumberFormatException e) {
        throw new CodecException("found a number that is not a valid " + form(), e);
      }
    }

    @Override
    public <V> V write(T value, ValueFormat<V> values) {
      return values.number(text(value));
    }

    @Override
    public <V> T read(V value, ValueFormat<V> values) {
      expect(value, values);
      return parse(values.asNumber(value));
    }

    @Override
    <U> ScalarCodec<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Decimal<>(form(), unwrap.andThen(text), parse.andThen(wrap), exact, bounds);
    }
  }

  /** Stored as N, via a long, without a text or a decimal. */
  static final class Whole<T> extends ScalarCodec<T> {
    private final Function<T, Long> number;
    private final Function<Long, T> parse;
    private final Bounds bounds;

    /** The exact number of a value that is rounded when stored. */
    private final Optional<Function<T, BigDecimal>> exact;

    Whole(String form, Function<T, Long> number, Function<Long, T> parse, Bounds bounds) {
      this(form, number, parse, bounds, Optional.empty());
    }

    Whole(
        String form,
        Function<T, Long> number,
        Function<Long, T> parse,
        Bounds bounds,
        Optional<Function<T, BigDecimal>> exact) {
      super(Type.N, Form.sorted(form));
      this.number = number;
      this.parse = parse;
      this.bounds = bounds;
      this.exact = exact;
    }

    String text(T value) {
      return Long.toString(number(value));
    }

    private long number(T value) {
      try {
        return number.apply(present(value));
      } catch (ArithmeticException e) {
        throw new CodecException("a value beyond the range of a long", e);
      }
    }

    T parse(BigDecimal stored) {
      try {
        return parse.apply(stored.longValueExact());
      } catch (ArithmeticException e) {
        throw new CodecException("found a number that is not a valid " + form(), e);
      }
    }

    @Override
    public <V> V write(T value, ValueFormat<V> values) {
      return values.number(number(value));
    }

    @Override
    public <V> V writeCompared(T value, ValueFormat<V> values) {
      if (exact.isEmpty()) return write(value, values);
      return values.number(ScalarCodecs.text(exact.get().apply(present(value))));
    }

    @Override
    public <V> T read(V value, ValueFormat<V> values) {
      expect(value, values);
      try {
        return parse.apply(values.asLong(value));
      } catch (ArithmeticException e) {
        throw new CodecException("found a number that is not a valid " + form(), e);
      }
    }

    @Override
    public boolean isExact() {
      return exact.isEmpty();
    }

    @Override
    public Optional<Bounds> bounds() {
      return Optional.of(bounds);
    }

    @Override
    <U> ScalarCodec<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Whole<>(
          form(), unwrap.andThen(number), parse.andThen(wrap), bounds, exact.map(unwrap::andThen));
    }
  }

  /** Stored as B. */
  static final class Binary<T> extends ScalarCodec<T> {
    private final Function<T, byte[]> bytes;
    private final Function<byte[], T> parse;

    Binary(Function<T, byte[]> bytes, Function<byte[], T> parse) {
      super(Type.B, Form.sorted("bytes"));
      this.bytes = bytes;
      this.parse = parse;
    }

    byte[] bytes(T value) {
      return present(bytes.apply(present(value)));
    }

    T parse(byte[] stored) {
      return parse.apply(stored);
    }

    @Override
    public <V> V write(T value, ValueFormat<V> values) {
      return values.binary(bytes(value));
    }

    @Override
    public <V> T read(V value, ValueFormat<V> values) {
      expect(value, values);
      return parse(values.asBinary(value));
    }

    @Override
    <U> ScalarCodec<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Binary<>(unwrap.andThen(bytes), parse.andThen(wrap));
    }
  }

  /** Stored as BOOL. */
  static final class Bool<T> extends ScalarCodec<T> {
    private final Function<T, Boolean> bool;
    private final Function<Boolean, T> parse;

    Bool(Function<T, Boolean> bool, Function<Boolean, T> parse) {
      super(Type.BOOL, Form.unsorted("boolean"));
      this.bool = bool;
      this.parse = parse;
    }

    @Override
    public <V> V write(T value, ValueFormat<V> values) {
      return values.bool(present(bool.apply(present(value))));
    }

    @Override
    public <V> T read(V value, ValueFormat<V> values) {
      expect(value, values);
      return parse.apply(values.asBool(value));
    }

    @Override
    <U> ScalarCodec<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Bool<>(unwrap.andThen(bool), parse.andThen(wrap));
    }
  }
}
