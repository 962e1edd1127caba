package dev.trestle.model.codec;

import java.lang.reflect.ParameterizedType;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A component with an attribute of its own. */
record FieldCodec(
    int component,
    String name,
    String attribute,
    List<String> formerNames,
    Codec<Object> codec,
    Optional<?> absent) {
  /** A codec of plain values also serves an Optional component of that type. */
  static FieldCodec of(RecordShape<?> shape, ItemCodec.Field field) {
    var component = shape.components().get(field.component());
    var given = CodecMaker.cast(field.codec());
    boolean wrap =
        PartMapping.isOptional(component.type()) && !(field.codec() instanceof OptionalCodec<?>);
    field.absent().ifPresent(value -> checkDefault(shape, component, value));
    return new FieldCodec(
        field.component(),
        component.name(),
        field.attribute(),
        List.copyOf(field.formerNames()),
        wrap ? CodecMaker.cast(Codecs.optional(given)) : given,
        field.absent());
  }

  private static void checkDefault(
      RecordShape<?> shape, RecordShape.Component component, Object value) {
    var type =
        switch (component.type()) {
          case Class<?> plain -> PartMapping.BOXES.getOrDefault(plain, plain);
          case ParameterizedType generic -> (Class<?>) generic.getRawType();
          default -> Object.class;
        };
    if (type.isInstance(value)) return;
    throw new IllegalArgumentException(
        "%s.%s: the default is a %s; give a %s"
            .formatted(
                shape.type().getSimpleName(),
                component.name(),
                value.getClass().getSimpleName(),
                type.getSimpleName()));
  }

  <V> Optional<V> write(Object value, ValueFormat<V> values, Class<?> record) {
    try {
      return codec.isAbsent(value) ? Optional.empty() : Optional.of(codec.write(value, values, 0));
    } catch (CodecException e) {
      throw e.in(record, name);
    }
  }

  <V> Object read(Map<String, V> item, ValueFormat<V> values) {
    var stored = find(item);
    if (stored != null) return codec.read(stored, values);
    return absent.isPresent() ? absent.get() : RecordCodec.missing(codec, attribute);
  }

  private <V> @Nullable V find(Map<String, V> item) {
    var stored = item.get(attribute);
    for (int i = 0; stored == null && i < formerNames.size(); i++) {
      stored = item.get(formerNames.get(i));
    }
    return stored;
  }
}
