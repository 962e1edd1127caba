package dev.trestle.store;

import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The expressions of one pattern, built once. The texts that are sent depend on which values are
 * absent; each such variant is built when it is first needed, and cached.
 */
final class PatternExpressions<P> {
  /** The name of a map entry that the parameters give. */
  record NameSlot<P>(String placeholder, Function<P, String> key) {}

  /** A value and its source. The bit is its position in the mask of absent values, or -1. */
  record Slot<P>(String placeholder, ValueSource<P> source, int bit) {}

  /** A bit that is set if a condition on the parameters does not hold. */
  record Choice<P>(Predicate<P> holds, int bit) {}

  /** One variant: the texts, with the names and values that they use. */
  record Bound(List<String> texts, Map<String, String> names, Map<String, AttributeValue> values) {
    /** Returns the expression with this number, or null if it is empty and must not be sent. */
    @Nullable String text(int number) {
      var text = texts.get(number);
      return text.isEmpty() ? null : text;
    }

    /** Returns the names, or null if there are none, because DynamoDB refuses an empty map. */
    @Nullable Map<String, String> namesOrNull() {
      return names.isEmpty() ? null : names;
    }

    @Nullable Map<String, AttributeValue> valuesOrNull() {
      return values.isEmpty() ? null : values;
    }
  }

  private record Variant(
      List<String> texts, Map<String, String> names, boolean[] usedEntries, boolean[] usedSlots) {}

  private static final Pattern PLACEHOLDER = Pattern.compile("[#:][a-z]+[0-9]*");

  /** The maximum number of cached variants. Further variants are built for each call. */
  private static final int VARIANTS_MAX = 256;

  private final Map<String, String> names;
  private final List<NameSlot<P>> entries;
  private final List<Slot<P>> slots;
  private final List<Choice<P>> choices;
  private final List<ExpressionText> texts;
  private final Variant whole;
  private final Map<Long, Variant> variants = new ConcurrentHashMap<>();

  PatternExpressions(
      Map<String, String> names,
      List<NameSlot<P>> entries,
      List<Slot<P>> slots,
      List<Choice<P>> choices,
      List<ExpressionText> texts,
      int bits) {
    this.names = Map.copyOf(names);
    this.entries = List.copyOf(entries);
    this.slots = List.copyOf(slots);
    this.choices = List.copyOf(choices);
    this.texts = texts;
    this.whole = variant(0);
    if (bits > 0) variants.put(0L, whole);
  }

  /** Reads the clock only if there are values. */
  Bound bind(P parameters, InstantSource clock) {
    if (slots.isEmpty()) {
      return new Bound(whole.texts, named(parameters, whole), new HashMap<>());
    }
    var now = clock.instant();
    var found = new AttributeValue[slots.size()];
    long absent = 0;
    for (int i = 0; i < found.length; i++) {
      var slot = slots.get(i);
      var value = slot.source.of(parameters, now);
      if (value != null) found[i] = value;
      else if (slot.bit >= 0) absent |= 1L << slot.bit;
      else throw absent();
    }
    for (var choice : choices) {
      if (!choice.holds.test(parameters)) absent |= 1L << choice.bit;
    }
    var variant = absent == 0 ? whole : kept(absent);
    Map<String, AttributeValue> values = HashMap.newHashMap(found.length + 3);
    for (int i = 0; i < found.length; i++) {
      if (found[i] != null && variant.usedSlots[i]) values.put(slots.get(i).placeholder, found[i]);
    }
    return new Bound(variant.texts, named(parameters, variant), values);
  }

  private static IllegalArgumentException absent() {
    return new IllegalArgumentException(
        "A parameter is an empty Optional or an empty set, which only is(…), isNot(…) and set(…)"
            + " take. Give it a value.");
  }

  private Map<String, String> named(P parameters, Variant variant) {
    if (entries.isEmpty()) return variant.names;
    var all = new HashMap<>(variant.names);
    for (int i = 0; i < entries.size(); i++) {
      var entry = entries.get(i);
      if (variant.usedEntries[i]) all.put(entry.placeholder, entry.key.apply(parameters));
    }
    return all;
  }

  private Variant kept(long absent) {
    var known = variants.get(absent);
    if (known != null) return known;
    var made = variant(absent);
    if (variants.size() < VARIANTS_MAX) variants.put(absent, made);
    return made;
  }

  /** DynamoDB refuses names and values that no expression uses, so each variant has its own. */
  private Variant variant(long absent) {
    var made = texts.stream().map(text -> Parentheses.once(text.at(absent))).toList();
    var used =
        made.stream()
            .flatMap(text -> PLACEHOLDER.matcher(text).results())
            .map(match -> match.group())
            .collect(Collectors.toSet());
    var usedNames = new HashMap<>(names);
    usedNames.keySet().retainAll(used);
    var usedEntries = new boolean[entries.size()];
    for (int i = 0; i < usedEntries.length; i++) {
      usedEntries[i] = used.contains(entries.get(i).placeholder);
    }
    var usedSlots = new boolean[slots.size()];
    for (int i = 0; i < usedSlots.length; i++) {
      usedSlots[i] = used.contains(slots.get(i).placeholder);
    }
    return new Variant(made, Map.copyOf(usedNames), usedEntries, usedSlots);
  }
}
