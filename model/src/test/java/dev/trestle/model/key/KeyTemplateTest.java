package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeyTemplateTest {
  private static final Alphabet NAMES = Alphabet.of("a-z0-9_-");
  private static final Part<String> TENANT = Part.text("tenant", NAMES, 32);
  private static final Part<String> USER = Part.escaped("user", 64);
  private static final Part<String> INBOX = Part.text("inbox", NAMES, 32);

  private static Part<String> raw(String name) {
    return Part.raw(name, 64);
  }

  @Test
  void stak_s_template_over_free_texts_is_refused_with_two_rows_of_one_text() {
    assertThatThrownBy(() ->
            KeyTemplate.of("t#<tenant>U#<user>#<inbox>", raw("tenant"), raw("user"), raw("inbox")))
        .isInstanceOfSatisfying(
            AmbiguousTemplateException.class,
            e -> assertThat(e.witness().one()).isNotEqualTo(e.witness().other()))
        .hasMessage(
            "t#<tenant>U#<user>#<inbox> is ambiguous: tenant=a, user=b, inbox=#c"
                + " and tenant=a, user=b#, inbox=c both give t#aU#b##c");
  }

  @Test
  void a_literal_of_two_characters_that_a_part_may_imitate_is_found() {
    assertThat(KeyTemplate.unproven("t#<tenant>U#<user>", raw("tenant"), raw("user")).ambiguity())
        .hasValueSatisfying(witness ->
            assertThat(witness)
                .hasToString("tenant=a, user=U#b and tenant=aU#, user=b both give t#aU#U#b"));
  }

  @Test
  void stak_s_template_over_sane_parts_is_accepted() {
    var template = KeyTemplate.of("t#<tenant>U#<user>#<inbox>", TENANT, USER, INBOX);
    assertThat(template.text("acme", "bob#1", "main")).isEqualTo("t#acmeU#bob~231#main");
    assertThat(template.parse("t#acmeU#bob~231#main")).containsExactly("acme", "bob#1", "main");
    assertThat(template.prefix("acme")).isEqualTo("t#acmeU#");
    assertThat(template.prefix()).isEqualTo("t#");
    assertThat(template.parts()).containsExactly(TENANT, USER, INBOX);
    assertThat(template.maxBytes()).isEqualTo(2 + 32 + 2 + 3 * 64 + 1 + 32);
  }

  @Test
  void a_literal_beside_a_part_that_can_equal_it_overlaps() {
    var star = KeyTemplate.of("c#*");
    assertThat(star.overlap(KeyTemplate.of("c#<category>", raw("category"))))
        .hasValueSatisfying(witness ->
            assertThat(witness).hasToString("c#* and c#<category> with category=* both give c#*"));
    var category = KeyTemplate.of("c#<category>", Part.text("category", NAMES, 32));
    assertThat(star.overlap(category)).isEmpty();
    assertThat(category.overlap(star)).isEmpty();
    assertThat(category.catches(0, star)).isPresent();
    assertThat(category.catches(0, KeyTemplate.of("m#<category>", raw("category")))).isEmpty();
    assertThat(category.within().all().has("c#*")).isFalse();
  }

  @Test
  void parts_of_fixed_width_need_nothing_between_them() {
    var template = KeyTemplate.of("<a><b>", Part.ulid("a", ""), Part.ulid("b", ""));
    var a = "0".repeat(26);
    var b = "1".repeat(26);
    assertThat(template.parse(template.text(a, b))).containsExactly(a, b);
    KeyTemplate.of("<name><at>", Part.text("name", Alphabet.of("a-z"), 9), Part.millis("at"));
    // The last 13 digits are the time, so even digits may precede them.
    KeyTemplate.of("<name><at>", Part.text("name", Alphabet.of("a-z0-9"), 9), Part.millis("at"));
  }

  @Test
  void widths_are_counted_where_they_decide() {
    var a = Part.text("a", Alphabet.of("x"), 9);
    var b = Part.text("b", Alphabet.of("y"), 9);
    // only ten x in a row could be two rows, and the part has nine at most
    assertThat(KeyTemplate.of("<a>", a).overlap(KeyTemplate.of("xxxxxxxxxx"))).isEmpty();
    assertThat(KeyTemplate.of("<a>", a).overlap(KeyTemplate.of("xxxxxxxxx"))).isPresent();
    assertThat(KeyTemplate.of("<a><b>", a, b).parse("xxy")).containsExactly("xx", "y");
  }

  @Test
  void a_pattern_that_does_not_fit_its_parts_is_refused() {
    assertThatThrownBy(() -> KeyTemplate.of("t#<tenant>")).hasMessageContaining("no part for");
    assertThatThrownBy(() -> KeyTemplate.of("t#", TENANT)).hasMessageContaining("does not occur");
    assertThatThrownBy(() -> KeyTemplate.of("<tenant>#<tenant>", TENANT))
        .hasMessageContaining("twice");
    assertThatThrownBy(() -> KeyTemplate.of("<tenant>", TENANT, TENANT))
        .hasMessageContaining("two parts named");
    assertThatThrownBy(() -> KeyTemplate.of("t#<tenant", TENANT)).hasMessageContaining("without");
    assertThatThrownBy(() -> KeyTemplate.of("t>#<tenant>", TENANT)).hasMessageContaining("without");
    assertThatThrownBy(() -> KeyTemplate.of("")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void values_of_the_wrong_number_or_type_are_refused() {
    var template = KeyTemplate.of("t#<tenant>#<inbox>", TENANT, INBOX);
    assertThatThrownBy(() -> template.text("a")).hasMessageContaining("1 values for 2 parts");
    assertThatThrownBy(() -> template.prefix("a", "b", "c")).hasMessageContaining("3 values");
    assertThatThrownBy(() -> template.text("a", 7L))
        .hasMessage("<inbox>: the value is a Long; a String is expected");
    assertThatThrownBy(() -> template.parse("t#a")).hasMessageContaining("lacks '#'");
    assertThatThrownBy(() -> template.parse("x#a#b")).hasMessageContaining("lacks 't#'");
    assertThatThrownBy(() -> template.parse("t#a#b#c")).hasMessageContaining("goes on");
    assertThatThrownBy(() -> template.parse("t##b")).hasMessageContaining("is empty");
  }

  @Test
  void after_a_time_all_ids_of_that_time_are_skipped() {
    var template =
        KeyTemplate.of("m#<at>#<id>", Part.millis("at"), Part.text("id", Alphabet.of("a-z"), 9));
    var at = Instant.ofEpochMilli(1000);
    var within = template.within();
    var later = template.text(at.plusMillis(1), "a");
    assertThat(within.moreThan(at).has(template.text(at, "zzz"))).isFalse();
    assertThat(within.moreThan(at).has(later)).isTrue();
    assertThat(within.moreThan(at, "k").has(template.text(at, "k"))).isFalse();
    assertThat(within.moreThan(at, "k").has(template.text(at, "ka"))).isTrue();
    assertThat(within.moreThan(at, "k").has(later)).isTrue();
    assertThat(within.moreThan(at).has("n#0000000009999#a")).isFalse();
    assertThat(template.within(at).moreThan("k").has(later)).isFalse();
    assertThat(within.moreThan(at).and(within.lessThan(at)).isEmpty()).isTrue();
  }

  @Test
  void more_is_earlier_in_a_descending_part() {
    var template = KeyTemplate.of("m#<at>", Part.millis("at").descending());
    var at = Instant.ofEpochMilli(1000);
    var range = template.within().moreThan(at);
    assertThat(range.has(template.text(at.plusMillis(1)))).isTrue();
    assertThat(range.has(template.text(at))).isFalse();
    assertThat(range.has(template.text(at.minusMillis(1)))).isFalse();
    assertThat(range.to()).isLessThan(template.text(at));
  }

  @Test
  void disorder_is_named() {
    var name = Part.text("name", Alphabet.of("a-z "), 9);
    assertThat(KeyTemplate.of("<name>#<at>", name, Part.millis("at")).disorder(name))
        .hasValue(
            "<name> varies in width and is followed by '#' (U+0023), which does not sort"
                + " below its ' ' (U+0020)");
    var letters = Part.text("name", Alphabet.of("a-z"), 9);
    var at = Part.millis("at");
    assertThat(KeyTemplate.of("<name>#<at>", letters, at).disorder(letters)).isEmpty();
    assertThat(KeyTemplate.of("<name>#<at>", letters, at).disorder(at)).isEmpty();
    assertThat(KeyTemplate.of("<name><at>", letters, at).disorder(at))
        .hasValueSatisfying(
            why -> assertThat(why).startsWith("keys of other values have the same prefix"));
    assertThat(KeyTemplate.of("<user>#<at>", USER, at).disorder(at)).isEmpty();
    assertThat(KeyTemplate.of("<user>#<at>", USER, at).disorder(USER))
        .hasValue("the texts of <user> are not in the order of its values");
  }
}
