package dev.trestle.model;

import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordChanges;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyContent;
import dev.trestle.model.key.Part;
import java.lang.invoke.MethodHandles.Lookup;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Determines how the components of a record become key attributes and other attributes. */
record EntityDraft<R>(
    RecordShape<R> shape,
    Table table,
    KeyPair keys,
    List<IndexPlacement> placements,
    Map<String, EntityAttribute> byComponent,
    Map<String, EntityAttribute> aloneInIndex,
    RecordChanges nested) {

  /** How an attribute differs from its component. */
  record Deviations(
      boolean snakeCase,
      Map<String, String> names,
      Map<String, List<String>> formerNames,
      Map<String, Codec<?>> codecs,
      Map<String, Object> defaults,
      RecordChanges nested) {

    /** A component that is stored in a key only has neither name, form nor default of its own. */
    void expectAttributes(RecordShape<?> shape, Set<String> inKeys) {
      for (var declared : List.of(names, codecs, defaults)) {
        for (var component : declared.keySet()) {
          if (!inKeys.contains(component)) continue;
          throw new IllegalArgumentException(
              ("%s.%s is stored in a key, so it has no attribute whose name, form or default could"
                      + " be declared. The part says how it is stored.")
                  .formatted(shape.type().getSimpleName(), component));
        }
      }
    }
  }

  static <R> EntityDraft<R> of(
      RecordShape<R> shape,
      Table table,
      KeyPair keys,
      List<IndexPlacement> placements,
      Deviations deviations,
      Lookup lookup) {
    for (var part : keys.parts()) {
      KeyComponents.expect(shape, part);
      KeyComponents.expectAlwaysThere(shape, part);
    }
    for (var placed : placements) {
      for (var part : placed.keys().parts()) KeyComponents.expect(shape, part);
    }
    var inKeys = componentsInKeys(shape, keys, placements);
    deviations.expectAttributes(shape, inKeys);
    var attributes = new LinkedHashMap<String, EntityAttribute>();
    for (var component : shape.components()) {
      if (inKeys.contains(component.name())) continue;
      attributes.put(component.name(), attribute(shape, component, deviations, lookup));
    }
    deviations.nested().expectMet(shape.type());
    return new EntityDraft<>(
        shape,
        table,
        keys,
        List.copyOf(placements),
        attributes,
        aloneInIndex(shape, keys, placements),
        deviations.nested());
  }

  private static EntityAttribute attribute(
      RecordShape<?> shape, Component component, Deviations deviations, Lookup lookup) {
    var own = component.name();
    var usual = deviations.snakeCase() ? snakeCase(own) : own;
    var declared = deviations.codecs().get(own);
    var codec =
        declared == null ? Codecs.of(shape, component, lookup, deviations.nested()) : declared;
    var missing = deviations.defaults().get(own);
    if (missing != null && isAbsentWhenEmpty(codec)) {
      throw new IllegalArgumentException(
          ("%s.%s cannot have a default: an empty one is stored by leaving the attribute out, and"
                  + " would be read as the default.")
              .formatted(shape.type().getSimpleName(), own));
    }
    return new EntityAttribute(
        own,
        deviations.names().getOrDefault(own, usual),
        deviations.formerNames().getOrDefault(own, List.of()),
        codec,
        Optional.ofNullable(missing).map(value -> asRead(codec, value)));
  }

  /** A default is equal to the same value when it is stored: the decimal 1.2E+3 is 1200. */
  @SuppressWarnings("unchecked")
  private static <T> Object asRead(Codec<T> codec, Object value) {
    return codec.read(codec.write((T) value, EncodedValues.ENCODED), EncodedValues.ENCODED);
  }

  private static <T> boolean isAbsentWhenEmpty(Codec<T> codec) {
    return codec.whenMissing().filter(codec::isAbsent).isPresent();
  }

  /**
   * Components of a key are read back from it: parts of the table's key, and parts that are a whole
   * index key.
   */
  private static Set<String> componentsInKeys(
      RecordShape<?> shape, KeyPair keys, List<IndexPlacement> placements) {
    var parts = new ArrayList<>(keys.parts());
    for (var placed : placements) {
      for (var key : both(placed.keys())) {
        if (isBare(key)) parts.add(key.parts().getFirst());
      }
    }
    return parts.stream()
        .filter(part -> !KeyComponents.isDerived(shape, part))
        .map(Part::name)
        .collect(Collectors.toSet());
  }

  private static List<Key> both(KeyPair keys) {
    var both = new ArrayList<Key>();
    both.add(keys.partition());
    keys.sort().ifPresent(both::add);
    return both;
  }

  private static boolean isBare(Key key) {
    return switch (key) {
      case Key.Text(var template) -> template.parts().size() == 1 && template.pieces().size() == 1;
      case Key.Number ignored -> true;
      case Key.Bytes ignored -> true;
    };
  }

  List<ItemCodec.Field> fields() {
    return byComponent.values().stream()
        .map(attribute ->
            new ItemCodec.Field(
                shape.component(attribute.component()).index(),
                attribute.name(),
                attribute.formerNames(),
                attribute.codec(),
                attribute.absent()))
        .toList();
  }

  List<ItemCodec.KeyField> keyFields() {
    var fields = new LinkedHashMap<String, ItemCodec.KeyField>();
    put(fields, table.partition(), keys.partition(), true);
    table.sort().ifPresent(sort -> put(fields, sort, keys.sort().orElseThrow(), true));
    for (var placed : placements) {
      var index = placed.index();
      put(fields, index.partition(), placed.keys().partition(), isBare(placed.keys().partition()));
      index
          .sort()
          .ifPresent(sort -> {
            var key = placed.keys().sort().orElseThrow();
            put(fields, sort, key, isBare(key));
          });
    }
    return List.copyOf(fields.values());
  }

  private void put(
      Map<String, ItemCodec.KeyField> fields, KeyAttribute attribute, Key key, boolean source) {
    var components =
        key.parts().stream().mapToInt(part -> KeyCodec.component(shape, part).index()).toArray();
    var field = new ItemCodec.KeyField(attribute.name(), key, components, source);
    var known = fields.putIfAbsent(attribute.name(), field);
    if (known != null && !isSame(known.key(), key)) {
      throw new IllegalArgumentException(
          "%s: attribute %s stands in two keys with different contents"
              .formatted(shape.type().getSimpleName(), attribute.name()));
    }
  }

  private static boolean isSame(Key one, Key other) {
    if (one instanceof Key.Text(var template) && other instanceof Key.Text(var same)) {
      return template.pieces().equals(same.pieces());
    }
    return one.equals(other);
  }

  /** Whether the component is an attribute of its own, and not only a part of the table's key. */
  boolean hasAttribute(String component) {
    return byComponent.containsKey(component) || aloneInIndex.containsKey(component);
  }

  /** Returns the attribute that a condition or an update of this component refers to. */
  EntityAttribute attribute(String component) {
    var attribute = byComponent.get(component);
    if (attribute == null) attribute = aloneInIndex.get(component);
    if (attribute != null) return attribute;
    throw new IllegalArgumentException(
        "%s.%s is part of a key, not an attribute of its own"
            .formatted(shape.type().getSimpleName(), component));
  }

  /**
   * Returns the components that are a whole index key attribute and not part of the table's key.
   */
  private static Map<String, EntityAttribute> aloneInIndex(
      RecordShape<?> shape, KeyPair keys, List<IndexPlacement> placements) {
    var alone = new LinkedHashMap<String, EntityAttribute>();
    for (var placed : placements) {
      alone(shape, placed.index().partition(), placed.keys().partition(), alone);
      placed
          .index()
          .sort()
          .ifPresent(sort -> alone(shape, sort, placed.keys().sort().orElseThrow(), alone));
    }
    keys.parts().forEach(part -> alone.remove(part.name()));
    return alone;
  }

  private static void alone(
      RecordShape<?> shape, KeyAttribute attribute, Key key, Map<String, EntityAttribute> alone) {
    if (!isBare(key) || KeyComponents.isDerived(shape, key.parts().getFirst())) return;
    var component = shape.component(key.parts().getFirst().name());
    alone.put(
        component.name(),
        new EntityAttribute(
            component.name(),
            attribute.name(),
            List.of(),
            Codecs.alone(shape, component, key),
            Optional.empty()));
  }

  static KeyPair keys(
      Declared declared, KeyAttribute partition, Optional<KeyAttribute> sort, Drafted drafted) {
    if (sort.isPresent() != drafted.sort().isPresent()) {
      throw declared.refused(
          sort.isPresent()
              ? "the sort key %s of %s is not filled.".formatted(sort.get().name(), declared.where)
              : "%s has no sort key to fill.".formatted(declared.where));
    }
    return new KeyPair(
        drafted.partition().in(partition.type()),
        sort.map(attribute -> drafted.sort().orElseThrow().in(attribute.type())));
  }

  /** What keys belong to: an entity, in its table or in an index. */
  record Declared(String entity, SourceLocation place, String where) {
    IllegalArgumentException refused(String message) {
      return new IllegalArgumentException("%s (%s): %s".formatted(entity, place, message));
    }
  }

  /** The declared content of a pair of keys. */
  record Drafted(KeyContent partition, Optional<KeyContent> sort) {}

  private static String snakeCase(String name) {
    var snake = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (Character.isUpperCase(c)) snake.append('_').append(Character.toLowerCase(c));
      else snake.append(c);
    }
    return snake.toString();
  }
}
