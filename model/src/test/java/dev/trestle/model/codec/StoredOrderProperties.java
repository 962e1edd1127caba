package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.item.Value;
import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** What a codec claims about the order of stored values is true. */
class StoredOrderProperties {
  private static final int RUNS = 3000;
  private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

  enum Ascending {
    A,
    B,
    C
  }

  enum Priority {
    LOW,
    MID,
    HIGH
  }

  private static final List<Class<?>> SORTED =
      List.of(
          String.class,
          int.class,
          long.class,
          short.class,
          byte.class,
          double.class,
          float.class,
          BigDecimal.class,
          Duration.class,
          Instant.class,
          LocalDate.class,
          LocalDateTime.class,
          LocalTime.class,
          UUID.class,
          byte[].class,
          Ascending.class);

  private record Two(Class<?> type, Object one, Object other) {}

  private static final Gen<Two> TWO =
      choices -> {
        var type = Gen.of(SORTED).from(choices);
        return new Two(type, Shapes.value(type, choices), Shapes.value(type, choices));
      };

  @Test
  void stored_values_sort_as_their_values_do() {
    Property.check(
        RUNS,
        TWO,
        two -> {
          var codec = CodecMaker.cast(Codecs.of(two.type, LOOKUP));
          assertThat(codec.order()).isEqualTo(StoredOrder.ASCENDING);
          var one = codec.write(two.one, EncodedValues.ENCODED);
          var other = codec.write(two.other, EncodedValues.ENCODED);
          assertThat(Integer.signum(stored(one, other)))
              .isEqualTo(Integer.signum(compare(two.one, two.other)));
        });
  }

  @Test
  void what_has_no_order_or_another_one_says_so() {
    for (var type : List.of(boolean.class, ZoneId.class, Priority.class)) {
      assertThat(Codecs.of(type, LOOKUP).order()).isEqualTo(StoredOrder.NONE);
    }
  }

  @Test
  void times_that_would_not_sort_are_refused() {
    for (var time : List.of(Instant.MAX, Instant.MIN, Instant.parse("+10000-01-01T00:00:00Z"))) {
      var codec = CodecMaker.cast(Codecs.of(Instant.class, LOOKUP));
      assertThatThrownBy(() -> codec.write(time, EncodedValues.ENCODED))
          .hasMessageContaining("0000 to 9999");
    }
  }

  @Test
  void a_time_is_compared_exactly_even_where_it_is_stored_in_whole_seconds() {
    var half = Instant.ofEpochMilli(10_500);
    var compared = Codecs.EPOCH_SECONDS.writeCompared(half, EncodedValues.ENCODED);
    assertThat(compared.number()).isEqualByComparingTo("10.5");
    assertThat(Codecs.EPOCH_SECONDS.write(half, EncodedValues.ENCODED).number())
        .isEqualByComparingTo("10");
  }

  private static int stored(Value one, Value other) {
    return switch (one.type()) {
      case N -> one.number().compareTo(other.number());
      case S -> Arrays.compareUnsigned(one.content(), other.content());
      case B -> Arrays.compareUnsigned(one.content(), other.content());
      case BOOL, NULL, SS, NS, BS, L, M -> throw new IllegalStateException("no order");
    };
  }

  /** Java's order, except for texts, which sort by code point, and UUIDs, which sort as texts. */
  @SuppressWarnings("unchecked")
  private static int compare(Object one, Object other) {
    return switch (one) {
      case String text -> byCodePoint(text, (String) other);
      case UUID id -> id.toString().compareTo(other.toString());
      case byte[] bytes -> Arrays.compareUnsigned(bytes, (byte[]) other);
      default ->
          Comparator.<Comparable<Object>>naturalOrder()
              .compare((Comparable<Object>) one, (Comparable<Object>) other);
    };
  }

  private static int byCodePoint(String one, String other) {
    return Arrays.compare(one.codePoints().toArray(), other.codePoints().toArray());
  }
}
