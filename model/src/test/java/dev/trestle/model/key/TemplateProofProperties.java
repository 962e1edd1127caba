package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.key.Small.Sample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The proofs beside all keys of small templates, written down one by one. */
class TemplateProofProperties {
  /** Escaped parts have more values than those of a sample: they refute, but cannot confirm. */
  private static boolean isComplete(Sample sample) {
    return sample.parts().stream()
        .noneMatch(whole -> whole.part().shape() instanceof Language.Escaped);
  }

  private static Map<String, List<Object[]>> byText(Sample sample) {
    var byText = new HashMap<String, List<Object[]>>();
    sample.rows(row ->
        byText.computeIfAbsent(sample.template().text(row), _ -> new ArrayList<>()).add(row));
    return byText;
  }

  @Test
  void a_template_is_ambiguous_exactly_if_two_rows_have_one_text() {
    var refuted = new AtomicInteger();
    var proven = new AtomicInteger();
    Property.check(
        1500,
        Small.samples(3),
        sample -> {
          var byText = byText(sample);
          boolean collides = byText.values().stream().anyMatch(rows -> rows.size() > 1);
          var witness = sample.template().ambiguity();
          if (collides || isComplete(sample)) {
            assertThat(witness.isPresent()).as("ambiguous: %s", witness).isEqualTo(collides);
          }
          (witness.isPresent() ? refuted : proven).incrementAndGet();
          if (witness.isEmpty()) return;
          var found = witness.get();
          assertThat(found.one()).isNotEqualTo(found.other());
          assertThatThrownBy(() -> sample.template().parse(found.text()))
              .hasMessageContaining("two ways");
          if (isComplete(sample)) {
            assertThat(byText.getOrDefault(found.text(), List.of()).stream().map(sample::reading))
                .contains(found.one(), found.other());
          }
        });
    assertThat(refuted.get()).isGreaterThan(Property.scaled(20));
    assertThat(proven.get()).isGreaterThan(Property.scaled(20));
  }

  @Test
  void what_an_unambiguous_template_writes_it_reads_back() {
    Property.check(
        500,
        Small.samples(3),
        sample -> {
          if (sample.template().ambiguity().isPresent()) return;
          sample.rows(row ->
              assertThat(sample.template().parse(sample.template().text(row)))
                  .containsExactly(row));
        });
  }

  @Test
  void a_text_of_no_row_is_refused() {
    Property.check(
        200,
        Small.samples(2),
        sample -> {
          if (!isComplete(sample) || sample.template().ambiguity().isPresent()) return;
          var texts = byText(sample).keySet();
          for (var text : texts) {
            for (int i = 0; i <= text.length(); i++) {
              for (var put : List.of("", "a", "#", "1", "\uFFFD")) {
                var changed =
                    text.substring(0, i) + put + text.substring(Math.min(i + 1, text.length()));
                if (texts.contains(changed)) continue;
                assertThatThrownBy(() -> sample.template().parse(changed))
                    .isInstanceOf(RefusedValueException.class);
              }
            }
          }
        });
  }

  @Test
  void two_templates_overlap_exactly_if_some_text_is_of_both() {
    var overlapping = new AtomicInteger();
    Property.check(
        1500,
        two(),
        pair -> {
          var mine = byText(pair.one()).keySet();
          var theirs = byText(pair.other()).keySet();
          var common = new HashSet<>(mine);
          common.retainAll(theirs);
          var witness = pair.one().template().overlap(pair.other().template());
          boolean complete = isComplete(pair.one()) && isComplete(pair.other());
          if (!common.isEmpty() || complete) {
            assertThat(witness.isPresent()).as("%s", witness).isEqualTo(!common.isEmpty());
          }
          if (witness.isPresent()) overlapping.incrementAndGet();
          if (witness.isPresent() && complete) assertThat(common).contains(witness.get().text());
        });
    assertThat(overlapping.get()).isGreaterThan(Property.scaled(20));
  }

  @Test
  void a_query_catches_exactly_the_texts_that_begin_with_some_prefix() {
    Property.check(
        800,
        two(),
        pair -> {
          for (int bound = 0; bound <= pair.one().parts().size(); bound++) {
            var prefixes = new HashSet<String>();
            int given = bound;
            pair.one()
                .rows(row -> prefixes.add(pair.one().template().prefix(Arrays.copyOf(row, given))));
            boolean caught =
                byText(pair.other()).keySet().stream()
                    .anyMatch(text -> prefixes.stream().anyMatch(text::startsWith));
            var witness = pair.one().template().catches(bound, pair.other().template());
            if (caught || (isComplete(pair.one()) && isComplete(pair.other()))) {
              assertThat(witness.isPresent()).as("%d bound: %s", bound, witness).isEqualTo(caught);
            }
          }
        });
  }

  private record Two(Sample one, Sample other) {}

  private static Gen<Two> two() {
    return choices -> new Two(Small.samples(2).from(choices), Small.samples(2).from(choices));
  }
}
