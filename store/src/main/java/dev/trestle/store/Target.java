package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Operand;
import dev.trestle.model.Path;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.RecordShape;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * What a path leads to: its text, and how values there are stored.
 *
 * @param optional the component is an Optional, while operands may be plain
 * @param element how one element is stored, where it is a collection
 */
record Target(String path, Codec<Object> codec, boolean optional, Optional<Codec<Object>> element) {

  static <P> Target of(
      Path path, List<Entity<?>> entities, RecordShape<P> parameters, ExpressionDraft<P> draft) {
    var entity =
        entities.stream()
            .filter(each -> each.type().getName().equals(path.component().record()))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException("no entity for " + path));
    var attribute = entity.attribute(path.component().component());
    var text = new StringBuilder(draft.name(attribute.name()));
    Type type = entity.shape().component(path.component().component()).type();
    var codec = cast(attribute.codec());
    for (var entry : path.entries()) {
      text.append('.').append(entryName(entry, parameters, draft));
      type = valueType(type);
      codec = cast(Codecs.of(type, entity.lookup()));
    }
    boolean optional = raw(type) == Optional.class;
    if (optional && !isOptional(codec)) codec = cast(Codecs.optional(codec));
    return new Target(text.toString(), codec, optional, element(type, entity));
  }

  private static <P> String entryName(
      Operand<String> entry, RecordShape<P> parameters, ExpressionDraft<P> draft) {
    return switch (entry) {
      case Operand.Literal<String>(var name) -> draft.name(name);
      case Operand.Parameter<String>(var component) -> {
        int index = parameters.component(component.component()).index();
        yield draft.entry(given -> (String) parameters.value(given, index));
      }
      case Operand.Current<String> _,
          Operand.Plus<String> _,
          Operand.Minus<String> _,
          Operand.OrElse<String> _,
          Operand.Joined<String> _ ->
          throw new IllegalArgumentException("a map's entry is named by a value or a parameter");
    };
  }

  private static Type valueType(Type type) {
    if (raw(type) == Map.class) return ((ParameterizedType) type).getActualTypeArguments()[1];
    throw new IllegalArgumentException("an entry of " + type.getTypeName());
  }

  private static Optional<Codec<Object>> element(Type type, Entity<?> entity) {
    if (!Collection.class.isAssignableFrom(raw(type))) return Optional.empty();
    var of = ((ParameterizedType) type).getActualTypeArguments()[0];
    return Optional.of(cast(Codecs.of(of, entity.lookup())));
  }

  private static Class<?> raw(Type type) {
    return switch (type) {
      case Class<?> plain -> plain;
      case ParameterizedType generic -> (Class<?>) generic.getRawType();
      default -> throw new IllegalArgumentException(type.getTypeName());
    };
  }

  private static boolean isOptional(Codec<?> codec) {
    return codec.whenMissing().filter(Optional.class::isInstance).isPresent();
  }

  @SuppressWarnings("unchecked")
  private static Codec<Object> cast(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  /** A value as it is stored here, or null where it is stored by being absent. */
  @Nullable AttributeValue stored(Object value) {
    var fitting = optional && !(value instanceof Optional<?>) ? Optional.of(value) : value;
    return codec.isAbsent(fitting) ? null : codec.write(fitting, AttributeValues.SDK);
  }

  /** An element of a collection, or a piece of a text. */
  AttributeValue storedElement(Object value) {
    return element.orElse(codec).write(value, AttributeValues.SDK);
  }

  /** Whether a component of this type may have a value that is stored by being absent. */
  boolean mayBeAbsent(RecordShape.Component given) {
    if (optional) return raw(given.type()) == Optional.class;
    return codec.whenMissing().isPresent();
  }
}
