package dev.trestle.design.source;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import javax.lang.model.SourceVersion;

/** Identifiers of one scope of a Java source: each is given out once. */
final class JavaNames {
  /** What no component of a record may be called, because it would be a method of Object. */
  private static final Set<String> METHODS =
      Set.of(
          "clone", "finalize", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait");

  private final Set<String> used = new HashSet<>();

  /** Takes {@code customerName} for {@code customer-name}; an identifier stays as it is. */
  String component(String name) {
    boolean fits = isPlain(name) && SourceVersion.isName(name) && !METHODS.contains(name);
    return unique(fits ? name : camel(name, false));
  }

  /** Takes {@code CustomerName} for {@code customer-name} and {@code CUSTOMER_NAME}. */
  String type(String name) {
    var words = new StringBuilder();
    for (var word : name.split("[^A-Za-z0-9]", -1)) {
      boolean shouted = word.length() > 1 && word.equals(word.toUpperCase(Locale.ROOT));
      words.append(shouted ? word.toLowerCase(Locale.ROOT) : word).append('-');
    }
    return unique(camel(words.toString(), true));
  }

  /** Takes {@code CUSTOMER_NAME} for {@code CustomerName}. */
  String constant(String type) {
    return unique(type.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toUpperCase(Locale.ROOT));
  }

  private String unique(String wanted) {
    var free = wanted;
    for (int i = 2; !used.add(free); i++) free = wanted + i;
    return free;
  }

  private static boolean isPlain(String name) {
    return name.chars().allMatch(c -> c < 128 && c != '$') && !name.equals("_");
  }

  private static String camel(String name, boolean capital) {
    var out = new StringBuilder();
    boolean upper = capital;
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      boolean plain = c < 128 && Character.isLetterOrDigit(c);
      if (!plain) {
        upper = capital || !out.isEmpty();
        continue;
      }
      if (out.isEmpty() && Character.isDigit(c)) out.append(capital ? 'X' : 'x');
      out.append(upper ? Character.toUpperCase(c) : c);
      upper = false;
    }
    if (out.isEmpty()) out.append(capital ? "X" : "x");
    var made = out.toString();
    boolean fits = SourceVersion.isName(made) && !METHODS.contains(made);
    return fits ? made : made + "Value";
  }

  /** The text as a Java literal. */
  static String literal(String text) {
    var out = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> out.append("\\\"");
        case '\\' -> out.append("\\\\");
        default -> {
          if (c >= ' ' && c < 127) out.append(c);
          else out.append("\\u%04x".formatted((int) c));
        }
      }
    }
    return out.append('"').toString();
  }
}
