package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class PartTest {
  private record ChatId(String text) {}

  private enum Mode {
    AUCTION,
    GIFT
  }

  private static final Part<String> NAME = Part.text("name", Alphabet.of("a-z0-9_-"), 8);

  @Test
  void a_character_outside_the_alphabet_is_refused_by_name() {
    assertThatThrownBy(() -> NAME.text("a#b"))
        .isInstanceOf(RefusedValueException.class)
        .hasMessage("<name>: the value has a character that is not one of [\\-0-9_a-z]");
  }

  @Test
  void an_empty_text_is_refused() {
    assertThatThrownBy(() -> NAME.text("")).hasMessageContaining("is empty");
    assertThatThrownBy(() -> Part.raw("r", 9).text("")).hasMessageContaining("is empty");
    assertThatThrownBy(() -> Part.escaped("e", 9).text("")).hasMessageContaining("is empty");
  }

  @Test
  void a_width_is_met_to_the_byte() {
    assertThat(NAME.text("abcdefgh")).isEqualTo("abcdefgh");
    assertThatThrownBy(() -> NAME.text("abcdefghi")).hasMessageContaining("has 9 bytes, at most 8");
    assertThat(Part.raw("r", 4).text("\uD83D\uDE00")).hasSize(2);
    assertThatThrownBy(() -> Part.raw("r", 3).text("\uD83D\uDE00"))
        .hasMessageContaining("has 4 bytes, at most 3");
    assertThat(Part.escaped("e", 2).text("##")).isEqualTo("~23~23");
    assertThat(Part.escaped("e", 2).maxBytes()).isEqualTo(6);
    assertThatThrownBy(() -> Part.escaped("e", 2).text("###")).hasMessageContaining("at most 2");
  }

  @Test
  void half_a_surrogate_pair_is_refused() {
    for (var text : new String[] {"\uD83D", "\uDE00", "a\uD83Db", "\uDE00\uD83D"}) {
      assertThatThrownBy(() -> Part.raw("r", 99).text(text))
          .isInstanceOf(RefusedValueException.class);
      assertThatThrownBy(() -> Part.escaped("e", 99).text(text))
          .isInstanceOf(RefusedValueException.class);
    }
  }

  @Test
  void unicode_is_not_normalised() {
    var raw = Part.raw("r", 99);
    assertThat(raw.text("\u00E5")).isNotEqualTo(raw.text("a\u030A"));
  }

  @Test
  void a_long_value_is_shortened_in_the_refusal() {
    assertThatThrownBy(() -> NAME.text("x".repeat(5000)))
        .satisfies(e -> assertThat(e.getMessage()).hasSizeLessThan(120));
  }

  @Test
  void an_escape_has_one_spelling() {
    var email = Part.escaped("email", 99);
    assertThat(email.text("a+b@x.se")).isEqualTo("a+b@x.se");
    assertThat(email.text("a/b~c \u00E5")).isEqualTo("a~2fb~7ec~20\u00E5");
    for (var text : new String[] {"~2F", "~61", "~", "~2", "~zz", "~2~", "a#b", "~80"}) {
      assertThatThrownBy(() -> email.parse(text)).isInstanceOf(RefusedValueException.class);
    }
  }

  @Test
  void a_number_is_padded_to_the_width_of_the_greatest() {
    var number = Part.number("n", 0, 9999);
    assertThat(number.text(42L)).isEqualTo("0042");
    assertThat(number.descending().text(42L)).isEqualTo("9957");
    assertThat(number.minBytes()).isEqualTo(number.maxBytes());
    assertThatThrownBy(() -> number.text(10_000L))
        .hasMessage("<n>: the value is not from 0 to 9999");
    assertThatThrownBy(() -> number.text(-1L)).isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> number.parse("42")).hasMessageContaining("does not have 4 digits");
    assertThatThrownBy(() -> number.parse("004x")).hasMessageContaining("more than digits");
  }

  @Test
  void a_negative_number_is_counted_from_the_least() {
    var number = Part.number("n", -500, 500);
    assertThat(number.text(-500L)).isEqualTo("0000");
    assertThat(number.text(-1L)).isEqualTo("0499");
    assertThat(number.text(500L)).isEqualTo("1000");
    var all = Part.number("n", Long.MIN_VALUE, Long.MAX_VALUE);
    assertThat(all.text(Long.MIN_VALUE)).isEqualTo("0".repeat(20));
    assertThat(all.text(Long.MAX_VALUE)).isEqualTo("18446744073709551615");
    assertThatThrownBy(() -> all.parse("18446744073709551616"))
        .isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> all.parse("99999999999999999999"))
        .isInstanceOf(RefusedValueException.class);
  }

  @Test
  void a_number_in_an_attribute_of_type_n_is_itself() {
    var form = Part.number("n", 0, 99).number().orElseThrow();
    assertThat(form.number(7L)).isEqualTo(BigDecimal.valueOf(7));
    assertThat(form.value(new BigDecimal("7.0"))).isEqualTo(7);
    assertThatThrownBy(() -> form.value(new BigDecimal("7.5")))
        .isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> form.value(new BigDecimal("100")))
        .isInstanceOf(RefusedValueException.class);
    assertThat(NAME.number()).isEmpty();
  }

  @Test
  void a_time_finer_than_the_key_is_refused_rather_than_cut() {
    var fine = Instant.parse("2026-02-13T10:30:45.123456Z");
    assertThatThrownBy(() -> Part.millis("at").text(fine)).hasMessageContaining("finer");
    assertThatThrownBy(() -> Part.isoMillis("at").text(fine)).hasMessageContaining("finer");
    assertThatThrownBy(() -> Part.seconds("at").text(Instant.ofEpochMilli(1)))
        .hasMessageContaining("finer");
  }

  @Test
  void times_are_13_digits_10_digits_or_iso() {
    var at = Instant.parse("2026-02-13T10:30:45.120Z");
    assertThat(Part.millis("at").text(at)).isEqualTo("1770978645120");
    assertThat(Part.seconds("at").text(Instant.ofEpochSecond(7))).isEqualTo("0000000007");
    assertThat(Part.isoMillis("at").text(at)).isEqualTo("2026-02-13T10:30:45.120Z");
    assertThatThrownBy(() -> Part.millis("at").text(Instant.ofEpochMilli(-1)))
        .isInstanceOf(RefusedValueException.class);
    // In milliseconds this instant overflows a long and would be read as 1970.
    assertThatThrownBy(() -> Part.millis("at").text(Instant.ofEpochSecond(18_446_744_073_709_552L)))
        .isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> Part.isoMillis("at").text(Instant.MAX))
        .isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> Part.isoMillis("at").parse("2026-02-30T10:30:45.120Z"))
        .isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> Part.isoMillis("at").parse("2026-02-03 10:30:45.120Z"))
        .isInstanceOf(RefusedValueException.class);
  }

  @Test
  void a_ulid_has_its_prefix_26_capitals_and_128_bits() {
    var chat = Part.ulid("chat", "chat_");
    var id = "chat_7ZZZZZZZZZZZZZZZZZZZZZZZZZ";
    assertThat(chat.text(id)).isEqualTo(id);
    assertThat(chat.maxBytes()).isEqualTo(31);
    for (var text :
        new String[] {
          "7ZZZZZZZZZZZZZZZZZZZZZZZZZ",
          "chat_8ZZZZZZZZZZZZZZZZZZZZZZZZZ",
          "chat_7zzzzzzzzzzzzzzzzzzzzzzzzz",
          "chat_7ZZZZZZZZZZZZZZZZZZZZZZZZU",
          "chat_7ZZZZZZZZZZZZZZZZZZZZZZZZ"
        }) {
      assertThatThrownBy(() -> chat.text(text)).hasMessageContaining("ULID");
    }
  }

  @Test
  void codes_must_not_begin_each_other() {
    assertThatThrownBy(() -> Part.code("mode", Mode.class, mode -> mode == Mode.GIFT ? "a" : "ab"))
        .hasMessageContaining("begins the other");
    assertThatThrownBy(() -> Part.code("mode", Mode.class, _ -> "x"))
        .hasMessageContaining("begins the other");
    var mode = Part.code("mode", Mode.class, m -> m == Mode.GIFT ? "g" : "a");
    assertThat(mode.text(Mode.GIFT)).isEqualTo("g");
    assertThat(mode.parse("a")).isEqualTo(Mode.AUCTION);
    assertThat(mode.ordered()).isTrue();
    assertThat(Part.code("mode", Mode.class, m -> m == Mode.GIFT ? "a" : "g").ordered()).isFalse();
    assertThatThrownBy(() -> mode.parse("x")).hasMessageContaining("[a, g]");
  }

  @Test
  void a_part_of_another_type_refuses_as_the_part_does() {
    var chat = NAME.as(ChatId.class, ChatId::new, ChatId::text).named("chat");
    assertThat(chat.text(new ChatId("abc"))).isEqualTo("abc");
    assertThat(chat.parse("abc")).isEqualTo(new ChatId("abc"));
    assertThatThrownBy(() -> chat.text(new ChatId("A")))
        .hasMessageStartingWith("<chat>: the value has");
    var count = Part.number("n", 0, 9).as(Integer.class, Long::intValue, Integer::longValue);
    assertThat(count.number().orElseThrow().number(3)).isEqualTo(BigDecimal.valueOf(3));
  }

  @Test
  void numbers_made_of_texts_of_any_width_have_no_order() {
    var digits = Part.text("user", Alphabet.DIGITS, 15);
    var number = digits.as(Long.class, Long::parseLong, String::valueOf);
    assertThat(number.ordered()).isFalse();
    assertThat(KeyTemplate.of(number).disorder(number)).isPresent();
    assertThatThrownBy(() -> digits.asOrdered(Long.class, Long::parseLong, String::valueOf))
        .hasMessageContaining("The order of Long is not that of the part <user>");
    assertThat(digits.as(ChatId.class, ChatId::new, ChatId::text).ordered()).isTrue();
  }

  @Test
  void a_type_with_the_same_order_keeps_it_where_that_is_said() {
    var count =
        Part.number("n", -9, 99).asOrdered(Integer.class, Long::intValue, Integer::longValue);
    assertThat(count.ordered()).isTrue();
    assertThat(count.descending().ordered()).isTrue();
    var down = Part.number("n", 0, 99).descending();
    assertThat(down.asOrdered(Integer.class, Long::intValue, Integer::longValue).isDescending())
        .isTrue();
    assertThatThrownBy(
            () -> Part.number("n", 0, 99).asOrdered(Long.class, n -> 99 - n, n -> 99 - n))
        .hasMessageContaining("compare otherwise");
  }

  @Test
  void a_refusal_never_shows_the_value() {
    assertThatThrownBy(() -> NAME.text("Ann Smith"))
        .hasMessageContaining("<name>")
        .hasMessageNotContaining("Ann");
    assertThatThrownBy(() -> Part.number("age", 0, 9).text(42L)).hasMessageNotContaining("42");
    assertThatThrownBy(() -> KeyTemplate.of("u#<name>", NAME).parse("u#Ann"))
        .hasMessageNotContaining("Ann");
    assertThatThrownBy(() -> Part.date("day").parse("2026-02-30"))
        .hasMessageContaining("is not like");
  }

  @Test
  void only_what_has_a_fixed_width_descends() {
    assertThatThrownBy(NAME::descending).hasMessageContaining("descend");
    assertThatThrownBy(() -> Part.code("m", Mode.class, Mode::name).descending())
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Part.millis("at").descending().descending().isDescending()).isFalse();
  }

  @Test
  void bytes_stand_only_in_a_key_of_type_b() {
    var hash = Part.bytes("hash", 4);
    assertThat(hash.bytes().orElseThrow().bytes(new byte[] {1})).containsExactly(1);
    assertThatThrownBy(() -> hash.bytes().orElseThrow().bytes(new byte[5]))
        .isInstanceOf(RefusedValueException.class);
    assertThatThrownBy(() -> KeyTemplate.of("h#<hash>", hash)).hasMessageContaining("has no text");
    assertThatThrownBy(() -> new Key.Number(hash)).hasMessageContaining("no number");
    assertThatThrownBy(() -> new Key.Bytes(NAME)).hasMessageContaining("no bytes");
  }
}
