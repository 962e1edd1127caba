package dev.trestle.model.codec;

import dev.trestle.model.key.Part;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * How a component fills a part of a key: directly, from an Optional, as a number of smaller range,
 * or from a record with one component.
 *
 * @param narrow whether the component is an int and the part a long
 * @param derived whether the part is computed from the component, which cannot be read back
 */
record PartMapping(
    int component,
    boolean optional,
    boolean narrow,
    boolean derived,
    Function<Object, Object> toPart,
    Function<Object, Object> toComponent) {
  /** Used for a part whose value is not needed. */
  static final PartMapping DROPPED =
      new PartMapping(
          KeyCodec.NO_COMPONENT, false, false, false, Function.identity(), Function.identity());

  static final Map<Class<?>, Class<?>> BOXES =
      Map.of(
          long.class, Long.class,
          int.class, Integer.class,
          short.class, Short.class,
          byte.class, Byte.class,
          boolean.class, Boolean.class,
          double.class, Double.class,
          float.class, Float.class,
          char.class, Character.class);

  boolean dropped() {
    return component == KeyCodec.NO_COMPONENT;
  }

  static PartMapping of(RecordShape<?> shape, int index, Part<?> part) {
    var name = shape.components().get(index).name();
    boolean derived =
        !name.equals(part.name())
            && part.source().filter(source -> source.component().equals(name)).isPresent();
    return derived ? derived(shape, index, part) : direct(shape, index, part);
  }

  /** The component has what the part is computed from. */
  static <T> PartMapping derived(RecordShape<?> shape, int index, Part<T> part) {
    var source = part.source().orElseThrow();
    var inner = direct(shape, index, source.of());
    return new PartMapping(
        index,
        inner.optional,
        false,
        true,
        inner.toPart.andThen(source.compute()),
        Function.identity());
  }

  private static PartMapping direct(RecordShape<?> shape, int index, Part<?> part) {
    var component = shape.components().get(index);
    boolean optional = isOptional(component.type());
    var raw =
        optional
            ? ((ParameterizedType) component.type()).getActualTypeArguments()[0]
            : component.type();
    var link = link(shape, index, optional, raw, part);
    if (link.isPresent()) return link.get();
    throw new IllegalArgumentException(
        "%s.%s is of type %s and fills the part '%s' of type %s; give both one type (Part.as)"
            .formatted(
                shape.type().getSimpleName(),
                component.name(),
                raw.getTypeName(),
                part.name(),
                part.type().getSimpleName()));
  }

  static boolean isOptional(Type type) {
    return type instanceof ParameterizedType generic && generic.getRawType() == Optional.class;
  }

  private static Optional<PartMapping> link(
      RecordShape<?> shape, int index, boolean optional, Type type, Part<?> part) {
    if (!(type instanceof Class<?> plain)) return Optional.empty();
    var boxed = BOXES.getOrDefault(plain, plain);
    if (boxed == part.type()) {
      return Optional.of(
          new PartMapping(index, optional, false, false, Function.identity(), Function.identity()));
    }
    if (boxed == Integer.class && part.type() == Long.class) {
      return Optional.of(
          new PartMapping(
              index,
              optional,
              true,
              false,
              number -> (long) (Integer) number,
              number -> toInt((Long) number)));
    }
    if (plain.isRecord() && plain.getRecordComponents().length == 1) {
      return wrapper(RecordShape.of(plain, shape.lookup()), index, optional, part);
    }
    return Optional.empty();
  }

  private static Object toInt(long number) {
    if ((int) number == number) return (int) number;
    throw new CodecException("found a number that is not an int");
  }

  private static <W> Optional<PartMapping> wrapper(
      RecordShape<W> shape, int index, boolean optional, Part<?> part) {
    return link(shape, index, optional, shape.components().getFirst().type(), part)
        .map(inner ->
            new PartMapping(
                index,
                optional,
                inner.narrow,
                false,
                whole -> inner.toPart.apply(shape.value(shape.type().cast(whole), 0)),
                value -> RecordCodec.make(shape, new Object[] {inner.toComponent.apply(value)})));
  }
}
