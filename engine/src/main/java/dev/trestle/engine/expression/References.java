package dev.trestle.engine.expression;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/** The placeholders that an expression uses, each once, in the order of first use. */
final class References {
  private final List<String> names;
  private final Set<String> nameSet;
  private final List<String> values;
  private final byte[][] sortedValues;
  private final int[] slots;

  /** Takes the placeholders with their slots, which count from zero in the order of the maps. */
  References(SequencedMap<String, Integer> names, SequencedMap<String, Integer> values) {
    this.names = List.copyOf(names.keySet());
    this.nameSet = Set.copyOf(names.keySet());
    this.values = List.copyOf(values.keySet());
    var sorted = values.keySet().toArray(String[]::new);
    Arrays.sort(sorted);
    this.sortedValues = new byte[sorted.length][];
    this.slots = new int[sorted.length];
    for (int i = 0; i < sorted.length; i++) {
      sortedValues[i] = sorted[i].getBytes(StandardCharsets.US_ASCII);
      slots[i] = values.getOrDefault(sorted[i], 0);
    }
  }

  List<String> names() {
    return names;
  }

  boolean usesName(String placeholder) {
    return nameSet.contains(placeholder);
  }

  List<String> values() {
    return values;
  }

  /** Returns the i-th value placeholder in byte order. */
  byte[] sortedValue(int i) {
    return sortedValues[i];
  }

  /** Returns the slot of the i-th value placeholder in byte order. */
  int slot(int i) {
    return slots[i];
  }
}
