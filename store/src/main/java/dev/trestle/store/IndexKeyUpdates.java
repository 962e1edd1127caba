package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.IndexKeyChange;
import dev.trestle.model.IndexKeyChange.PartSource;
import dev.trestle.model.Update;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.KeyWriter;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Part;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Computes the index keys that an update changes. */
final class IndexKeyUpdates<P> {
  private final Entity<?> entity;
  private final PatternParameters<P> parameters;

  private IndexKeyUpdates(Entity<?> entity, PatternParameters<P> parameters) {
    this.entity = entity;
    this.parameters = parameters;
  }

  static <P> List<IndexKey<P>> of(Update<P, ?> update, PatternParameters<P> parameters) {
    var keys = new IndexKeyUpdates<>(update.entity(), parameters);
    return update.indexKeyChanges().stream().map(keys::key).toList();
  }

  private IndexKey<P> key(IndexKeyChange change) {
    var parts = change.parts().stream().<Function<P, Optional<Object>>>map(this::value).toList();
    var field = change.field();
    return new IndexKey<>(field.attribute(), KeyWriter.of(field.key()), parts, change.onInsert());
  }

  private Function<P, Optional<Object>> value(PartSource source) {
    return switch (source) {
      case PartSource.Removed ignored -> given -> Optional.empty();
      case PartSource.FromLiteral(var part, var literal, boolean derived) -> {
        var shape = entity.shape();
        var known = made(shape, KeyCodec.component(shape, part), part, derived).apply(literal);
        yield given -> known;
      }
      case PartSource.FromParameter(var part, var name, boolean derived) -> {
        var made = made(parameters.shape(), parameters.component(name), part, derived);
        var value = parameters.value(name);
        yield given -> made.apply(value.apply(given));
      }
      case PartSource.Unknown(var part) -> throw unknown(part);
    };
  }

  private static Function<Object, Optional<Object>> made(
      RecordShape<?> shape, RecordShape.Component component, Part<?> part, boolean derived) {
    return derived
        ? KeyWriter.derived(shape, component.index(), part)
        : KeyWriter.part(shape, component.index(), part);
  }

  private IllegalArgumentException unknown(Part<?> part) {
    return new IllegalArgumentException(
        "an index key of %s has the part <%s>, whose value this update does not know"
            .formatted(entity.name(), part.name()));
  }

  /** One key attribute after the update; absent if one of its parts is absent. */
  record IndexKey<P>(
      String attribute, KeyWriter key, List<Function<P, Optional<Object>>> parts, boolean onInsert)
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
