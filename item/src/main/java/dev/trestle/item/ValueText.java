package dev.trestle.item;

import java.util.Base64;
import java.util.stream.Collectors;

/**
 * Formats values like DynamoDB's JSON for messages and logs. Not for the protocol: it escapes
 * nothing.
 */
final class ValueText {
  private ValueText() {}

  static String of(Fields fields) {
    var out = new StringBuilder("{");
    while (fields.next()) {
      if (out.length() > 1) out.append(",");
      out.append('"').append(fields.name()).append("\":").append(of(fields.value()));
    }
    return out.append('}').toString();
  }

  static String of(Value value) {
    return "{\"" + value.type() + "\":" + content(value) + "}";
  }

  private static String content(Value value) {
    return switch (value.type()) {
      case S -> "\"" + value.string() + "\"";
      case N -> "\"" + value.numberText() + "\"";
      case B -> "\"" + Base64.getEncoder().encodeToString(value.content()) + "\"";
      case BOOL -> Boolean.toString(value.bool());
      case NULL -> "true";
      case SS, NS, BS -> joined(value, true);
      case L -> joined(value, false);
      case M -> of(value.fields());
    };
  }

  private static String joined(Value value, boolean bare) {
    return value.elements().stream()
        .map(element -> bare ? content(element) : of(element))
        .collect(Collectors.joining(",", "[", "]"));
  }
}
