package dev.trestle.model.codec;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Numbers;
import dev.trestle.gen.Strings;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Random types that can be stored, and random values of a type. */
final class Shapes {
  private static final int DEPTH_MAX = 6;

  private static final List<Class<?>> PLAIN =
      List.of(
          String.class,
          Integer.class,
          Long.class,
          Double.class,
          Float.class,
          BigDecimal.class,
          BigInteger.class,
          Boolean.class,
          Instant.class,
          Duration.class,
          UUID.class,
          Samples.Colour.class,
          Samples.ChatId.class,
          Samples.Level.class,
          Samples.Blob.class,
          Samples.Pair.class,
          Samples.Numbers.class,
          Samples.Singles.class,
          Samples.Holder.class,
          Samples.Event.class,
          Samples.Log.class,
          Samples.Node.class,
          Samples.Forest.class,
          Samples.Term.class);

  private static final List<Class<?>> KEYS =
      List.of(String.class, Samples.Colour.class, Samples.ChatId.class, UUID.class);

  private Shapes() {}

  record Generic(Class<?> raw, List<Type> arguments) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.toArray(Type[]::new);
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public @Nullable Type getOwnerType() {
      return null;
    }
  }

  /** A type that can lie anywhere. */
  static Gen<Type> types(int depth) {
    return choices ->
        switch (depth == 0 ? 0 : choices.oneOf(5)) {
          case 0, 1 -> PLAIN.get(choices.oneOf(PLAIN.size()));
          case 2 -> new Generic(List.class, List.of(types(depth - 1).from(choices)));
          case 3 -> new Generic(Set.class, List.of(types(depth - 1).from(choices)));
          default ->
              new Generic(
                  Map.class,
                  List.of(KEYS.get(choices.oneOf(KEYS.size())), types(depth - 1).from(choices)));
        };
  }

  static Object value(Type type, Choices choices) {
    return value(type, choices, 0);
  }

  private static Object value(Type type, Choices choices, int depth) {
    if (type instanceof Class<?> plain) return ofClass(plain, choices, depth);
    var generic = (ParameterizedType) type;
    var arguments = generic.getActualTypeArguments();
    if (generic.getRawType() == Optional.class) {
      return depth > DEPTH_MAX || choices.oneOf(2) == 0
          ? Optional.empty()
          : Optional.of(value(arguments[0], choices, depth + 1));
    }
    int count = depth > DEPTH_MAX ? 0 : choices.oneOf(depth > 2 ? 3 : 4);
    if (generic.getRawType() == Map.class) {
      var map = new HashMap<Object, Object>();
      for (int i = 0; i < count; i++) {
        var key = value(arguments[0], choices, depth + 1);
        if (key.equals("") || key.equals(new Samples.ChatId(""))) continue;
        map.put(key, value(arguments[1], choices, depth + 1));
      }
      return map;
    }
    var list = new Object[count];
    for (int i = 0; i < count; i++) list[i] = value(arguments[0], choices, depth + 1);
    return generic.getRawType() == Set.class ? new HashSet<>(Arrays.asList(list)) : List.of(list);
  }

  private static Object ofClass(Class<?> type, Choices choices, int depth) {
    if (SCALARS.containsKey(type)) return SCALARS.get(type).from(choices);
    if (type.isEnum()) return Gen.of(Arrays.<Object>asList(type.getEnumConstants())).from(choices);
    if (type.isRecord()) return record(type, choices, depth);
    var cases = type.getPermittedSubclasses();
    return ofClass(cases[depth > DEPTH_MAX ? 0 : choices.oneOf(cases.length)], choices, depth);
  }

  private static Object record(Class<?> type, Choices choices, int depth) {
    var components = type.getRecordComponents();
    var types = new Class<?>[components.length];
    var values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = value(components[i].getGenericType(), choices, depth + 1);
    }
    try {
      var constructor = type.getDeclaredConstructor(types);
      constructor.setAccessible(true);
      return constructor.newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static final Gen<Integer> INTS =
      Gen.oneOf(
          Gen.ints(-100, 100),
          Gen.ints(Integer.MIN_VALUE, Integer.MAX_VALUE),
          Gen.of(Integer.MIN_VALUE, Integer.MAX_VALUE));
  private static final Gen<Long> LONGS =
      Gen.oneOf(
          Gen.longs(-100, 100),
          INTS.map(Integer::longValue),
          Gen.longs(0, Long.MAX_VALUE),
          Gen.of(Long.MIN_VALUE, Long.MAX_VALUE, 1_000_000_000_000_000_000L));
  private static final Gen<BigDecimal> DECIMALS =
      Numbers.texts().map(BigDecimal::new).map(Shapes::withoutZeros);

  /** Adding 0.0 converts negative zero to zero, because DynamoDB does not distinguish them. */
  private static final Gen<Double> DOUBLES =
      Gen.oneOf(
          INTS.map(number -> number / 4.0),
          DECIMALS.map(BigDecimal::doubleValue).filter(Shapes::inRange),
          LONGS.map(Double::longBitsToDouble).filter(Shapes::inRange),
          LONGS.map(Long::doubleValue));

  private static final Gen<Float> FLOATS =
      Gen.oneOf(
          INTS.map(number -> number / 4f), INTS.map(Float::intBitsToFloat).filter(Float::isFinite));
  private static final Instant FIRST = Instant.parse("0000-01-01T00:00:00Z");
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");
  private static final Gen<Instant> INSTANTS =
      Gen.oneOf(
          Gen.longs(FIRST.getEpochSecond(), LAST.getEpochSecond())
              .flatMap(second ->
                  Gen.oneOf(
                          Gen.constant(0),
                          Gen.ints(0, 999).map(n -> n * 1_000_000),
                          Gen.ints(0, 999_999).map(n -> n * 1000),
                          Gen.ints(0, 999_999_999))
                      .map(nanos -> Instant.ofEpochSecond(second, nanos))),
          Gen.of(Instant.EPOCH, FIRST, LAST));
  private static final Gen<LocalDate> DATES =
      Gen.oneOf(
          Gen.longs(-719_528, 2_932_896).map(LocalDate::ofEpochDay),
          Gen.of(LocalDate.of(0, 1, 1), LocalDate.of(9999, 12, 31)));
  private static final Gen<LocalTime> TIMES =
      Gen.oneOf(
          Gen.longs(0, 86_399).map(LocalTime::ofSecondOfDay),
          Gen.longs(0, 86_399_999_999_999L).map(LocalTime::ofNanoOfDay));

  private static final Map<Class<?>, Gen<?>> SCALARS =
      Map.ofEntries(
          Map.entry(String.class, Strings.hostile()),
          Map.entry(int.class, INTS),
          Map.entry(Integer.class, INTS),
          Map.entry(long.class, LONGS),
          Map.entry(Long.class, LONGS),
          Map.entry(short.class, INTS.map(Integer::shortValue)),
          Map.entry(byte.class, INTS.map(Integer::byteValue)),
          Map.entry(double.class, DOUBLES.map(number -> number + 0.0)),
          Map.entry(Double.class, DOUBLES.map(number -> number + 0.0)),
          Map.entry(float.class, FLOATS.map(number -> number + 0f)),
          Map.entry(Float.class, FLOATS.map(number -> number + 0f)),
          Map.entry(BigDecimal.class, DECIMALS),
          Map.entry(
              BigInteger.class,
              Gen.oneOf(
                  LONGS.map(BigInteger::valueOf),
                  Gen.ints(0, 125).map(BigInteger.TEN::pow),
                  Gen.of(BigInteger.TEN.pow(38).subtract(BigInteger.ONE)))),
          Map.entry(boolean.class, Gen.booleans()),
          Map.entry(Boolean.class, Gen.booleans()),
          Map.entry(byte[].class, Gen.ints(-128, 127).list(0, 6).map(Shapes::bytes)),
          Map.entry(Instant.class, INSTANTS),
          Map.entry(
              Duration.class,
              Gen.oneOf(
                  Gen.longs(-100_000, 100_000).map(Duration::ofMillis),
                  Gen.longs(0, Long.MAX_VALUE).map(Duration::ofNanos),
                  Gen.of(Duration.ZERO, Duration.ofSeconds(Long.MIN_VALUE)))),
          Map.entry(LocalDate.class, DATES),
          Map.entry(LocalTime.class, TIMES),
          Map.entry(
              LocalDateTime.class,
              DATES.flatMap(day -> TIMES.map(time -> LocalDateTime.of(day, time)))),
          Map.entry(
              ZoneId.class,
              Gen.of("UTC", "Z", "Europe/Stockholm", "+02:00", "GMT+1").map(ZoneId::of)),
          Map.entry(UUID.class, LONGS.flatMap(high -> LONGS.map(low -> new UUID(high, low)))));

  /** The scale that a number has when it is read: no zeros behind the point, no exponent. */
  private static BigDecimal withoutZeros(BigDecimal number) {
    var stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static boolean inRange(double number) {
    double size = Math.abs(number);
    return number == 0 || (size >= 1e-129 && size < 1e125);
  }

  private static byte[] bytes(List<Integer> numbers) {
    var bytes = new byte[numbers.size()];
    for (int i = 0; i < bytes.length; i++) bytes[i] = numbers.get(i).byteValue();
    return bytes;
  }
}
