package dev.trestle.model;

import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.key.Part;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Codecs of records with some of an entity's components. */
final class ViewCodecs {
  private ViewCodecs() {}

  /**
   * The view of an entity through an index, or through its table. What the index does not project
   * is read from its key, where it is a part of it.
   */
  static <V extends Record> ResultType.View<V> of(
      Heading heading, Entity<?> entity, Optional<TableIndex> index, Class<V> type) {
    var shape = RecordShape.of(type, entity.lookup());
    var whole = entity.shape();
    for (var component : shape.components()) expectKnown(heading, entity, type, component);
    var inIndexKey = index.map(each -> hiddenInKey(entity, each)).orElse(Set.of());
    var keys = new ArrayList<ItemCodec.KeyField>();
    var attributes = new ArrayList<String>();
    for (var key : entity.keyFields()) {
      boolean ofIndex = index.filter(each -> hasKey(each, key.attribute())).isPresent();
      if (!key.source() && !ofIndex) continue;
      var components =
          key.key().parts().stream()
              .mapToInt(part ->
                  KeyComponents.find(shape, part.name())
                      .filter(ignored -> !KeyComponents.isDerived(whole, part))
                      .filter(ignored -> key.source() || inIndexKey.contains(part.name()))
                      .map(Component::index)
                      .orElse(KeyCodec.NO_COMPONENT))
              .toArray();
      if (Arrays.stream(components).allMatch(at -> at == KeyCodec.NO_COMPONENT)) continue;
      keys.add(new ItemCodec.KeyField(key.attribute(), key.key(), components, true));
      attributes.add(key.attribute());
    }
    var fields = new ArrayList<ItemCodec.Field>();
    for (var attribute : entity.attributes()) {
      var component = KeyComponents.find(shape, attribute.component());
      if (component.isEmpty() || inIndexKey.contains(attribute.component())) continue;
      fields.add(
          new ItemCodec.Field(
              component.get().index(),
              attribute.name(),
              attribute.formerNames(),
              attribute.codec(),
              attribute.absent()));
      attributes.add(attribute.name());
      attributes.addAll(attribute.formerNames());
    }
    return new ResultType.View<>(entity, type, ItemCodec.view(shape, keys, fields), attributes);
  }

  /** The components that the index has in its key only: it does not project their attributes. */
  private static Set<String> hiddenInKey(Entity<?> entity, TableIndex index) {
    var inKey =
        entity.keyFields().stream()
            .filter(key -> hasKey(index, key.attribute()))
            .flatMap(key -> key.key().parts().stream())
            .filter(part -> !KeyComponents.isDerived(entity.shape(), part))
            .map(Part::name)
            .collect(Collectors.toSet());
    return entity.attributes().stream()
        .filter(attribute -> !shows(index, attribute.name()))
        .map(EntityAttribute::component)
        .filter(inKey::contains)
        .collect(Collectors.toSet());
  }

  private static boolean hasKey(TableIndex index, String attribute) {
    return index.partition().name().equals(attribute)
        || index.sort().filter(sort -> sort.name().equals(attribute)).isPresent();
  }

  private static boolean shows(TableIndex index, String attribute) {
    return switch (index.projection()) {
      case Projection.All() -> true;
      case Projection.KeysOnly() -> false;
      case Projection.Include(var included) -> included.contains(attribute);
    };
  }

  private static void expectKnown(
      Heading heading, Entity<?> entity, Class<?> type, Component viewed) {
    var label = type.getSimpleName() + "." + viewed.name();
    var known =
        KeyComponents.find(entity.shape(), viewed.name())
            .orElseThrow(() ->
                heading.refused(
                    "%s is not a component of %s. A view has some of its components, by their names."
                        .formatted(label, entity.name())));
    if (fits(entity, known, viewed)) return;
    throw heading.refused(
        "%s has the type %s, but %s.%s has the type %s. A view keeps the types."
            .formatted(
                label,
                viewed.type().getTypeName(),
                entity.name(),
                viewed.name(),
                known.type().getTypeName()));
  }

  /**
   * A component of a key is read from the key, in any type that the key fills. An attribute keeps
   * its type.
   */
  private static boolean fits(Entity<?> entity, Component whole, Component viewed) {
    return whole.type().equals(viewed.type())
        || entity.attributes().stream()
            .noneMatch(attribute -> attribute.component().equals(viewed.name()));
  }
}
