package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.all;
import static dev.trestle.engine.operation.ReadRequests.index;
import static dev.trestle.engine.operation.ReadRequests.put;
import static dev.trestle.engine.operation.ReadRequests.query;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Runs every test of a sort key with values at the limits of the order, on a table and its indexes.
 */
final class QueryRangeTest {
  private static final List<String> STRINGS =
      List.of(
          "\0",
          "\0\0",
          "\0\1",
          "\1",
          "a",
          "a\0",
          "a\0\0",
          "a\0b",
          "a\1",
          "aa",
          "ab",
          "b",
          "\u007F",
          "\u0080",
          "é",
          "\uD7FF",
          "\uE000",
          "\uFFFD",
          "\uFFFF",
          "\uD800\uDC00",
          "\uDBFF\uDFFF");

  private static final List<String> NUMBERS =
      List.of(
          "-9.9999999999999999999999999999999999999E+125",
          "-1000",
          "-100.5",
          "-100",
          "-12",
          "-11",
          "-10.1",
          "-10",
          "-1.1",
          "-1",
          "-0.1",
          "-1E-130",
          "0",
          "1E-130",
          "0.001",
          "0.1",
          "1",
          "1.000000000000000000000000000000000001",
          "1.1",
          "2",
          "9.9",
          "10",
          "10.1",
          "11",
          "100",
          "12345678901234567890123456789012345678",
          "9.9999999999999999999999999999999999999E+125");

  private static final List<byte[]> BINARIES =
      List.of(
          bytes(0),
          bytes(0, 0),
          bytes(0, 1),
          bytes(0, 0xFF),
          bytes(1),
          bytes(0x7F),
          bytes(0x80),
          bytes(0xFE, 0xFF),
          bytes(0xFF),
          bytes(0xFF, 0),
          bytes(0xFF, 0xFE),
          bytes(0xFF, 0xFF),
          bytes(0xFF, 0xFF, 0),
          bytes(0xFF, 0xFF, 0xFF));

  private static final Map<String, IntPredicate> COMPARISONS =
      Map.of(
          "sk = :v", compared -> compared == 0,
          "sk < :v", compared -> compared < 0,
          "sk <= :v", compared -> compared <= 0,
          "sk > :v", compared -> compared > 0,
          "sk >= :v", compared -> compared >= 0);

  private Engine engine;

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.inMemory());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  @ParameterizedTest
  @EnumSource(
      value = Type.class,
      names = {"S", "N", "B"})
  void comparisons_find_what_the_order_of_values_says(Type type) {
    var values = fill(type);
    for (var target : sources()) {
      for (var edge : values) {
        COMPARISONS.forEach((test, wanted) -> {
          var expected = values.stream().filter(v -> wanted.test(order(type, v, edge))).toList();
          check(target, test, edge, Optional.empty(), expected);
        });
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Type.class,
      names = {"S", "N", "B"})
  void between_includes_both_ends(Type type) {
    var values = fill(type);
    for (var target : sources()) {
      for (int low = 0; low < values.size(); low += 2) {
        for (int high = low; high < values.size(); high += 3) {
          check(
              target,
              "sk BETWEEN :v AND :w",
              values.get(low),
              Optional.of(values.get(high)),
              values.subList(low, high + 1));
        }
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Type.class,
      names = {"S", "B"})
  void begins_with_goes_by_bytes(Type type) {
    var values = fill(type);
    for (var target : sources()) {
      for (var prefix : values) {
        var expected =
            values.stream().filter(value -> startsWith(value.content(), prefix.content())).toList();
        check(target, "begins_with(sk, :v)", prefix, Optional.empty(), expected);
      }
    }
  }

  private void check(
      Optional<String> target, String test, Value v, Optional<Value> w, List<Value> expected) {
    for (var forward : List.of(true, false)) {
      var request =
          query((target.equals(Optional.of("global")) ? "g" : "pk") + " = :p AND " + test)
              .value(":p", "one")
              .value(":v", v);
      w.ifPresent(other -> request.value(":w", other));
      request.index = target.orElse(null);
      request.table = target.isPresent() ? "people" : "plain";
      request.forward = forward;
      // Pages of three items, so that page ends and range ends coincide in every way.
      request.limit(3);
      var found = all(engine, request, false).stream().map(item -> item.get("sk").get()).toList();
      assertThat(found)
          .as("%s %s %s %s forward %s", target, test, v, w, forward)
          .containsExactlyElementsOf(forward ? expected : expected.reversed());
    }
  }

  /** Writes items with the same sort keys into three partitions and returns the keys in order. */
  private List<Value> fill(Type type) {
    var request = TableRequests.sorted();
    request.attributes(
        TableRequests.string("pk"),
        new AttributeDefinition("sk", type.name()),
        TableRequests.string("g"),
        TableRequests.string("other"));
    request.keys = List.of(TableRequests.hash("pk"), TableRequests.range("other"));
    request.local(index("local", "ALL", null, "pk", "|", "sk"));
    request.global(index("global", "ALL", null, "g", "|", "sk"));
    engine.run(request.create());
    var plain = TableRequests.sorted();
    plain.name = "plain";
    plain.attributes(TableRequests.string("pk"), new AttributeDefinition("sk", type.name()));
    engine.run(plain.create());
    var values = values(type).sorted((a, b) -> order(type, a, b)).toList();
    for (var partition : List.of("one", "on", "one\0")) {
      for (int i = 0; i < values.size(); i++) {
        var item =
            Item.of(
                Map.of(
                    "pk", Value.string(partition),
                    "sk", values.get(i),
                    "g", Value.string(partition),
                    "other", Value.string("o" + i)));
        put(engine, item);
        put(engine, "plain", item);
      }
    }
    return values;
  }

  /** Returns the plain table and the two indexes of the other table. */
  private static List<Optional<String>> sources() {
    return List.of(Optional.empty(), Optional.of("local"), Optional.of("global"));
  }

  private static Stream<Value> values(Type type) {
    return switch (type) {
      case S -> STRINGS.stream().map(Value::string);
      case N -> NUMBERS.stream().map(Value::number);
      case B -> BINARIES.stream().map(Value::binary);
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalArgumentException("no key of " + type);
    };
  }

  /** Compares by the documented order, computed from the values and not from their encoding. */
  private static int order(Type type, Value one, Value other) {
    if (type == Type.N) {
      return new BigDecimal(one.numberText()).compareTo(new BigDecimal(other.numberText()));
    }
    Comparator<Value> bytes = (a, b) -> Arrays.compareUnsigned(raw(type, a), raw(type, b));
    return bytes.compare(one, other);
  }

  private static byte[] raw(Type type, Value value) {
    return type == Type.S ? value.string().getBytes(StandardCharsets.UTF_8) : value.content();
  }

  private static boolean startsWith(byte[] value, byte[] prefix) {
    return value.length >= prefix.length
        && Arrays.equals(Arrays.copyOf(value, prefix.length), prefix);
  }

  private static byte[] bytes(int... values) {
    var bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) bytes[i] = (byte) values[i];
    return bytes;
  }
}
