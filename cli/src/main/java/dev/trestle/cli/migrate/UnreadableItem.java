package dev.trestle.cli.migrate;

import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** An item that is not what its entity declares. The reason names the component, never a value. */
public record UnreadableItem(String table, Map<String, AttributeValue> key, String reason) {
  public UnreadableItem {
    key = Map.copyOf(key);
  }
}
