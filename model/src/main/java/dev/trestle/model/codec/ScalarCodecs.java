package dev.trestle.model.codec;

import dev.trestle.item.Limits;
import dev.trestle.model.codec.Codec.Bounds;
import dev.trestle.model.codec.ScalarCodec.Form;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** The codecs of the JDK's scalar types. Types that have an order are stored so that they sort. */
final class ScalarCodecs {
  static final ScalarCodec<String> STRING =
      new ScalarCodec.Text<>(
          new Form("text", StoredOrder.ASCENDING, true), Function.identity(), Function.identity());
  static final ScalarCodec<Long> LONG =
      new ScalarCodec.Whole<>(
          "long",
          Function.identity(),
          Function.identity(),
          Bounds.of(Long.MIN_VALUE, Long.MAX_VALUE));
  private static final ScalarCodec<Integer> INT =
      new ScalarCodec.Whole<>(
          "int",
          Integer::longValue,
          Math::toIntExact,
          Bounds.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
  private static final ScalarCodec<Short> SHORT =
      new ScalarCodec.Whole<>(
          "short",
          Short::longValue,
          ScalarCodecs::toShort,
          Bounds.of(Short.MIN_VALUE, Short.MAX_VALUE));
  private static final ScalarCodec<Byte> BYTE =
      new ScalarCodec.Whole<>(
          "byte", Byte::longValue, ScalarCodecs::toByte, Bounds.of(Byte.MIN_VALUE, Byte.MAX_VALUE));
  private static final ScalarCodec<Double> DOUBLE =
      new ScalarCodec.Decimal<>("double", ScalarCodecs::text, BigDecimal::doubleValue, false);
  private static final ScalarCodec<Float> FLOAT =
      new ScalarCodec.Decimal<>(
          "float", ScalarCodecs::text, ScalarCodecs::toFloat, false, Optional.of(floats()));
  private static final ScalarCodec<BigDecimal> DECIMAL =
      new ScalarCodec.Decimal<>("number", ScalarCodecs::text, ScalarCodecs::decimal, false);
  private static final ScalarCodec<BigInteger> INTEGER =
      new ScalarCodec.Decimal<>(
          "whole number",
          whole -> text(new BigDecimal(whole)),
          BigDecimal::toBigIntegerExact,
          true);
  private static final ScalarCodec<Duration> DURATION =
      new ScalarCodec.Decimal<>("duration", ScalarCodecs::seconds, ScalarCodecs::duration, true);
  private static final ScalarCodec<Boolean> BOOL =
      new ScalarCodec.Bool<>(Function.identity(), Function.identity());
  private static final ScalarCodec<byte[]> BYTES =
      new ScalarCodec.Binary<>(Function.identity(), Function.identity());
  private static final ScalarCodec<Instant> INSTANT =
      new ScalarCodec.Text<>(Form.sorted("instant"), InstantText::write, InstantText::parse);

  private static final Map<Class<?>, ScalarCodec<?>> ALL =
      Map.ofEntries(
          Map.entry(String.class, STRING),
          Map.entry(long.class, LONG),
          Map.entry(Long.class, LONG),
          Map.entry(int.class, INT),
          Map.entry(Integer.class, INT),
          Map.entry(short.class, SHORT),
          Map.entry(Short.class, SHORT),
          Map.entry(byte.class, BYTE),
          Map.entry(Byte.class, BYTE),
          Map.entry(double.class, DOUBLE),
          Map.entry(Double.class, DOUBLE),
          Map.entry(float.class, FLOAT),
          Map.entry(Float.class, FLOAT),
          Map.entry(BigDecimal.class, DECIMAL),
          Map.entry(BigInteger.class, INTEGER),
          Map.entry(Duration.class, DURATION),
          Map.entry(boolean.class, BOOL),
          Map.entry(Boolean.class, BOOL),
          Map.entry(byte[].class, BYTES),
          Map.entry(Instant.class, INSTANT),
          Map.entry(LocalDate.class, dated("date", LocalDate::getYear, LocalDate::parse)),
          Map.entry(YearMonth.class, dated("month", YearMonth::getYear, YearMonth::parse)),
          Map.entry(
              LocalDateTime.class,
              dated("date and time", LocalDateTime::getYear, LocalDateTime::parse)),
          Map.entry(
              LocalTime.class,
              new ScalarCodec.Text<>(Form.sorted("time"), LocalTime::toString, LocalTime::parse)),
          Map.entry(
              ZoneId.class,
              new ScalarCodec.Text<>(Form.unsorted("time zone"), ZoneId::getId, ZoneId::of)),
          Map.entry(
              UUID.class,
              new ScalarCodec.Text<>(Form.sorted("UUID"), UUID::toString, UUID::fromString)));

  /** ISO 8601 puts a sign before years outside 0 to 9999, so such texts do not sort. */
  private static <T> ScalarCodec<T> dated(
      String name, ToIntFunction<T> year, Function<String, T> parse) {
    return new ScalarCodec.Text<>(
        Form.sorted(name),
        value -> {
          InstantText.checkYear(year.applyAsInt(value));
          return value.toString();
        },
        parse);
  }

  private static final int NANO_DIGITS = 9;

  private ScalarCodecs() {}

  static Optional<ScalarCodec<?>> of(Class<?> type) {
    return Optional.ofNullable(ALL.get(type));
  }

  /**
   * An enum, stored by the names of its constants. Sorted if the names are in the order of the
   * constants.
   */
  static ScalarCodec<Object> ofEnum(Class<?> type) {
    var byName = new HashMap<String, Object>();
    for (var constant : type.getEnumConstants()) byName.put(((Enum<?>) constant).name(), constant);
    var names = byName.keySet().stream().sorted().collect(Collectors.joining(", "));
    var ascending = byName.keySet().stream().sorted().toList();
    var declared =
        Arrays.stream(type.getEnumConstants()).map(each -> ((Enum<?>) each).name()).toList();
    var form = type.getSimpleName();
    return new ScalarCodec.Text<>(
        declared.equals(ascending) ? Form.sorted(form) : Form.unsorted(form),
        constant -> ((Enum<?>) constant).name(),
        name -> {
          var constant = byName.get(name);
          if (constant != null) return constant;
          throw new CodecException(
              "found a name that is none of " + type.getSimpleName() + "'s: " + names);
        });
  }

  private static short toShort(long number) {
    if ((short) number != number) throw new ArithmeticException("short overflow");
    return (short) number;
  }

  private static byte toByte(long number) {
    if ((byte) number != number) throw new ArithmeticException("byte overflow");
    return (byte) number;
  }

  private static String text(double number) {
    if (!Double.isFinite(number)) throw notFinite();
    long whole = (long) number;
    return whole == number && Math.abs(whole) < 1L << 53
        ? Long.toString(whole)
        : text(new BigDecimal(Double.toString(number)));
  }

  private static String text(float number) {
    if (!Float.isFinite(number)) throw notFinite();
    return text(new BigDecimal(Float.toString(number)));
  }

  /** A larger number would be read as infinity, which cannot be written. */
  private static float toFloat(BigDecimal stored) {
    float number = stored.floatValue();
    if (!Float.isFinite(number)) throw new ArithmeticException("float overflow");
    return number;
  }

  private static Bounds floats() {
    var largest = new BigDecimal(Float.toString(Float.MAX_VALUE));
    return new Bounds(largest.negate(), largest);
  }

  /** Avoids the exponent that stripping zeros would leave: 1200, not 1.2E+3. */
  private static BigDecimal decimal(BigDecimal stored) {
    var stripped = stored.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static String seconds(Duration duration) {
    return text(BigDecimal.valueOf(duration.getSeconds()).add(nanos(duration.getNano())));
  }

  private static Duration duration(BigDecimal seconds) {
    var whole = seconds.setScale(0, RoundingMode.FLOOR);
    var nanos = seconds.subtract(whole).movePointRight(NANO_DIGITS).intValueExact();
    return Duration.ofSeconds(whole.longValueExact(), nanos);
  }

  /** Seconds since 1970, exactly. */
  static BigDecimal epochSeconds(Instant instant) {
    return BigDecimal.valueOf(instant.getEpochSecond()).add(nanos(instant.getNano()));
  }

  private static BigDecimal nanos(int nanos) {
    return BigDecimal.valueOf(nanos, NANO_DIGITS);
  }

  private static CodecException notFinite() {
    return new CodecException("not a finite number; DynamoDB has neither NaN nor infinity");
  }

  /** Gives equal decimals the same text. Otherwise a set of numbers would refuse 1.0 beside 1. */
  static String text(BigDecimal number) {
    var stripped = number.stripTrailingZeros();
    if (stripped.precision() > Limits.NUMBER_DIGITS) {
      throw new CodecException(
          "a number of " + stripped.precision() + " digits; DynamoDB keeps 38");
    }
    long exponent = (long) stripped.precision() - stripped.scale() - 1;
    if (stripped.signum() != 0
        && (exponent > Limits.NUMBER_EXPONENT_MAX || exponent < Limits.NUMBER_EXPONENT_MIN)) {
      throw new CodecException("a number outside 1E-130 to 9.99E+125, which is DynamoDB's range");
    }
    return stripped.toString();
  }
}
