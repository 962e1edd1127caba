package dev.trestle.store;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Gathers the names and values of one pattern's expressions. Nothing that a caller gives becomes
 * part of an expression's text: it only ever stands behind a placeholder.
 */
final class ExpressionDraft<P> {
  /** So many values of one pattern may be absent; more than any sensible pattern has. */
  private static final int ABSENT_MAX = 62;

  private static final int NEVER_ABSENT = -1;

  /** A value in a text. The bit says in which mask it is absent. */
  record Placed(String name, int bit) {
    boolean mayBeAbsent() {
      return bit != NEVER_ABSENT;
    }
  }

  private final Map<String, String> placeholderByAttribute = new LinkedHashMap<>();
  private final List<Expressions.NameSlot<P>> entries = new ArrayList<>();
  private final List<Expressions.Slot<P>> slots = new ArrayList<>();
  private int bits;

  /** The placeholder of an attribute. */
  String name(String attribute) {
    return placeholderByAttribute.computeIfAbsent(
        attribute, _ -> "#n" + placeholderByAttribute.size());
  }

  /** The placeholder of a map's entry that the parameters name. */
  String entry(Function<P, String> key) {
    var placeholder = "#e" + entries.size();
    entries.add(new Expressions.NameSlot<>(placeholder, key));
    return placeholder;
  }

  String value(ValueSource<P> source) {
    return placed(":v" + slots.size(), source, false).name();
  }

  String literal(AttributeValue value) {
    return value((_, _) -> value);
  }

  /** A value under a placeholder of its own, so that it can be told from the others. */
  String value(String placeholder, ValueSource<P> source) {
    return placed(placeholder, source, false).name();
  }

  Placed maybe(ValueSource<P> source) {
    return placed(":v" + slots.size(), source, true);
  }

  private Placed placed(String placeholder, ValueSource<P> source, boolean mayBeAbsent) {
    int bit = mayBeAbsent ? bits++ : NEVER_ABSENT;
    if (bits > ABSENT_MAX) throw new IllegalArgumentException("too many values may be absent");
    slots.add(new Expressions.Slot<>(placeholder, source, bit));
    return new Placed(placeholder, bit);
  }

  /** The expressions of these texts; an empty text is no expression. */
  Expressions<P> finish(Text... texts) {
    var attributeByPlaceholder = new LinkedHashMap<String, String>();
    placeholderByAttribute.forEach(
        (attribute, placeholder) -> attributeByPlaceholder.put(placeholder, attribute));
    return new Expressions<>(attributeByPlaceholder, entries, slots, List.of(texts), bits);
  }
}
