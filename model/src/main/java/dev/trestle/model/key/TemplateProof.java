package dev.trestle.model.key;

import dev.trestle.model.key.Automaton.Width;
import dev.trestle.model.key.KeyTemplate.Witness;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Proves properties of templates by searching two automata for a counterexample. Widths are counted
 * only if the counterexample that was found without counting contains a value that is too wide. If
 * counting would take too long, the counterexample stands.
 */
final class TemplateProof {
  private TemplateProof() {}

  /** Returns a text that the template produces for two different sequences of values. */
  static Optional<Witness> ambiguity(KeyTemplate template) {
    return shortest(
            template,
            template,
            width -> {
              var automaton = Automaton.of(template, width);
              return new AutomatonProduct(automaton, automaton)
                  .different((ignored, toOne, toOther) -> toOne != toOther);
            })
        .map(text -> text.witness(false));
  }

  /** Returns a text of both templates. */
  static Optional<Witness> overlap(KeyTemplate one, KeyTemplate other) {
    return shortest(
            one,
            other,
            width ->
                new AutomatonProduct(Automaton.of(one, width), Automaton.of(other, width)).common())
        .map(text -> text.witness(true));
  }

  /** Returns a text of the second template that starts like the texts of the first one. */
  static Optional<Witness> catches(KeyTemplate one, int bound, KeyTemplate other) {
    return shortest(
            one,
            other,
            width ->
                new AutomatonProduct(
                        Automaton.prefix(one, bound, width), Automaton.of(other, width))
                    .common())
        .map(text -> text.witness(true));
  }

  /** Returns a text that starts with the prefix of some first values but has other ones. */
  static Optional<Witness> leak(KeyTemplate template, int bound) {
    return shortest(
            template,
            template,
            width -> {
              var prefix = Automaton.prefix(template, bound, width);
              // Both number their states in the same way, so the prefix ends where the part is
              // entered.
              return new AutomatonProduct(prefix, Automaton.of(template, width))
                  .different(
                      (fromOne, toOne, toOther) -> fromOne != prefix.end() && toOne != toOther);
            })
        .map(text -> text.witness(false));
  }

  private static Optional<AmbiguousReading> shortest(
      KeyTemplate one,
      KeyTemplate other,
      Function<Width, Optional<List<AutomatonProduct.Step>>> search) {
    var loose = search.apply(Width.LOOSE).map(steps -> new AmbiguousReading(one, other, steps));
    if (loose.isEmpty() || loose.get().isReal()) return loose;
    try {
      return search.apply(Width.EXACT).map(steps -> new AmbiguousReading(one, other, steps));
    } catch (Automaton.TooLarge e) {
      return loose;
    }
  }
}
