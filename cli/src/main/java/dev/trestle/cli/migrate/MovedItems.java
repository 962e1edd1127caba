package dev.trestle.cli.migrate;

import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Part;
import dev.trestle.store.StreamImages;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes items of an entity from those that it was moved from: equal components, other keys. */
record MovedItems<F, R>(Entity<F> former, Entity<R> entity) {
  static MovedItems<?, ?> of(Entity<?> entity) {
    return new MovedItems<>(entity.movedFrom().orElseThrow(), entity);
  }

  /** Returns a move that the model declares. */
  static MovedItems<?, ?> named(Model model, String name) {
    return model.entities().stream()
        .filter(entity -> entity.movedFrom().isPresent())
        .<MovedItems<?, ?>>map(MovedItems::of)
        .filter(moved -> moved.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** The pair's name in the state and for people. */
  String name() {
    return former.name() + " to " + entity.name();
  }

  boolean has(Map<String, AttributeValue> item) {
    return StreamImages.isOf(former, item);
  }

  Map<String, AttributeValue> moved(Map<String, AttributeValue> item) {
    var record = StreamImages.read(former, item);
    var components = entity.shape().components();
    var values = new Object[components.size()];
    for (var component : components) values[component.index()] = value(record, component);
    return StreamImages.write(entity, made(values));
  }

  /**
   * Whether a copy was made of another item than this one: they differ in a component of the former
   * key. A component that copies do not have tells nothing.
   */
  boolean isOfAnother(Map<String, AttributeValue> copy, Map<String, AttributeValue> item) {
    if (copy.isEmpty()) return false;
    var record = StreamImages.read(former, item);
    var copied = StreamImages.read(entity, copy);
    return former.keys().parts().stream()
        .map(Part::name)
        .anyMatch(part -> {
          var one = named(former.shape(), part).map(each -> former.shape().value(record, each));
          var other = named(entity.shape(), part).map(each -> entity.shape().value(copied, each));
          return one.isPresent()
              && other.isPresent()
              && !Objects.deepEquals(one.get(), other.get());
        });
  }

  private static Optional<Integer> named(RecordShape<?> shape, String name) {
    return shape.components().stream()
        .filter(component -> component.name().equals(name))
        .map(RecordShape.Component::index)
        .findFirst();
  }

  private R made(Object[] values) {
    try {
      return entity.shape().make(values);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(entity.name() + " does not take what was found", e);
    }
  }

  private Object value(F record, RecordShape.Component component) {
    for (var known : former.shape().components()) {
      if (known.name().equals(component.name())) return former.shape().value(record, known.index());
    }
    return entity.attributes().stream()
        .filter(attribute -> attribute.component().equals(component.name()))
        .findFirst()
        .<Object>flatMap(attribute -> attribute.absent())
        .orElse(Optional.empty());
  }
}
