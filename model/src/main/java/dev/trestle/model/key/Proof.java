package dev.trestle.model.key;

import dev.trestle.model.key.KeyTemplate.Witness;
import java.util.Optional;

final class Proof {
  private Proof() {}

  static Optional<Witness> ambiguity(KeyTemplate template) {
    return Optional.empty();
  }

  static Optional<Witness> overlap(KeyTemplate one, KeyTemplate other) {
    return Optional.empty();
  }

  static Optional<Witness> catches(KeyTemplate one, int bound, KeyTemplate other) {
    return Optional.empty();
  }
}
