package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Fields;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The names and values of a request, and which of them its expressions used. */
final class Placeholders {
  private static final boolean[] NO_VALUES = {};

  private final @Nullable Map<String, String> names;
  private final @Nullable Item values;
  private final List<References> bound = new ArrayList<>(2);
  private final boolean[] usedValues;

  private Placeholders(@Nullable Map<String, String> names, @Nullable Item values) {
    this.names = names;
    this.values = values;
    this.usedValues = values == null ? NO_VALUES : new boolean[values.count()];
  }

  /** Checks the names and values and wraps them. */
  static Placeholders of(@Nullable Map<String, String> names, @Nullable Item values) {
    if (names != null) checkNames(names);
    if (values != null) checkValues(values);
    return new Placeholders(names, values);
  }

  private static void checkNames(Map<String, String> names) {
    if (names.isEmpty()) throw invalid("ExpressionAttributeNames must not be empty");
    long bytes = 0;
    for (var entry : names.entrySet()) {
      var key = entry.getKey();
      if (!isPlaceholder(key)) {
        throw invalid(
            "ExpressionAttributeNames contains invalid key: Syntax error; key: \"" + key + "\"");
      }
      if (entry.getValue().isEmpty()) {
        throw invalid(
            "ExpressionAttributeNames contains invalid value: The attribute name must not be"
                + " empty; key: \""
                + key
                + "\"");
      }
      bytes += entry.getValue().length();
    }
    checkSize("ExpressionAttributeNames", bytes);
  }

  private static boolean isPlaceholder(String key) {
    if (key.length() < 2 || key.charAt(0) != '#') return false;
    for (int i = 1; i < key.length(); i++) {
      if (!Tokens.isWordPart(key.charAt(i))) return false;
    }
    return true;
  }

  private static void checkValues(Item values) {
    if (values.isEmpty()) throw invalid("ExpressionAttributeValues must not be empty");
    for (var fields = values.fields(); fields.next(); ) {
      if (!isPlaceholder(fields)) {
        throw invalid(
            "ExpressionAttributeValues contains invalid key: Syntax error; key: \""
                + fields.name()
                + "\"");
      }
    }
    checkSize("ExpressionAttributeValues", values.size());
  }

  private static boolean isPlaceholder(Fields field) {
    if (field.nameLength() < 2 || field.nameByte(0) != ':') return false;
    for (int i = 1; i < field.nameLength(); i++) {
      if (!Tokens.isWordPart(field.nameByte(i))) return false;
    }
    return true;
  }

  private static void checkSize(String parameter, long bytes) {
    if (bytes > Limits.EXPRESSION_NAMES_OR_VALUES_BYTES) {
      throw invalid(parameter + " exceeds the maximum allowed size; size: " + bytes);
    }
  }

  /** Binds the placeholders of an expression and marks them as used. */
  Bindings bind(ExpressionKind kind, References references) {
    bound.add(references);
    return new Bindings(kind, bindNames(references), bindValues(references));
  }

  private PathElement.@Nullable Name[] bindNames(References references) {
    var found = new PathElement.@Nullable Name[references.names().size()];
    if (names == null) return found;
    for (int slot = 0; slot < found.length; slot++) {
      var name = names.get(references.names().get(slot));
      if (name != null) found[slot] = new PathElement.Name(name);
    }
    return found;
  }

  /** Merges the request's values with the expression's placeholders. Both are sorted. */
  private @Nullable Value[] bindValues(References references) {
    var found = new @Nullable Value[references.values().size()];
    if (values == null || found.length == 0) return found;
    int next = 0;
    int field = 0;
    for (var fields = values.fields(); fields.next() && next < found.length; field++) {
      int order = -1;
      while (next < found.length
          && (order = fields.compareName(references.sortedValue(next))) > 0) {
        next++;
      }
      if (order != 0) continue;
      found[references.slot(next++)] = fields.value();
      usedValues[field] = true;
    }
    return found;
  }

  /** Rejects names and values that no expression used. */
  void checkAllUsed() {
    if (names != null) {
      var unused = new ArrayList<String>(0);
      for (var name : names.keySet()) {
        if (!isUsed(name)) unused.add(name);
      }
      checkNone("ExpressionAttributeNames", unused);
    }
    if (values == null) return;
    for (boolean used : usedValues) {
      if (!used) checkNone("ExpressionAttributeValues", unusedValues(values));
    }
  }

  private boolean isUsed(String name) {
    for (int i = 0; i < bound.size(); i++) {
      if (bound.get(i).usesName(name)) return true;
    }
    return false;
  }

  private List<String> unusedValues(Item values) {
    var unused = new ArrayList<String>();
    int field = 0;
    for (var fields = values.fields(); fields.next(); field++) {
      if (!usedValues[field]) unused.add(fields.name());
    }
    return unused;
  }

  private static void checkNone(String parameter, List<String> unused) {
    if (unused.isEmpty()) return;
    throw invalid(
        "Value provided in "
            + parameter
            + " unused in expressions: keys: {"
            + String.join(", ", unused)
            + "}");
  }

  private static ValidationException invalid(String text) {
    return new ValidationException(text);
  }
}
