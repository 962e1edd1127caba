package dev.trestle.store;

import dev.trestle.model.Change;
import dev.trestle.model.Condition;
import dev.trestle.model.Entity;
import dev.trestle.model.Operand;
import dev.trestle.model.Update;
import dev.trestle.model.codec.ItemCodec.KeyField;
import dev.trestle.model.codec.KeyWriter;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The index keys that an update writes anew. A key made of several components is rewritten whole
 * when one of them changes, and removed when one becomes absent. An update that may make the item
 * also writes the index keys that its own key determines, or the new item would be in no index.
 */
final class IndexKeys<P> {
  private final Update<P, ?> update;
  private final Entity<?> entity;
  private final RecordShape<P> parameters;
  private final Map<String, Change> changeByComponent = new HashMap<>();

  private IndexKeys(Update<P, ?> update) {
    this.update = update;
    this.entity = update.entity();
    this.parameters = update.parameters();
    update
        .changes()
        .forEach(change -> changeByComponent.put(change.path().component().component(), change));
  }

  static <P> List<Rewritten<P>> of(Update<P, ?> update) {
    var keys = new IndexKeys<>(update);
    return keys.entity.keyFields().stream()
        .filter(field -> !keys.isTableKey(field.attribute()))
        .filter(keys::isWritten)
        .map(keys::rewritten)
        .toList();
  }

  private boolean isTableKey(String attribute) {
    var table = entity.table();
    return attribute.equals(table.partition().name())
        || table.sort().filter(sort -> sort.name().equals(attribute)).isPresent();
  }

  private boolean isWritten(KeyField field) {
    var parts = field.key().parts();
    if (parts.stream().anyMatch(part -> changeByComponent.containsKey(part.name()))) return true;
    return !demandsItem(update.condition()) && ownKey().containsAll(names(parts));
  }

  private static boolean demandsItem(Optional<Condition> condition) {
    return condition.isPresent()
        && switch (condition.get()) {
          case Condition.ItemExists _ -> true;
          case Condition.All(var all) ->
              all.stream().anyMatch(each -> demandsItem(Optional.of(each)));
          case Condition.Any _,
              Condition.Not _,
              Condition.ItemAbsent _,
              Condition.Compare _,
              Condition.Between _,
              Condition.OneOf _,
              Condition.BeginsWith _,
              Condition.Contains _,
              Condition.Present _,
              Condition.Absent _ ->
              false;
        };
  }

  private Set<String> ownKey() {
    return names(entity.keys().parts());
  }

  private static Set<String> names(List<Part<?>> parts) {
    return parts.stream().map(Part::name).collect(Collectors.toSet());
  }

  private Rewritten<P> rewritten(KeyField field) {
    var parts =
        field.key().parts().stream().<Function<P, Optional<Object>>>map(this::value).toList();
    return new Rewritten<>(field.attribute(), KeyWriter.of(field.key()), parts);
  }

  /** The value of a part after the update. */
  private Function<P, Optional<Object>> value(Part<?> part) {
    var change = changeByComponent.get(part.name());
    if (change == null) return parameter(part, part.name());
    return switch (change) {
      case Change.Remove _ -> _ -> Optional.empty();
      case Change.Set(var _, Operand.Literal<?>(var value)) -> {
        var known = literal(part, value);
        yield _ -> known;
      }
      case Change.Set(var _, Operand.Parameter<?>(var named)) -> parameter(part, named.component());
      case Change.Set _, Change.Add _, Change.Take _ -> throw unknown(part);
    };
  }

  private Optional<Object> literal(Part<?> part, Object value) {
    int component = entity.shape().component(part.name()).index();
    var type = entity.shape().components().get(component).type();
    boolean optional =
        type instanceof java.lang.reflect.ParameterizedType generic
            && generic.getRawType() == Optional.class;
    var fitting = optional && !(value instanceof Optional<?>) ? Optional.of(value) : value;
    return KeyWriter.part(entity.shape(), component, part).apply(fitting);
  }

  private Function<P, Optional<Object>> parameter(Part<?> part, String name) {
    var component =
        parameters.components().stream()
            .filter(each -> each.name().equals(name))
            .findFirst()
            .orElseThrow(() -> unknown(part));
    var made = KeyWriter.part(parameters, component.index(), part);
    return given -> made.apply(parameters.value(given, component.index()));
  }

  private IllegalArgumentException unknown(Part<?> part) {
    return new IllegalArgumentException(
        "an index key of %s has the part <%s>, whose value this update does not know"
            .formatted(entity.name(), part.name()));
  }

  /** One key attribute as it is after the update; absent where a part of it is. */
  record Rewritten<P>(String attribute, KeyWriter key, List<Function<P, Optional<Object>>> parts)
      implements ValueSource<P> {
    @Override
    public @Nullable AttributeValue of(P parameters, Instant now) {
      var values = new Object[parts.size()];
      for (int i = 0; i < values.length; i++) {
        var value = parts.get(i).apply(parameters);
        if (value.isEmpty()) return null;
        values[i] = value.get();
      }
      return key.write(values, AttributeValues.SDK);
    }
  }
}
