package dev.trestle.engine.ttl;

import dev.trestle.item.Item;
import java.util.Optional;

/** Stands in until streams are there. */
public final class Expiry {
  private Expiry() {}

  public static Optional<Long> of(Item item, String attribute, long nowSeconds) {
    return item.get(attribute).map(value -> value.number().longValue());
  }
}
