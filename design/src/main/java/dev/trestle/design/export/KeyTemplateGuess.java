package dev.trestle.design.export;

import dev.trestle.item.Item;
import dev.trestle.item.Value;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Guesses a key template from an alias and a few values. The text is split at {@code #}. A piece of
 * letters that all values share becomes a literal, any other piece a part.
 */
final class KeyTemplateGuess {
  private static final Pattern SLOT = Pattern.compile("<([^<>]+)>");
  private static final Pattern WORD = Pattern.compile("[A-Za-z_-]+");
  private static final Alphabet BETWEEN = Alphabet.UNICODE.without(Alphabet.of("#"));

  /** The assumed width of a part, since files do not contain it. */
  private static final int WIDTH = 200;

  private static final long NUMBER_MAX = 999_999_999_999_999L;

  private KeyTemplateGuess() {}

  /** The name that a facet uses for a key: its template. */
  static String alias(Key key) {
    return switch (key) {
      case Key.Text(var template) -> template.pattern();
      case Key.Number(var part) -> part.toString();
      case Key.Bytes(var part) -> part.toString();
    };
  }

  static Key of(KeyAttribute attribute, String alias, List<Item> rows) {
    return switch (attribute.type()) {
      case S -> text(attribute, alias, rows);
      case N -> new Key.Number(Part.number(name(alias), -NUMBER_MAX, NUMBER_MAX));
      case B -> new Key.Bytes(Part.bytes(name(alias), WIDTH));
      case BOOL, NULL, SS, NS, BS, L, M ->
          throw new IllegalStateException("a key of " + attribute.type());
    };
  }

  private static Key text(KeyAttribute attribute, String alias, List<Item> rows) {
    if (SLOT.matcher(alias).find() || alias.endsWith("#")) return template(alias);
    var values =
        rows.stream()
            .flatMap(row -> row.get(attribute.name()).stream())
            .filter(value -> value.type() == attribute.type())
            .map(Value::string)
            .filter(value -> value.indexOf('<') < 0 && value.indexOf('>') < 0)
            .toList();
    boolean constant = !values.isEmpty() && values.stream().allMatch(alias::equals);
    return template(constant ? alias : pattern(values, name(alias)));
  }

  private static String name(String alias) {
    var name = alias.replaceAll("[<>]", "");
    return name.isEmpty() ? "key" : name;
  }

  static Key template(String pattern) {
    var parts = new ArrayList<Part<?>>();
    SLOT.matcher(pattern)
        .results()
        .map(found -> found.group(1))
        .distinct()
        .forEach(name -> parts.add(Part.text(name, BETWEEN, WIDTH)));
    if (pattern.equals("<" + (parts.isEmpty() ? "" : parts.getFirst().name()) + ">")) {
      return new Key.Text(KeyTemplate.of(Part.raw(parts.getFirst().name(), WIDTH)));
    }
    return new Key.Text(KeyTemplate.unproven(pattern, parts.toArray(new Part<?>[0])));
  }

  /** Returns the pattern that all values share; a single part if they have nothing in common. */
  static String pattern(List<String> values, String name) {
    var whole = "<" + name + ">";
    if (values.isEmpty()) return whole;
    var rows = values.stream().map(value -> Arrays.asList(value.split("#", -1))).toList();
    int pieces = rows.getFirst().size();
    if (rows.stream().anyMatch(row -> row.size() != pieces)) return whole;
    if (pieces == 1) {
      var word = values.getFirst();
      boolean constant = values.size() > 1 && isShared(rows, 0) && WORD.matcher(word).matches();
      return constant ? word : whole;
    }
    var pattern = new ArrayList<String>();
    for (int i = 0; i < pieces; i++) {
      var piece = rows.getFirst().get(i);
      boolean literal = isShared(rows, i) && (piece.isEmpty() || WORD.matcher(piece).matches());
      pattern.add(literal ? piece : "<" + name + (i + 1) + ">");
    }
    var slots = pattern.stream().filter(piece -> piece.startsWith("<")).count();
    return slots == 1
        ? String.join("#", pattern).replaceAll("<[^<>]+>", "<" + name + ">")
        : String.join("#", pattern);
  }

  private static boolean isShared(List<List<String>> rows, int piece) {
    return rows.stream().map(row -> row.get(piece)).distinct().count() == 1;
  }
}
