package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A codec of values that hold no others. Text, numbers and bytes have their own forms, since sets
 * and the keys of maps are made of these and not of attribute values.
 */
abstract sealed class Scalar<T> implements Codec<T> {
  private final Type type;

  private Scalar(Type type) {
    this.type = type;
  }

  @Override
  public final Type type() {
    return type;
  }

  /** The same for a type that wraps this one. */
  abstract <U> Scalar<U> as(Function<U, T> unwrap, Function<T, U> wrap);

  final <V> void expect(V value, Values<V> values) {
    var found = values.type(value);
    if (found != type) throw CodecException.mismatch(type, found);
  }

  static <T> T present(@Nullable T value) {
    if (value == null) throw new CodecException("null; an absent value is an empty Optional");
    return value;
  }

  /** Stored as S. */
  static final class Text<T> extends Scalar<T> {
    private final String name;
    private final Function<T, String> text;
    private final Function<String, T> parse;

    /** The name is for messages: what a text was expected to be. */
    Text(String name, Function<T, String> text, Function<String, T> parse) {
      super(Type.S);
      this.name = name;
      this.text = text;
      this.parse = parse;
    }

    String text(T value) {
      return Surrogates.paired(text.apply(present(value)));
    }

    T parse(String stored) {
      try {
        return parse.apply(stored);
      } catch (CodecException e) {
        throw e;
      } catch (RuntimeException e) {
        throw new CodecException("found a text that is no " + name, e);
      }
    }

    @Override
    public <V> V write(T value, Values<V> values) {
      return values.string(text(value));
    }

    @Override
    public <V> T read(V value, Values<V> values) {
      expect(value, values);
      return parse(values.asString(value));
    }

    @Override
    <U> Scalar<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Text<>(name, unwrap.andThen(text), parse.andThen(wrap));
    }
  }

  /** Stored as N, by way of a decimal. */
  static final class Decimal<T> extends Scalar<T> {
    private final String name;
    private final Function<T, String> text;
    private final Function<BigDecimal, T> parse;

    Decimal(String name, Function<T, String> text, Function<BigDecimal, T> parse) {
      super(Type.N);
      this.name = name;
      this.text = text;
      this.parse = parse;
    }

    String text(T value) {
      return text.apply(present(value));
    }

    T parse(BigDecimal stored) {
      try {
        return parse.apply(stored);
      } catch (ArithmeticException | NumberFormatException e) {
        throw new CodecException("found a number that is no " + name, e);
      }
    }

    @Override
    public <V> V write(T value, Values<V> values) {
      return values.number(text(value));
    }

    @Override
    public <V> T read(V value, Values<V> values) {
      expect(value, values);
      return parse(values.asNumber(value));
    }

    @Override
    <U> Scalar<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Decimal<>(name, unwrap.andThen(text), parse.andThen(wrap));
    }
  }

  /** Stored as N, by way of a long: no text and no decimal on the way. */
  static final class Whole<T> extends Scalar<T> {
    private final String name;
    private final Function<T, Long> number;
    private final Function<Long, T> parse;

    Whole(String name, Function<T, Long> number, Function<Long, T> parse) {
      super(Type.N);
      this.name = name;
      this.number = number;
      this.parse = parse;
    }

    String text(T value) {
      return Long.toString(number.apply(present(value)));
    }

    T parse(BigDecimal stored) {
      try {
        return parse.apply(stored.longValueExact());
      } catch (ArithmeticException e) {
        throw new CodecException("found a number that is no " + name, e);
      }
    }

    @Override
    public <V> V write(T value, Values<V> values) {
      return values.number((long) number.apply(present(value)));
    }

    @Override
    public <V> T read(V value, Values<V> values) {
      expect(value, values);
      try {
        return parse.apply(values.asLong(value));
      } catch (ArithmeticException e) {
        throw new CodecException("found a number that is no " + name, e);
      }
    }

    @Override
    <U> Scalar<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Whole<>(name, unwrap.andThen(number), parse.andThen(wrap));
    }
  }

  /** Stored as B. */
  static final class Binary<T> extends Scalar<T> {
    private final Function<T, byte[]> bytes;
    private final Function<byte[], T> parse;

    Binary(Function<T, byte[]> bytes, Function<byte[], T> parse) {
      super(Type.B);
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
    public <V> V write(T value, Values<V> values) {
      return values.binary(bytes(value));
    }

    @Override
    public <V> T read(V value, Values<V> values) {
      expect(value, values);
      return parse(values.asBinary(value));
    }

    @Override
    <U> Scalar<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Binary<>(unwrap.andThen(bytes), parse.andThen(wrap));
    }
  }

  /** Stored as BOOL. */
  static final class Bool<T> extends Scalar<T> {
    private final Function<T, Boolean> bool;
    private final Function<Boolean, T> parse;

    Bool(Function<T, Boolean> bool, Function<Boolean, T> parse) {
      super(Type.BOOL);
      this.bool = bool;
      this.parse = parse;
    }

    @Override
    public <V> V write(T value, Values<V> values) {
      return values.bool(present(bool.apply(present(value))));
    }

    @Override
    public <V> T read(V value, Values<V> values) {
      expect(value, values);
      return parse.apply(values.asBool(value));
    }

    @Override
    <U> Scalar<U> as(Function<U, T> unwrap, Function<T, U> wrap) {
      return new Bool<>(unwrap.andThen(bool), parse.andThen(wrap));
    }
  }
}
