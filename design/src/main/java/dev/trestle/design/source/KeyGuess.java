package dev.trestle.design.source;

import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.KeyAttribute;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The guessed content of a key attribute. Texts are taken apart at {@code #}; a piece of letters
 * that all values share is a literal, any other piece a part.
 *
 * @param source the Java expression
 * @param pattern the template, for people
 * @param parts the components that the key is made of
 */
record KeyGuess(String source, String pattern, List<ComponentSource> parts) {
  private static final String SEPARATOR = "#";
  private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z_-]*");
  private static final Pattern CAPITALS = Pattern.compile("[A-Z][A-Z_-]+");
  private static final long NUMBER_MAX = 999_999_999_999_999L;
  private static final BigDecimal NUMBERS = BigDecimal.valueOf(NUMBER_MAX);

  /** What values of one kind have in common: how many pieces, and with which word they begin. */
  static String shape(Value value) {
    return switch (value.type()) {
      case S -> shape(value.string());
      case N, B, BOOL, NULL, SS, NS, BS, L, M -> "";
    };
  }

  private static String shape(String text) {
    var pieces = text.split(SEPARATOR, -1);
    var first = pieces[0];
    if (pieces.length == 1) return CAPITALS.matcher(text).matches() ? text : "";
    return (WORD.matcher(first).matches() ? first : "") + SEPARATOR + pieces.length;
  }

  /** The word that values of a shape begin with. */
  static String word(String shape) {
    int end = shape.indexOf(SEPARATOR);
    return end < 0 ? shape : shape.substring(0, end);
  }

  /** Returns nothing if a part cannot hold the values. */
  static Optional<KeyGuess> of(
      KeyAttribute key, List<Value> values, int bytesMax, JavaNames names) {
    return switch (key.type()) {
      case S -> Optional.of(text(key, values, bytesMax, names));
      case N -> number(key, values, names);
      case B -> Optional.of(bytes(key, bytesMax, names));
      case BOOL, NULL, SS, NS, BS, L, M ->
          throw new IllegalStateException("a key of " + key.type());
    };
  }

  private static Optional<KeyGuess> number(KeyAttribute key, List<Value> values, JavaNames names) {
    for (var value : values) {
      var number = new BigDecimal(value.numberText());
      boolean whole = number.stripTrailingZeros().scale() <= 0;
      if (!whole || number.abs().compareTo(NUMBERS) > 0) return Optional.empty();
    }
    var name = names.component(key.name());
    var source = "Part.number(\"%s\", -%dL, %dL)".formatted(name, NUMBER_MAX, NUMBER_MAX);
    return Optional.of(one(source, new ComponentSource(name, "long", "Long", "1L")));
  }

  private static KeyGuess bytes(KeyAttribute key, int bytesMax, JavaNames names) {
    var name = names.component(key.name());
    var source = "Part.bytes(\"%s\", %d)".formatted(name, bytesMax);
    return one(source, new ComponentSource(name, "byte[]", "byte[]", "new byte[] {1}"));
  }

  private static KeyGuess one(String source, ComponentSource part) {
    return new KeyGuess(source, "<" + part.name() + ">", List.of(part));
  }

  private static KeyGuess text(
      KeyAttribute key, List<Value> values, int bytesMax, JavaNames names) {
    var texts = values.stream().map(Value::string).toList();
    var rows = texts.stream().map(text -> Arrays.asList(text.split(SEPARATOR, -1))).toList();
    int pieces = rows.getFirst().size();
    boolean alike = rows.stream().allMatch(row -> row.size() == pieces);
    if (alike && pieces == 1 && isShared(texts) && CAPITALS.matcher(texts.getFirst()).matches()) {
      return new KeyGuess(template(texts.getFirst(), List.of()), texts.getFirst(), List.of());
    }
    if (!alike || pieces == 1) return raw(key, texts, bytesMax, names);
    var pattern = new ArrayList<String>();
    var parts = new ArrayList<ComponentSource>();
    for (int i = 0; i < pieces; i++) {
      int at = i;
      var column = rows.stream().map(row -> row.get(at)).toList();
      var first = column.getFirst();
      if (isShared(column) && (first.isEmpty() || WORD.matcher(first).matches())) {
        pattern.add(first);
        continue;
      }
      if (column.stream().anyMatch(String::isEmpty)) return raw(key, texts, bytesMax, names);
      var name = names.component(key.name() + (parts.isEmpty() ? "" : parts.size() + 1));
      pattern.add("<" + name + ">");
      parts.add(ComponentSource.text(name, column));
    }
    if (texts.stream().anyMatch(text -> text.contains("<") || text.contains(">"))) {
      return raw(key, texts, bytesMax, names);
    }
    var joined = String.join(SEPARATOR, pattern);
    return new KeyGuess(
        template(joined, declarations(pattern, parts, bytesMax)), joined, List.copyOf(parts));
  }

  /** The parts share the bytes that the literals and separators leave. */
  private static List<String> declarations(
      List<String> pattern, List<ComponentSource> parts, int bytesMax) {
    int fixed = (pattern.size() - 1) * SEPARATOR.length();
    for (var piece : pattern) {
      if (!piece.startsWith("<")) fixed += piece.length(); // A word of ASCII.
    }
    int each = parts.isEmpty() ? 0 : (bytesMax - fixed) / parts.size();
    return parts.stream()
        .map(part -> "Part.text(\"%s\", PIECE, %d)".formatted(part.name(), each))
        .toList();
  }

  private static String template(String pattern, List<String> parts) {
    return "KeyTemplate.of(%s%s)"
        .formatted(
            JavaNames.literal(pattern), parts.isEmpty() ? "" : ", " + String.join(", ", parts));
  }

  /** The whole text as one part. */
  private static KeyGuess raw(KeyAttribute key, List<String> texts, int bytesMax, JavaNames names) {
    var name = names.component(key.name());
    var source = "Part.raw(\"%s\", %d)".formatted(name, bytesMax);
    return one(source, ComponentSource.text(name, texts));
  }

  /** An index key is taken whole: it is usually an attribute by itself. */
  static Optional<KeyGuess> whole(
      KeyAttribute key, List<Value> values, int bytesMax, JavaNames names) {
    if (key.type() != Type.S) return of(key, values, bytesMax, names);
    var texts = values.stream().map(Value::string).toList();
    return Optional.of(raw(key, texts, bytesMax, names));
  }

  private static boolean isShared(List<String> column) {
    return column.stream().distinct().count() == 1;
  }
}
