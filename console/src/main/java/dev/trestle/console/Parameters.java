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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** The parameters of a pattern as a form that people fill in: texts, each read as its type. */
record Parameters<K>(RecordShape<K> shape, List<Entity<?>> entities) {
  /**
   * What is asked for.
   *
   * @param typed whether a person can type it
   * @param example a value, from the example of the entity
   * @param choices what there is to choose from, where that is little
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

  /** The codec of a component that is one value; lists, maps and records are not typed by hand. */
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

  /** What the example has under this name, else something of the same type, such as a time. */
  private Optional<String> example(Component asked) {
    for (var entity : entities) {
      var example = example(entity, known -> known.name().equals(asked.name()));
      if (example.isPresent()) return example;
    }
    if (asked.type() == String.class) return Optional.empty();
    return example(entities.getFirst(), known -> known.type().equals(asked.type()));
  }

  private static <R> Optional<String> example(Entity<R> entity, Predicate<Component> meant) {
    var shape = entity.shape();
    for (var component : shape.components()) {
      if (!meant.test(component)) continue;
      try {
        var codec = Codecs.of(shape, component, entity.lookup());
        return write(codec, shape.value(entity.example(), component.index())).map(Texts::plain);
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  /** A component's codec writes what the component holds. */
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
   * @throws ApiError naming every field that does not fit
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
        codec(component).orElseThrow(() -> new IllegalArgumentException("It cannot be typed in."));
    if (text.isEmpty()) {
      return codec
          .whenMissing()
          .map(Object.class::cast)
          .orElseThrow(() -> new IllegalArgumentException("It is missing."));
    }
    try {
      return codec.read(value(codec.type(), text), EncodedValues.ENCODED);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException("This is not a value of its type.", e);
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
