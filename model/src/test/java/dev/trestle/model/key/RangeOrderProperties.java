package dev.trestle.model.key;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.gen.Property;
import dev.trestle.model.key.Small.Sample;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Order and ranges beside all keys of small templates, compared one by one. */
class RangeOrderProperties {
  @Test
  void a_part_is_in_disorder_only_if_some_keys_are_and_always_then() {
    var inOrder = new AtomicInteger();
    var inDisorder = new AtomicInteger();
    Property.check(
        800,
        Small.samples(2),
        sample -> {
          if (sample.template().ambiguity().isPresent()) return;
          for (int i = 0; i < sample.parts().size(); i++) {
            var part = sample.parts().get(i).part();
            var disorder = sample.template().disorder(part);
            boolean seen = misplaced(sample, i);
            if (seen) assertThat(disorder).isPresent();
            if (disorder.isPresent()
                && part.ordered()
                && hasAllValues(sample)
                && !touches(sample, i)) {
              assertThat(seen).as(disorder.get()).isTrue();
            }
            (disorder.isPresent() ? inDisorder : inOrder).incrementAndGet();
          }
        });
    assertThat(inOrder.get()).isGreaterThan(Property.scaled(20));
    assertThat(inDisorder.get()).isGreaterThan(Property.scaled(20));
  }

  /** An escaped part has more values than the sample, and one of them may clash. */
  private static boolean hasAllValues(Sample sample) {
    return sample.parts().stream()
        .noneMatch(whole -> whole.part().shape() instanceof Language.Escaped);
  }

  /**
   * The one case that is refused though it may be in order: the follower is the least character.
   */
  private static boolean touches(Sample sample, int part) {
    var template = sample.template();
    if (part == template.size() - 1 && template.literal(part + 1).isEmpty()) return false;
    return RangeOrder.follower(template, part).last() == template.part(part).alphabet().first();
  }

  /** Whether keys are out of order in this part, or mixed with those of other first values. */
  private static boolean misplaced(Sample sample, int part) {
    var rows = sample.rows();
    boolean descending = sample.parts().get(part).part().isDescending();
    for (var one : rows) {
      var bound = Arrays.copyOf(one, part);
      var prefix = sample.template().prefix(bound);
      var text = sample.template().text(one);
      for (var other : rows) {
        var theirs = sample.template().text(other);
        if (!Arrays.equals(bound, Arrays.copyOf(other, part))) {
          if (theirs.startsWith(prefix)) return true;
          continue;
        }
        int values = Small.VALUES.compare(one[part], other[part]);
        int texts = Small.compare(text, theirs);
        if (values != 0 && (descending ? texts < 0 : texts > 0) != values > 0) return true;
      }
    }
    return false;
  }

  @Test
  void a_range_of_texts_is_the_range_of_values() {
    var checked = new AtomicInteger();
    Property.check(
        300,
        Small.samples(2),
        sample -> {
          var template = sample.template();
          if (template.ambiguity().isPresent()) return;
          for (int i = 0; i < sample.parts().size(); i++) {
            if (template.disorder(sample.parts().get(i).part()).isPresent()) continue;
            checked.incrementAndGet();
            var rows = sample.rows();
            for (int r = 0; r < rows.size(); r += 1 + rows.size() / 10) {
              checkRanges(sample, rows, rows.get(r), i);
            }
          }
        });
    assertThat(checked.get()).isGreaterThan(Property.scaled(20));
  }

  private static void checkRanges(Sample sample, List<Object[]> rows, Object[] row, int part) {
    var bound = Arrays.copyOf(row, part);
    var within = sample.template().within(bound);
    var value = row[part];
    check(sample, rows, bound, within.all(), _ -> true);
    check(sample, rows, bound, within.atLeast(value), against(value, part, c -> c >= 0));
    check(sample, rows, bound, within.moreThan(value), against(value, part, c -> c > 0));
    check(sample, rows, bound, within.atMost(value), against(value, part, c -> c <= 0));
    check(sample, rows, bound, within.lessThan(value), against(value, part, c -> c < 0));
    check(sample, rows, bound, within.between(value, value), against(value, part, c -> c == 0));
  }

  private static Predicate<Object[]> against(Object value, int part, IntPredicate comparison) {
    return row -> comparison.test(Small.VALUES.compare(row[part], value));
  }

  private static void check(
      Sample sample,
      List<Object[]> rows,
      Object[] bound,
      TextRange range,
      Predicate<Object[]> wanted) {
    var prefix = sample.template().prefix(bound);
    assertThat(range.isEmpty() || range.from().startsWith(prefix)).isTrue();
    assertThat(range.isEmpty() || range.to().startsWith(prefix)).isTrue();
    for (var row : rows) {
      boolean mine = Arrays.equals(bound, Arrays.copyOf(row, bound.length));
      assertThat(range.has(sample.template().text(row)))
          .as("%s in %s", sample.reading(row), range)
          .isEqualTo(mine && wanted.test(row));
    }
  }

  @Test
  void a_range_over_a_row_of_values_compares_them_one_after_the_other() {
    var checked = new AtomicInteger();
    Property.check(
        300,
        Small.samples(2),
        sample -> {
          var template = sample.template();
          if (template.size() < 2 || template.ambiguity().isPresent()) return;
          for (var part : template.parts()) {
            if (part.isDescending() || template.disorder(part).isPresent()) return;
          }
          checked.incrementAndGet();
          var rows = sample.rows();
          for (int r = 0; r < rows.size(); r += 1 + rows.size() / 10) {
            var row = rows.get(r);
            var within = template.within();
            check(
                sample,
                rows,
                new Object[0],
                within.moreThan(row),
                other -> compare(other, row) > 0);
            check(
                sample,
                rows,
                new Object[0],
                within.atLeast(row),
                other -> compare(other, row) >= 0);
            check(
                sample,
                rows,
                new Object[0],
                within.lessThan(row),
                other -> compare(other, row) < 0);
            check(
                sample, rows, new Object[0], within.atMost(row), other -> compare(other, row) <= 0);
          }
        });
    assertThat(checked.get()).isGreaterThan(Property.scaled(5));
  }

  private static int compare(Object[] one, Object[] other) {
    return Arrays.compare(one, other, Small.VALUES);
  }
}
