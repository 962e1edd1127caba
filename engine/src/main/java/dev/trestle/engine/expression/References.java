package dev.trestle.engine.expression;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.SequencedMap;
import java.util.Set;

/** The placeholders that an expression uses, each once, in the order of their first use. */
final class References {
  private final List<String> names;
  private final Set<String> nameSet;
  private final List<String> values;
  private final byte[][] sortedValues;
  private final int[] slots;

  /** Takes placeholders with their slots, which count from zero in the maps' order. */
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

  /** The i-th value placeholder in the order of bytes. */
  byte[] sortedValue(int i) {
    return sortedValues[i];
  }

  /** Which slot the i-th value placeholder in the order of bytes belongs to. */
  int slot(int i) {
    return slots[i];
  }
}
