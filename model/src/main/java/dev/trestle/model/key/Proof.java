package dev.trestle.model.key;

import dev.trestle.model.key.Automaton.Width;
import dev.trestle.model.key.KeyTemplate.Witness;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What can be proven of templates, by searching two automata at once for a text that would refute
 * it. Widths are counted only where the text found without counting them has a value that is too
 * wide; where counting would take too long, that text stands as the refutation.
 */
final class Proof {
  private Proof() {}

  /** A text that the template gives to two different rows of values. */
  static Optional<Witness> ambiguity(KeyTemplate template) {
    return shortest(
            template,
            template,
            width -> {
              var automaton = Automaton.of(template, width);
              return new Product(automaton, automaton)
                  .different((_, toOne, toOther) -> toOne != toOther);
            })
        .map(text -> text.witness(false));
  }

  /** A text of both templates. */
  static Optional<Witness> overlap(KeyTemplate one, KeyTemplate other) {
    return shortest(
            one,
            other,
            width -> new Product(Automaton.of(one, width), Automaton.of(other, width)).common())
        .map(text -> text.witness(true));
  }

  /** A text of the other template among those that begin as the first one's do. */
  static Optional<Witness> catches(KeyTemplate one, int bound, KeyTemplate other) {
    return shortest(
            one,
            other,
            width ->
                new Product(Automaton.prefix(one, bound, width), Automaton.of(other, width))
                    .common())
        .map(text -> text.witness(true));
  }

  /** A text that begins with the prefix of some first values, but has other first values. */
  static Optional<Witness> leak(KeyTemplate template, int bound) {
    return shortest(
            template,
            template,
            width -> {
              var prefix = Automaton.prefix(template, bound, width);
              // both number their states alike, so the prefix is left where the part is entered
              return new Product(prefix, Automaton.of(template, width))
                  .different(
                      (fromOne, toOne, toOther) -> fromOne != prefix.end() && toOne != toOther);
            })
        .map(text -> text.witness(false));
  }

  private static Optional<TwoReadings> shortest(
      KeyTemplate one, KeyTemplate other, Function<Width, Optional<List<Product.Step>>> search) {
    var loose = search.apply(Width.LOOSE).map(steps -> new TwoReadings(one, other, steps));
    if (loose.isEmpty() || loose.get().isReal()) return loose;
    try {
      return search.apply(Width.EXACT).map(steps -> new TwoReadings(one, other, steps));
    } catch (Automaton.TooLarge e) {
      return loose;
    }
  }
}
