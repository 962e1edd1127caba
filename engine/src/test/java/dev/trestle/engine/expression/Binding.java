package dev.trestle.engine.expression;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Item;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Expressions for tests, with their placeholders: {@code #x} has a name, {@code :x} a plain value.
 */
final class Binding {
  private Binding() {}

  static BoundCondition condition(String text, Object... placeholders) {
    return BoundExpressions.of(
            Expressions.ofCondition(text, names(placeholders), values(placeholders)),
            LegacyParameters.NONE)
        .condition()
        .orElseThrow();
  }

  static BoundUpdate update(String text, Object... placeholders) {
    return BoundExpressions.of(
            Expressions.ofUpdate(text, null, names(placeholders), values(placeholders)),
            LegacyParameters.NONE)
        .update()
        .orElseThrow();
  }

  static ItemProjection projection(String text, Object... placeholders) {
    return BoundExpressions.of(
            Expressions.ofProjection(text, names(placeholders)), LegacyParameters.NONE)
        .projection()
        .orElseThrow();
  }

  static KeyCondition keyCondition(String text, Object... placeholders) {
    var expressions =
        new Expressions(null, null, text, null, null, names(placeholders), values(placeholders));
    return BoundExpressions.of(expressions, LegacyParameters.NONE).keyCondition().orElseThrow();
  }

  static @Nullable Map<String, String> names(Object... placeholders) {
    var names = new LinkedHashMap<String, String>();
    for (int i = 0; i < placeholders.length; i += 2) {
      var placeholder = (String) placeholders[i];
      if (placeholder.startsWith("#")) names.put(placeholder, (String) placeholders[i + 1]);
    }
    return names.isEmpty() ? null : names;
  }

  static @Nullable Item values(Object... placeholders) {
    var values = new LinkedHashMap<String, Object>();
    for (int i = 0; i < placeholders.length; i += 2) {
      var placeholder = (String) placeholders[i];
      if (placeholder.startsWith(":")) values.put(placeholder, placeholders[i + 1]);
    }
    return values.isEmpty() ? null : Plain.item(values);
  }

  static void refused(String message, Runnable action) {
    assertThatThrownBy(action::run)
        .isInstanceOf(ValidationException.class)
        .hasMessage(Objects.requireNonNull(message));
  }
}
