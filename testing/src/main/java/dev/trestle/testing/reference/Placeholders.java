package dev.trestle.testing.reference;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The names and values that the expressions of one request stand for. */
public final class Placeholders {
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

  /** What {@code ExpressionAttributeNames} has to be; null where there are none. */
  public @Nullable Map<String, String> names() {
    return names.isEmpty() ? null : names;
  }

  public @Nullable Map<String, AttributeValue> values() {
    return values.isEmpty() ? null : values;
  }
}
