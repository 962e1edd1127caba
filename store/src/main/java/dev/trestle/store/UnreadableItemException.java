package dev.trestle.store;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Thrown when an item is not what its entity declares, such as one that another program wrote. The
 * message names the pattern, the entity and the component. The key is beside it, in {@link #key},
 * and never in the message: keys hold personal data, and messages end up in logs.
 */
public final class UnreadableItemException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String pattern;
  private final String table;
  private final transient Map<String, AttributeValue> key;

  UnreadableItemException(
      String pattern, String table, Map<String, AttributeValue> key, RuntimeException cause) {
    super(
        "%s: an item of the table %s cannot be read. %s. key() returns its key."
            .formatted(pattern, table, cause.getMessage()),
        cause);
    this.pattern = pattern;
    this.table = table;
    this.key = Map.copyOf(key);
  }

  /** The id of the pattern that met the item. */
  public String pattern() {
    return pattern;
  }

  /** The table that the item is in. */
  public String table() {
    return table;
  }

  /** The item's key, by which it can be found, repaired or deleted. */
  public Map<String, AttributeValue> key() {
    return key;
  }
}
