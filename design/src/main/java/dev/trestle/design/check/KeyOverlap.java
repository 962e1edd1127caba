package dev.trestle.design.check;

import dev.trestle.model.KeyPair;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import java.util.Optional;

/** Determines whether two kinds of items can have the same key. */
public final class KeyOverlap {
  private KeyOverlap() {}

  /** A value that both can have, in readable form. */
  static Optional<String> of(Key one, Key other) {
    if (one instanceof Key.Text(var first) && other instanceof Key.Text(var second)) {
      return first.overlap(second).map(KeyTemplate.Witness::text);
    }
    if (one.type() != other.type()) return Optional.empty();
    return Optional.of(one instanceof Key.Number ? "any number" : "any bytes");
  }

  /** A partition key and a sort key that both can have. */
  public static Optional<String> of(KeyPair one, KeyPair other) {
    var partition = of(one.partition(), other.partition());
    if (partition.isEmpty()) return Optional.empty();
    if (one.sort().isEmpty() || other.sort().isEmpty()) return partition;
    return of(one.sort().get(), other.sort().get())
        .map(sort -> "%s with %s".formatted(partition.get(), sort));
  }

  static boolean sharePartitions(KeyPair one, KeyPair other) {
    return of(one.partition(), other.partition()).isPresent();
  }
}
