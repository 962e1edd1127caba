package dev.trestle.design.source;

import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.lang.model.SourceVersion;

/**
 * The Java type that values of one attribute have in common.
 *
 * @param example an expression of the type
 * @param isCollection a missing one is read as empty
 */
record ValueShape(String type, String boxed, String example, boolean isCollection) {
  static final ValueShape LONG = new ValueShape("long", "Long", "1L", false);

  /** A map with more distinct names than this has keys, not components. */
  private static final int COMPONENTS_MAX = 20;

  /** Makes records for maps. */
  static final class Maker {
    private final JavaNames types;
    private final List<String> records = new ArrayList<>();

    Maker(JavaNames types) {
      this.types = types;
    }

    /** The declarations of the records that were made. */
    List<String> records() {
      return records;
    }

    /** Returns nothing if the values have no type in common. */
    Optional<ValueShape> of(String name, List<Value> values) {
      var present = values.stream().filter(value -> value.type() != Type.NULL).toList();
      var found = present.stream().map(Value::type).distinct().toList();
      if (found.size() != 1) return Optional.empty();
      var shape =
          switch (found.getFirst()) {
            case S -> Optional.of(text(present));
            case N -> Optional.of(number(present));
            case BOOL -> Optional.of(new ValueShape("boolean", "Boolean", "true", false));
            case B -> Optional.of(new ValueShape("byte[]", "byte[]", "new byte[] {1}", false));
            case SS ->
                Optional.of(new ValueShape("Set<String>", "Set<String>", "Set.of(\"x\")", true));
            case NS -> Optional.of(numbers());
            case L -> list(name, present);
            case M -> map(name, present);
            case BS, NULL -> Optional.<ValueShape>empty();
          };
      boolean hasNull = present.size() < values.size();
      return shape.filter(each -> !(hasNull && each.isCollection()));
    }

    private static ValueShape text(List<Value> values) {
      var example = ComponentSource.exampleText(values.stream().map(Value::string).toList());
      return new ValueShape("String", "String", example, false);
    }

    private static ValueShape number(List<Value> values) {
      return values.stream().allMatch(Maker::isLong)
          ? LONG
          : new ValueShape("BigDecimal", "BigDecimal", "BigDecimal.ONE", false);
    }

    private static boolean isLong(Value value) {
      try {
        new BigDecimal(value.numberText()).longValueExact();
        return true;
      } catch (ArithmeticException e) {
        return false;
      }
    }

    private static ValueShape numbers() {
      return new ValueShape("Set<BigDecimal>", "Set<BigDecimal>", "Set.of(BigDecimal.ONE)", true);
    }

    private Optional<ValueShape> list(String name, List<Value> values) {
      var elements = values.stream().flatMap(value -> value.elements().stream()).toList();
      if (elements.stream().anyMatch(value -> value.type() == Type.NULL)) return Optional.empty();
      return of(name, elements)
          .map(each ->
              new ValueShape(
                  "List<%s>".formatted(each.boxed),
                  "List<%s>".formatted(each.boxed),
                  "List.of(%s)".formatted(each.example),
                  true));
    }

    private Optional<ValueShape> map(String name, List<Value> values) {
      Map<String, List<Value>> valuesByName = new LinkedHashMap<>();
      for (var value : values) {
        var fields = value.fields();
        while (fields.next()) {
          valuesByName
              .computeIfAbsent(fields.name(), ignored -> new ArrayList<>())
              .add(fields.value());
        }
      }
      // A record of one component is stored as that component, so it cannot stand for a map.
      boolean named =
          valuesByName.size() > 1
              && valuesByName.size() <= COMPONENTS_MAX
              && valuesByName.keySet().stream().allMatch(Maker::isComponent);
      return named ? record(name, valuesByName, values.size()) : entries(name, valuesByName);
    }

    /** A component of a nested record has the name of its field. */
    private static boolean isComponent(String name) {
      return SourceVersion.isName(name) && new JavaNames().component(name).equals(name);
    }

    private Optional<ValueShape> entries(String name, Map<String, List<Value>> valuesByName) {
      var all = valuesByName.values().stream().flatMap(List::stream).toList();
      if (all.stream().anyMatch(value -> value.type() == Type.NULL)) return Optional.empty();
      return of(name, all)
          .map(each ->
              new ValueShape(
                  "Map<String, %s>".formatted(each.boxed),
                  "Map<String, %s>".formatted(each.boxed),
                  "Map.of(\"x\", %s)".formatted(each.example),
                  true));
    }

    private Optional<ValueShape> record(
        String name, Map<String, List<Value>> valuesByName, int maps) {
      var components = new ArrayList<ComponentSource>();
      for (var field : valuesByName.entrySet()) {
        var shape = of(field.getKey(), field.getValue());
        if (shape.isEmpty()) return Optional.empty();
        components.add(component(field.getKey(), shape.get(), field.getValue(), maps));
      }
      var type = types.type(name);
      records.add("  public record %s(%s) {}\n".formatted(type, declarations(components)));
      return Optional.of(
          new ValueShape(type, type, "new %s(%s)".formatted(type, examples(components)), false));
    }
  }

  /** Whether all values are null, or lists and maps without content, so that they show no type. */
  static boolean isEmpty(List<Value> values) {
    return values.stream()
        .allMatch(value ->
            switch (value.type()) {
              case NULL -> true;
              case L -> value.elements().isEmpty();
              case M -> !value.fields().next();
              case S, N, B, BOOL, SS, NS, BS -> false;
            });
  }

  /** A component is optional if some of the items lack it. */
  static ComponentSource component(String name, ValueShape shape, List<Value> values, int of) {
    var component = new ComponentSource(name, shape.type, shape.boxed, shape.example);
    boolean always =
        values.size() == of && values.stream().noneMatch(value -> value.type() == Type.NULL);
    return always || shape.isCollection ? component : component.optional();
  }

  static String declarations(List<ComponentSource> components) {
    return String.join(", ", components.stream().map(ComponentSource::declaration).toList());
  }

  static String examples(List<ComponentSource> components) {
    return String.join(", ", components.stream().map(ComponentSource::example).toList());
  }
}
