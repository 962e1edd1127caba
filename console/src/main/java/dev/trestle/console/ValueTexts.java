package dev.trestle.console;

import dev.trestle.item.Value;
import java.util.Base64;
import java.util.stream.Collectors;

/** Stored values as text for people. */
final class ValueTexts {
  private static final char CUT = '…';

  private ValueTexts() {}

  /** Text as it is, numbers as digits, the rest like JSON. */
  static String plain(Value value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> value.numberText();
      case B -> Base64.getEncoder().encodeToString(value.content());
      case BOOL -> Boolean.toString(value.bool());
      case NULL -> "null";
      case SS, NS, BS, L, M -> nested(value);
    };
  }

  private static String nested(Value value) {
    return switch (value.type()) {
      case S, B -> '"' + plain(value) + '"';
      case N, BOOL, NULL -> plain(value);
      case SS, NS, BS, L ->
          value.elements().stream()
              .map(ValueTexts::nested)
              .collect(Collectors.joining(", ", "[", "]"));
      case M -> {
        var out = new StringBuilder("{");
        for (var fields = value.fields(); fields.next(); ) {
          if (out.length() > 1) out.append(", ");
          out.append('"').append(fields.name()).append("\": ").append(nested(fields.value()));
        }
        yield out.append('}').toString();
      }
    };
  }

  /** Shortens a text without cutting a character in half. */
  static String cut(String text, int most) {
    if (text.length() <= most) return text;
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + CUT;
  }
}
