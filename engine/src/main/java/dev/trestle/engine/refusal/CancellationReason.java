package dev.trestle.engine.refusal;

import dev.trestle.item.Item;
import java.util.Optional;

/**
 * Why one action of a transaction failed.
 *
 * @param code DynamoDB's code: {@code None}, {@code ConditionalCheckFailed}, …
 * @param message DynamoDB's text; empty for {@code None}
 * @param item the existing item, if there is one and the request asked for it
 */
public record CancellationReason(String code, Optional<String> message, Optional<Item> item) {
  public static final CancellationReason NONE =
      new CancellationReason("None", Optional.empty(), Optional.empty());

  public static CancellationReason of(String code, String message) {
    return new CancellationReason(code, Optional.of(message), Optional.empty());
  }
}
