package dev.trestle.model.key;

import java.util.Optional;

/** Whether texts stand in the order of their values. */
final class Order {
  private Order() {}

  static Optional<String> disorder(KeyTemplate template, int ranged) {
    var part = template.part(ranged);
    if (!part.ordered()) {
      return Optional.of("the texts of %s are not in the order of its values".formatted(part));
    }
    return Optional.empty();
  }

  /** The characters that can follow a part which is not the template's last piece. */
  static Alphabet follower(KeyTemplate template, int part) {
    var literal = template.literal(part + 1);
    return literal.isEmpty()
        ? template.part(part + 1).shape().firsts()
        : Alphabet.only(literal.codePointAt(0));
  }
}
