package dev.trestle.model.codec;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.invoke.MethodHandles;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The stored form of each type. It cannot change once there are items. */
class StoredFormTest {
  private static String stored(Object value, Class<?> type) {
    var codec = CodecMaker.cast(Codecs.of(type, MethodHandles.lookup()));
    return codec.write(value, EncodedValues.ENCODED).toString();
  }

  static Stream<Arguments> forms() {
    return Stream.of(
        Arguments.of("é#", "{'S':'é#'}"),
        Arguments.of("", "{'S':''}"),
        Arguments.of(-5, "{'N':'-5'}"),
        Arguments.of(Long.MAX_VALUE, "{'N':'9223372036854775807'}"),
        Arguments.of(0.1, "{'N':'0.1'}"),
        Arguments.of(0.1f, "{'N':'0.1'}"),
        Arguments.of(3.0, "{'N':'3'}"),
        Arguments.of(-0.0, "{'N':'0'}"),
        Arguments.of(new BigDecimal("1.50"), "{'N':'1.5'}"),
        Arguments.of(true, "{'BOOL':true}"),
        Arguments.of(new byte[] {1, 2}, "{'B':'AQI='}"),
        Arguments.of(Instant.parse("2026-02-13T10:30:45.120Z"), "{'S':'2026-02-13T10:30:45.120Z'}"),
        Arguments.of(Instant.ofEpochSecond(0), "{'S':'1970-01-01T00:00:00.000Z'}"),
        Arguments.of(Instant.ofEpochSecond(0, 1_000_002), "{'S':'1970-01-01T00:00:00.001Z000002'}"),
        Arguments.of(Duration.ofMinutes(90), "{'N':'5400'}"),
        Arguments.of(Duration.ofMillis(-1), "{'N':'-0.001'}"),
        Arguments.of(LocalDate.of(2026, 2, 13), "{'S':'2026-02-13'}"),
        Arguments.of(new UUID(1, 2), "{'S':'00000000-0000-0001-0000-000000000002'}"),
        Arguments.of(new Samples.ChatId("c1"), "{'S':'c1'}"),
        Arguments.of(new Samples.Ticket(new Samples.ChatId("c1")), "{'S':'c1'}"),
        Arguments.of(new Samples.Level(7), "{'N':'7'}"),
        Arguments.of(new Samples.Tags(Set.of("a")), "{'SS':['a']}"),
        Arguments.of(new Samples.Nothing(), "{'M':{}}"),
        Arguments.of(new Samples.Pair(1, Optional.of("b")), "{'M':{'x':{'N':'1'},'y':{'S':'b'}}}"),
        Arguments.of(new Samples.Pair(1, Optional.empty()), "{'M':{'x':{'N':'1'}}}"),
        Arguments.of(
            new Samples.Forest(List.of(new Samples.Forest(List.of()))), "{'L':[{'L':[]}]}"));
  }

  @ParameterizedTest
  @MethodSource("forms")
  void each_type_has_its_form(Object value, String form) {
    assertThat(stored(value, value.getClass())).isEqualTo(form.replace('\'', '"'));
  }

  @Test
  void types_told_by_their_interface_have_their_form() {
    assertThat(stored(Samples.Colour.GREEN, Samples.Colour.class)).isEqualTo("{\"S\":\"GREEN\"}");
    assertThat(stored(ZoneId.of("Europe/Stockholm"), ZoneId.class))
        .isEqualTo("{\"S\":\"Europe/Stockholm\"}");
    assertThat(stored(new Samples.Event.Joined(new Samples.ChatId("c")), Samples.Event.class))
        .isEqualTo("{\"M\":{\"chat\":{\"S\":\"c\"},\"type\":{\"S\":\"Joined\"}}}");
    assertThat(stored(new Samples.Event.Change.Cleared(true), Samples.Event.class))
        .isEqualTo("{\"M\":{\"all\":{\"BOOL\":true},\"type\":{\"S\":\"Cleared\"}}}");
  }

  record Sets(
      int id, Set<String> words, Map<String, Set<Long>> numbers, Set<BigDecimal> decimals) {}

  @Test
  void an_empty_set_is_left_out_of_a_record_and_an_empty_list_in_a_map() {
    assertThat(stored(new Sets(1, Set.of(), Map.of("a", Set.of()), Set.of()), Sets.class))
        .isEqualTo("{\"M\":{\"id\":{\"N\":\"1\"},\"numbers\":{\"M\":{\"a\":{\"L\":[]}}}}}");
  }

  @Test
  void decimals_of_one_value_are_one_member_of_a_set() {
    var twice = Set.of(new BigDecimal("1.0"), new BigDecimal("1"), new BigDecimal("2"));
    assertThat(stored(new Sets(1, Set.of(), Map.of(), twice), Sets.class))
        .contains("\"decimals\":{\"NS\":[\"1\",\"2\"]}");
  }
}
