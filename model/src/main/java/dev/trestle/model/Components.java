package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.key.Part;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.List;
import java.util.Optional;

/** Matches parts of keys to the components of a record, by name and by type. */
final class Components {
  private Components() {}

  /** Refuses a record that has no component for a part, or one of another type. */
  static void expect(RecordShape<?> shape, Part<?> part) {
    if (find(shape, part.name()).isEmpty()) {
      throw new IllegalArgumentException(
          "%s has no component %s for the part <%s> of its key"
              .formatted(shape.type().getSimpleName(), part.name(), part.name()));
    }
    expectType(shape, find(shape, part.name()).get(), part);
  }

  /** Refuses a component whose values are not those of the part. */
  static void expectType(RecordShape<?> shape, Component component, Part<?> part) {
    if (boxed(plain(component.type())).equals(boxed(part.type()))) return;
    throw new IllegalArgumentException(
        "%s.%s is a %s, the part <%s> takes a %s"
            .formatted(
                shape.type().getSimpleName(),
                component.name(),
                component.type().getTypeName(),
                part.name(),
                part.type().getTypeName()));
  }

  static Optional<Component> find(RecordShape<?> shape, String name) {
    return shape.components().stream()
        .filter(component -> component.name().equals(name))
        .findFirst();
  }

  /** The type inside an Optional, or the type itself. */
  static Type plain(Type type) {
    return isOptional(type) ? argument(type) : type;
  }

  static boolean isOptional(Type type) {
    return type instanceof ParameterizedType of && of.getRawType() == Optional.class;
  }

  static boolean isList(Type type) {
    return type instanceof ParameterizedType of && of.getRawType() == List.class;
  }

  static Type argument(Type type) {
    return ((ParameterizedType) type).getActualTypeArguments()[0];
  }

  private static Type boxed(Type type) {
    return type instanceof Class<?> known && known.isPrimitive()
        ? MethodType.methodType(known).wrap().returnType()
        : type;
  }
}
