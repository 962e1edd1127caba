package dev.trestle.platform.web;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonTest {
  private enum Colour {
    RED,
    GREEN
  }

  private record Inner(String text) {}

  private record Thing(
      Optional<String> name,
      Optional<List<String>> tags,
      Optional<List<Inner>> inners,
      Optional<Double> size,
      Optional<BigDecimal> price,
      Optional<Colour> colour,
      Optional<Instant> at,
      Optional<JsonNode> more) {}

  private static Thing read(String json) {
    return Json.read(json.getBytes(UTF_8), Thing.class);
  }

  private static String refusedField(String json) {
    var error = catchThrowableOfType(ApiError.class, () -> read(json));
    assertThat(error).as(json).isNotNull();
    assertThat(error.status()).isEqualTo(400);
    return error.fieldErrors().getFirst().field();
  }

  @Test
  void half_a_surrogate_pair_is_refused_wherever_it_is() {
    assertThat(refusedField("{\"name\":\"a\\ud83d\"}")).isEqualTo("name");
    assertThat(refusedField("{\"name\":\"\\ude00b\"}")).isEqualTo("name");
    assertThat(refusedField("{\"name\":\"\\ude00\\ud83d\"}")).isEqualTo("name");
    assertThat(refusedField("{\"tags\":[\"a\",\"\\ud83d\"]}")).isEqualTo("tags.1");
    assertThat(refusedField("{\"inners\":[{\"text\":\"\\ud83d\"}]}")).isEqualTo("inners.0.text");
    assertThat(refusedField("{\"more\":{\"a\":[{\"b\":\"\\ud83d\"}]}}")).isEqualTo("more.a.0.b");
    assertThat(read("{\"name\":\"\\ud83d\\ude00\"}").name()).contains("\ud83d\ude00");
  }

  @Test
  void a_time_is_a_text_of_a_year_with_four_digits() {
    assertThat(read("{\"at\":\"2026-03-01T12:00:00Z\"}").at())
        .contains(Instant.parse("2026-03-01T12:00:00Z"));
    assertThat(read("{\"at\":\"2026-03-01T13:00:00+01:00\"}").at())
        .contains(Instant.parse("2026-03-01T12:00:00Z"));
    assertThat(read("{\"at\":\"9999-12-31T23:59:59.999999999Z\"}").at()).isPresent();
    for (var refused :
        List.of(
            "\"+10000-01-01T00:00:00Z\"",
            "\"-0001-12-31T23:59:59Z\"",
            "\"179499542624246\"",
            "\"\"",
            "\"soon\"",
            "1794995426",
            "1794995426.5",
            "true",
            "[]")) {
      assertThat(refusedField("{\"at\":" + refused + "}")).isEqualTo("at");
    }
  }

  @Test
  void a_name_with_half_a_surrogate_pair_is_refused_without_being_repeated() {
    assertThat(refusedField("{\"more\":{\"\\ud83d\":1}}")).isEqualTo("more");
    assertThat(refusedField("{\"\\ud83d\":1}")).isEmpty();
  }

  @Test
  void a_surrogate_that_is_encoded_by_itself_is_refused() {
    var bytes = "{\"name\":\"abc\"}".getBytes(UTF_8);
    bytes[9] = (byte) 0xed;
    bytes[10] = (byte) 0xa0;
    bytes[11] = (byte) 0x80;
    assertThatThrownBy(() -> Json.read(bytes, Thing.class)).isInstanceOf(ApiError.class);
  }

  @Test
  void null_in_a_list_is_refused() {
    assertThat(refusedField("{\"tags\":[\"a\",null]}")).startsWith("tags");
    assertThat(refusedField("{\"inners\":[null]}")).startsWith("inners");
    assertThat(refusedField("{\"inners\":[{\"text\":null}]}")).startsWith("inners.0");
  }

  @Test
  void numbers_that_would_change_are_refused() {
    for (var number : List.of("1e400", "-1e400", "1e-400", "0.00001e-999", "1e999999999")) {
      assertThat(refusedField("{\"size\":" + number + "}")).isEqualTo("size");
      assertThat(refusedField("{\"price\":" + number + "}")).isEqualTo("price");
      assertThat(refusedField("{\"more\":[" + number + "]}")).isEqualTo("more.0");
    }
  }

  @Test
  void numbers_that_are_held_are_read_exactly() {
    assertThat(read("{\"size\":1e308}").size()).contains(1e308);
    assertThat(read("{\"size\":0.0e-400}").size()).contains(0.0);
    assertThat(read("{\"size\":4.9e-324}").size()).contains(Double.MIN_VALUE);
    assertThat(read("{\"price\":1.10}").price()).contains(new BigDecimal("1.10"));
    var precise = new BigDecimal("1234567890.12345678901234567890");
    assertThat(read("{\"price\":" + precise + "}").price()).contains(precise);
  }

  @Test
  void only_texts_are_texts() {
    for (var other : List.of("true", "1", "1.5", "[]", "{}", "[\"a\"]")) {
      assertThat(refusedField("{\"name\":" + other + "}")).isEqualTo("name");
      assertThat(refusedField("{\"tags\":[" + other + "]}")).startsWith("tags");
    }
  }

  @Test
  void a_number_does_not_choose_a_constant() {
    assertThat(refusedField("{\"colour\":0}")).isEqualTo("colour");
    assertThat(read("{\"colour\":\"RED\"}").colour()).contains(Colour.RED);
  }

  @Test
  void trees_are_checked_as_well() {
    assertThatThrownBy(() -> Json.tree().readTree("{\"a\":\"\\ud83d\"}"))
        .isInstanceOf(JsonProcessingException.class);
    assertThatThrownBy(() -> Json.tree().readTree("[1e400]"))
        .isInstanceOf(JsonProcessingException.class);
  }
}
