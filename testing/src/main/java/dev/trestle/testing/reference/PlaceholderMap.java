package dev.trestle.testing.reference;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The names and values for the placeholders of one request. */
public final class PlaceholderMap {
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, AttributeValue> values = new LinkedHashMap<>();

  String name(String name) {
    for (var entry : names.entrySet()) {
      if (entry.getValue().equals(name)) return entry.getKey();
    }
    var placeholder = "#n" + names.size();
    names.put(placeholder, name);
    return placeholder;
  }

  String value(AttributeValue value) {
    var placeholder = ":v" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  /** Returns {@code ExpressionAttributeNames}, or null if there are none. */
  public @Nullable Map<String, String> names() {
    return names.isEmpty() ? null : names;
  }

  public @Nullable Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }
}
