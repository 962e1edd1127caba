package dev.trestle.model.codec;

import dev.trestle.item.Limits;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The codecs of the JDK's own single values. */
final class Scalars {
  static final Scalar<String> STRING =
      new Scalar.Text<>("text", Function.identity(), Function.identity());
  static final Scalar<Long> LONG =
      new Scalar.Whole<>("long", Function.identity(), Function.identity());
  private static final Scalar<Integer> INT =
      new Scalar.Whole<>("int", Integer::longValue, Math::toIntExact);
  private static final Scalar<Short> SHORT =
      new Scalar.Whole<>("short", Short::longValue, Scalars::toShort);
  private static final Scalar<Byte> BYTE =
      new Scalar.Whole<>("byte", Byte::longValue, Scalars::toByte);
  private static final Scalar<Double> DOUBLE =
      new Scalar.Decimal<>("double", Scalars::text, BigDecimal::doubleValue);
  private static final Scalar<Float> FLOAT =
      new Scalar.Decimal<>("float", Scalars::text, BigDecimal::floatValue);
  private static final Scalar<BigDecimal> DECIMAL =
      new Scalar.Decimal<>("number", Scalars::text, BigDecimal::stripTrailingZeros);
  private static final Scalar<BigInteger> INTEGER =
      new Scalar.Decimal<>(
          "whole number", whole -> text(new BigDecimal(whole)), BigDecimal::toBigIntegerExact);
  private static final Scalar<Boolean> BOOL =
      new Scalar.Bool<>(Function.identity(), Function.identity());
  private static final Scalar<byte[]> BYTES =
      new Scalar.Binary<>(Function.identity(), Function.identity());

  private static final Map<Class<?>, Scalar<?>> ALL =
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
          Map.entry(boolean.class, BOOL),
          Map.entry(Boolean.class, BOOL),
          Map.entry(byte[].class, BYTES),
          Map.entry(
              Instant.class, new Scalar.Text<>("instant", Instant::toString, InstantText::parse)),
          Map.entry(
              Duration.class, new Scalar.Text<>("duration", Duration::toString, Duration::parse)),
          Map.entry(
              LocalDate.class, new Scalar.Text<>("date", LocalDate::toString, LocalDate::parse)),
          Map.entry(
              LocalTime.class, new Scalar.Text<>("time", LocalTime::toString, LocalTime::parse)),
          Map.entry(
              LocalDateTime.class,
              new Scalar.Text<>("local time", LocalDateTime::toString, LocalDateTime::parse)),
          Map.entry(ZoneId.class, new Scalar.Text<>("time zone", ZoneId::getId, ZoneId::of)),
          Map.entry(UUID.class, new Scalar.Text<>("UUID", UUID::toString, UUID::fromString)));

  private Scalars() {}

  static Optional<Scalar<?>> of(Class<?> type) {
    return Optional.ofNullable(ALL.get(type));
  }

  /** An enum by the names of its constants. */
  static Scalar<Object> ofEnum(Class<?> type) {
    var byName = new HashMap<String, Object>();
    for (var constant : type.getEnumConstants()) byName.put(((Enum<?>) constant).name(), constant);
    var names = byName.keySet().stream().sorted().collect(Collectors.joining(", "));
    return new Scalar.Text<>(
        type.getSimpleName(),
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

  private static CodecException notFinite() {
    return new CodecException("not a finite number; DynamoDB has neither NaN nor infinity");
  }

  /** One text for all decimals of one value: sets of numbers would refuse 1.0 beside 1. */
  private static String text(BigDecimal number) {
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
