package dev.trestle.engine.refusal;

import dev.trestle.item.Item;
import java.util.Optional;

/**
 * Why one action of a transaction stood in the way.
 *
 * @param code DynamoDB's code: {@code None}, {@code ConditionalCheckFailed}, …
 * @param message its text; none for {@code None}
 * @param item the item as it was, where the request asked for it and there is one
 */
public record CancellationReason(String code, Optional<String> message, Optional<Item> item) {
  public static final CancellationReason NONE =
      new CancellationReason("None", Optional.empty(), Optional.empty());

  public static CancellationReason of(String code, String message) {
    return new CancellationReason(code, Optional.of(message), Optional.empty());
  }
}
