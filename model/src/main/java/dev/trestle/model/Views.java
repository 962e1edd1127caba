package dev.trestle.model;

import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import java.util.ArrayList;
import java.util.Arrays;

/** Records with some of the components of an entity. */
final class Views {
  private Views() {}

  static <V extends Record> Result.View<V> of(Entity<?> entity, Class<V> type) {
    var shape = RecordShape.of(type, entity.lookup());
    var whole = entity.shape();
    for (var component : shape.components()) {
      var known = Components.find(whole, component.name());
      if (known.isEmpty() || !fits(entity, known.get(), component)) {
        throw new IllegalArgumentException(
            "%s.%s is not a component of %s"
                .formatted(type.getSimpleName(), component.name(), entity.name()));
      }
    }
    var keys = new ArrayList<ItemCodec.KeyField>();
    var attributes = new ArrayList<String>();
    for (var key : entity.keyFields()) {
      if (!key.source()) continue;
      var components =
          key.key().parts().stream()
              .mapToInt(part ->
                  Components.find(shape, part.name())
                      .map(Component::index)
                      .orElse(KeyCodec.NO_COMPONENT))
              .toArray();
      if (Arrays.stream(components).allMatch(at -> at == KeyCodec.NO_COMPONENT)) continue;
      keys.add(new ItemCodec.KeyField(key.attribute(), key.key(), components, true));
      attributes.add(key.attribute());
    }
    var fields = new ArrayList<ItemCodec.Field>();
    for (var attribute : entity.attributes()) {
      var component = Components.find(shape, attribute.component());
      if (component.isEmpty()) continue;
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
    return new Result.View<>(entity, type, ItemCodec.view(shape, keys, fields), attributes);
  }

  /**
   * What a key holds is read from the key, in any type that it fills; an attribute keeps its own.
   */
  private static boolean fits(Entity<?> entity, Component whole, Component viewed) {
    return whole.type().equals(viewed.type())
        || entity.attributes().stream()
            .noneMatch(attribute -> attribute.component().equals(viewed.name()));
  }
}
