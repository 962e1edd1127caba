package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.item.Type;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyContent;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartForm;
import dev.trestle.store.property.Sample.Given;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What stands in one key attribute.
 *
 * @param prefix the literal before the first part; a key without one is a part alone
 */
record KeyLayout(KeyAttribute attribute, String prefix, List<Slot> slots) {
  /** A column with the form that it has in the key, and the literal that follows. */
  record Slot(Column<?> column, Part<?> part, String literal) {}

  private static final Gen<String> SEPARATORS =
      Gen.frequency(Gen.weighted(5, Gen.constant("#")), Gen.weighted(1, Gen.constant("~")));

  /** A random key of some of these columns, which it takes out of the list. */
  static KeyLayout random(
      Choices choices, String attribute, List<Column<?>> free, int columnsMax, String prefix) {
    int count = Math.min(free.size(), 1 + choices.oneOf(columnsMax));
    boolean bare = count == 1 && prefix.isEmpty();
    var slots = new ArrayList<Slot>();
    for (int i = 0; i < count; i++) {
      boolean last = i == count - 1;
      var fitting = free.stream().filter(column -> bare || !column.is(Columns.BLOB)).toList();
      var column = fitting.get(choices.oneOf(fitting.size()));
      free.remove(column);
      var parts =
          column.parts().stream().filter(part -> last || !mayContainLiterals(part)).toList();
      var part = parts.get(choices.oneOf(parts.size()));
      slots.add(new Slot(column, part, last ? "" : separator(choices, part)));
    }
    var type = bare ? bareType(choices, slots.getFirst().part()) : Type.S;
    return new KeyLayout(new KeyAttribute(attribute, type), prefix, slots);
  }

  /** An escaped text has tildes of its own. */
  private static String separator(Choices choices, Part<?> part) {
    return part.form() instanceof PartForm.Escaped ? "#" : SEPARATORS.from(choices);
  }

  /** Nothing can follow it: where it ends could not be told. */
  private static boolean mayContainLiterals(Part<?> part) {
    return part.form() instanceof PartForm.Text(var alphabet, int ignored)
        && alphabet.equals(Alphabet.UNICODE);
  }

  private static Type bareType(Choices choices, Part<?> part) {
    if (part.form() instanceof PartForm.Bytes) return Type.B;
    return part.number().isPresent() && choices.oneOf(2) == 1 ? Type.N : Type.S;
  }

  /** The same behind another literal. */
  KeyLayout behind(String other) {
    return new KeyLayout(attribute, other, slots);
  }

  List<Column<?>> columns() {
    return slots.stream().<Column<?>>map(Slot::column).toList();
  }

  /** Whether the key attribute is the component's own value. */
  boolean isBare() {
    return slots.size() == 1 && prefix.isEmpty();
  }

  /** Whether a part is this column, or computed from it. */
  boolean uses(Column<?> column) {
    return columns().stream().anyMatch(each -> each.component().is(column));
  }

  /** Whether the key is this column and nothing else. */
  boolean isAlone(Column<?> column) {
    return isBare() && columns().contains(column);
  }

  KeyContent content() {
    return isBare() ? slots.getFirst().part() : template();
  }

  private KeyTemplate template() {
    return KeyTemplate.of(pattern(), slots.stream().map(Slot::part).toArray(Part<?>[]::new));
  }

  private String pattern() {
    return prefix
        + slots.stream().map(slot -> slot.part() + slot.literal()).collect(Collectors.joining());
  }

  /** Why no range can be over this slot; empty where one can. */
  Optional<String> disorder(int slot) {
    var part = slots.get(slot).part();
    return switch (content().in(attribute.type())) {
      case Key.Text(var template) -> template.disorder(part);
      case Key.Number ignored -> Optional.empty();
      case Key.Bytes ignored -> Optional.empty();
    };
  }

  /** Whether every item with this sample is in the index. */
  boolean has(Sample sample) {
    return columns().stream()
        .noneMatch(column -> column.of(sample) instanceof Optional<?> value && value.isEmpty());
  }

  /** Whether the first columns have the values that are given. */
  boolean matches(Sample sample, Given given, int bound) {
    return columns().stream()
        .limit(bound)
        .allMatch(column -> column.of(sample).equals(column.of(given)));
  }

  /** Slots in this order; the first one begins the key. */
  static KeyLayout of(String attribute, String prefix, List<Column<?>> columns, Choices choices) {
    var slots = new ArrayList<Slot>();
    for (int i = 0; i < columns.size(); i++) {
      var parts = columns.get(i).parts();
      var part = parts.get(choices.oneOf(parts.size()));
      slots.add(new Slot(columns.get(i), part, i == columns.size() - 1 ? "" : "#"));
    }
    return new KeyLayout(new KeyAttribute(attribute, Type.S), prefix, slots);
  }

  /** The order of keys, from this slot on; samples that no rule puts in order are equal. */
  int compare(Sample one, Sample other, int from) {
    for (int i = from; i < slots.size(); i++) {
      if (disorder(i).isPresent()) return 0;
      var slot = slots.get(i);
      int order = slot.column().compare(one, other);
      if (order != 0) return slot.part().isDescending() ? -order : order;
    }
    return 0;
  }

  @Override
  public String toString() {
    var forms =
        slots.stream().map(slot -> slot.part().form().toString()).collect(Collectors.joining(", "));
    return "%s %s = \"%s\" of %s".formatted(attribute.type(), attribute.name(), pattern(), forms);
  }
}
