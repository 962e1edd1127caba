package dev.trestle.design;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.codec.KeyCodec;
import java.lang.reflect.ParameterizedType;
import java.util.Optional;

/** Converts entities to data. */
final class EntityReader {
  private EntityReader() {}

  static EntityDesign read(Entity<?> entity) {
    return new EntityDesign(
        entity.name(),
        entity.table().name(),
        entity.keys(),
        entity.indexes().stream()
            .map(index ->
                new EntityDesign.Indexed(
                    index.name(), index.keys(), isSparse(entity, index.keys())))
            .toList(),
        entity.attributes().stream().map(attribute -> attribute(entity, attribute)).toList(),
        entity.exampleItem(),
        entity.maxBytes(),
        entity.population(),
        entity.expires().map(component -> entity.attribute(component).name()),
        entity.version().map(component -> entity.attribute(component).name()),
        entity.place());
  }

  private static EntityDesign.Attribute attribute(Entity<?> entity, EntityAttribute attribute) {
    return new EntityDesign.Attribute(
        attribute.name(),
        attribute.component(),
        attribute.codec().type(),
        isOptional(entity, attribute.component()));
  }

  private static boolean isSparse(Entity<?> entity, KeyPair keys) {
    return keys.parts().stream()
        .map(part -> KeyCodec.component(entity.shape(), part).name())
        .anyMatch(component -> isOptional(entity, component));
  }

  static boolean isOptional(Entity<?> entity, String component) {
    return entity.shape().component(component).type() instanceof ParameterizedType generic
        && generic.getRawType() == Optional.class;
  }
}
