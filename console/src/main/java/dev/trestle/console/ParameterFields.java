package dev.trestle.console;

import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Entity;
import dev.trestle.model.codec.Codec;
import dev.trestle.model.codec.Codecs;
import dev.trestle.model.codec.EncodedValues;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.ApiError.FieldError;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The parameters of a pattern as a form: texts that are read as their types. */
record ParameterFields<K>(RecordShape<K> shape, List<Entity<?>> entities) {
  /**
   * One parameter of a form.
   *
   * @param typed whether it can be typed
   * @param example a value, from the example of the entity
   * @param choices the possible values, if there are few
   */
  record Asked(
      String name,
      String type,
      boolean typed,
      boolean optional,
      Optional<String> example,
      List<String> choices) {}

  List<Asked> asked() {
    return shape.components().stream().map(this::asked).toList();
  }

  private Asked asked(Component component) {
    var codec = codec(component);
    return new Asked(
        component.name(),
        component.type().getTypeName().replaceAll("[a-zA-Z0-9_]+[.$]", ""),
        codec.isPresent(),
        codec.flatMap(Codec::whenMissing).isPresent(),
        codec.flatMap(known -> example(component)),
        choices(component));
  }

  private static List<String> choices(Component component) {
    if (component.type() instanceof Class<?> type && type.isEnum()) {
      return Arrays.stream(type.getEnumConstants())
          .map(constant -> ((Enum<?>) constant).name())
          .toList();
    }
    return component.type() == boolean.class ? List.of("true", "false") : List.of();
  }

  /** The codec of a single value. Lists, maps and records cannot be entered. */
  private Optional<Codec<?>> codec(Component component) {
    try {
      var codec = Codecs.of(shape, component, entities.getFirst().lookup());
      return switch (codec.type()) {
        case S, N, BOOL -> Optional.of(codec);
        case B, NULL, SS, NS, BS, L, M -> Optional.empty();
      };
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private Optional<String> example(Component asked) {
    return entities.stream().flatMap(entity -> example(entity, asked).stream()).findFirst();
  }

  private static <R> Optional<String> example(Entity<R> entity, Component asked) {
    return text(entity, entity.example(), asked);
  }

  /** The parameters that this record has; none if one of them has to be given and is not there. */
  <R> Optional<Map<String, String>> texts(Entity<R> entity, R whole) {
    var texts = new HashMap<String, String>();
    for (var component : shape.components()) {
      var codec = codec(component);
      if (codec.isEmpty()) return Optional.empty();
      var text = text(entity, whole, component);
      if (text.isEmpty() && codec.get().whenMissing().isEmpty()) return Optional.empty();
      text.ifPresent(value -> texts.put(component.name(), value));
    }
    return Optional.of(texts);
  }

  /** The record's value of this name, or of the same type. */
  private static <R> Optional<String> text(Entity<R> entity, R whole, Component asked) {
    var named = text(entity, whole, known -> known.name().equals(asked.name()));
    if (named.isPresent() || asked.type() == String.class) return named;
    return text(entity, whole, known -> known.type().equals(asked.type()));
  }

  private static <R> Optional<String> text(Entity<R> entity, R whole, Predicate<Component> meant) {
    var shape = entity.shape();
    for (var component : shape.components()) {
      if (!meant.test(component)) continue;
      try {
        var codec = Codecs.of(shape, component, entity.lookup());
        return write(codec, shape.value(whole, component.index())).map(ValueTexts::plain);
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** A component's codec writes the component's value. */
  @SuppressWarnings("unchecked")
  static Optional<Value> write(Codec<?> codec, Object value) {
    var typed = (Codec<Object>) codec;
    return typed.isAbsent(value)
        ? Optional.empty()
        : Optional.of(typed.write(value, EncodedValues.ENCODED));
  }

  /**
   * The record of these texts.
   *
   * @throws ApiError naming every invalid field
   */
  K read(Map<String, String> texts) {
    var faults = new ArrayList<FieldError>();
    var values = new Object[shape.components().size()];
    for (var component : shape.components()) {
      try {
        values[component.index()] = value(component, texts.getOrDefault(component.name(), ""));
      } catch (IllegalArgumentException e) {
        faults.add(new FieldError(component.name(), String.valueOf(e.getMessage())));
      }
    }
    if (!faults.isEmpty()) throw ApiError.invalid(faults);
    return shape.make(values);
  }

  private Object value(Component component, String text) {
    var codec =
        codec(component)
            .orElseThrow(() -> new IllegalArgumentException("This value cannot be entered here."));
    if (text.isEmpty()) {
      return codec
          .whenMissing()
          .map(Object.class::cast)
          .orElseThrow(() -> new IllegalArgumentException("Required."));
    }
    try {
      return codec.read(value(codec.type(), text), EncodedValues.ENCODED);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("Not a valid value.", e);
    }
  }

  private static Value value(Type type, String text) {
    return switch (type) {
      case S -> Value.string(text);
      case N -> Value.number(text);
      case BOOL -> Value.bool(truth(text));
      case B, NULL, SS, NS, BS, L, M -> throw new IllegalArgumentException("not typed by hand");
    };
  }

  private static boolean truth(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalArgumentException("neither true nor false");
    };
  }
}
