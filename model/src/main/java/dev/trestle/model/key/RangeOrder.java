package dev.trestle.model.key;

import java.util.Optional;

/**
 * Whether a range of texts is a range of values. With all parts before the ranged one given, three
 * things are needed, and together they are enough:
 *
 * <ol>
 *   <li>the part's own texts stand in the order of its values;
 *   <li>no key with other first values begins as the given ones do ({@code <name><time>} has {@code
 *       ab…} among the keys that begin with the name {@code a});
 *   <li>where one value's text begins another's, the shorter one's key comes first whatever
 *       follows: nothing follows, or what follows starts below every character of the part. A part
 *       of fixed width has no such values.
 * </ol>
 */
final class RangeOrder {
  private RangeOrder() {}

  static Optional<String> disorder(KeyTemplate template, int ranged) {
    var part = template.part(ranged);
    if (!part.ordered()) {
      return Optional.of("the texts of %s are not in the order of its values".formatted(part));
    }
    if (ranged > 0) {
      var leak = TemplateProof.leak(template, ranged);
      if (leak.isPresent()) {
        return Optional.of(
            "keys of other values have the same prefix: %s (of %s) is among the keys with %s"
                .formatted(leak.get().text(), leak.get().other(), leak.get().one()));
      }
    }
    boolean last = ranged == template.size() - 1 && template.literal(ranged + 1).isEmpty();
    if (last || part.shape().prefixFree()) return Optional.empty();
    int follower = follower(template, ranged).last();
    int least = part.alphabet().first();
    if (follower < least) return Optional.empty();
    return Optional.of(
        "%s varies in width and is followed by %s, which does not sort below its %s"
            .formatted(
                part,
                RefusedValueException.character(follower),
                RefusedValueException.character(least)));
  }

  /** The characters that can follow a part that is not the last piece of the template. */
  static Alphabet follower(KeyTemplate template, int part) {
    var literal = template.literal(part + 1);
    return literal.isEmpty()
        ? template.part(part + 1).shape().firsts()
        : Alphabet.only(literal.codePointAt(0));
  }
}
