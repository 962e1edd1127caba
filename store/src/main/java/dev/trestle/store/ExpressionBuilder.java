package dev.trestle.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Collects the names and values of one pattern's expressions. Caller input never becomes part of an
 * expression's text; it is only bound to placeholders.
 */
final class ExpressionBuilder<P> {
  /** The maximum number of optional values and choices in one pattern. */
  private static final int CHOICES_MAX = 62;

  private static final int NO_CHOICE = -1;

  /** A value in a text. Its bit is set in the mask if the value is absent. */
  record Placed(String name, int bit) {}

  private final Map<String, String> placeholderByAttribute = new LinkedHashMap<>();
  private final List<PatternExpressions.NameSlot<P>> entries = new ArrayList<>();
  private final List<PatternExpressions.Slot<P>> slots = new ArrayList<>();
  private final List<PatternExpressions.Choice<P>> choices = new ArrayList<>();
  private int bits;

  /** Returns the placeholder of an attribute, or of a field inside one. */
  String name(String attribute) {
    return placeholderByAttribute.computeIfAbsent(
        attribute, ignored -> "#n" + placeholderByAttribute.size());
  }

  /** Returns the placeholder of a map entry that the parameters name. */
  String entry(Function<P, String> key) {
    var placeholder = "#e" + entries.size();
    entries.add(new PatternExpressions.NameSlot<>(placeholder, key));
    return placeholder;
  }

  String value(ValueSource<P> source) {
    return placed(":v" + slots.size(), source, NO_CHOICE).name();
  }

  String literal(AttributeValue value) {
    return value((ignored, ignored2) -> value);
  }

  /**
   * Returns a placeholder of its own for the value, so that it can be distinguished from others.
   */
  String value(String placeholder, ValueSource<P> source) {
    return placed(placeholder, source, NO_CHOICE).name();
  }

  /** Returns a placeholder for a value that may be absent. */
  Placed maybe(ValueSource<P> source) {
    return placed(":v" + slots.size(), source, bit());
  }

  /** Returns the bit that is set if this does not hold for the parameters. */
  int choice(Predicate<P> holds) {
    int bit = bit();
    choices.add(new PatternExpressions.Choice<>(holds, bit));
    return bit;
  }

  private int bit() {
    if (bits == CHOICES_MAX) throw new IllegalArgumentException("too many values may be absent");
    return bits++;
  }

  private Placed placed(String placeholder, ValueSource<P> source, int bit) {
    slots.add(new PatternExpressions.Slot<>(placeholder, source, bit));
    return new Placed(placeholder, bit);
  }

  /** Returns the expressions of these texts. An empty text is not an expression. */
  PatternExpressions<P> finish(ExpressionText... texts) {
    var attributeByPlaceholder = new LinkedHashMap<String, String>();
    placeholderByAttribute.forEach(
        (attribute, placeholder) -> attributeByPlaceholder.put(placeholder, attribute));
    return new PatternExpressions<>(
        attributeByPlaceholder, entries, slots, choices, List.of(texts), bits);
  }
}
