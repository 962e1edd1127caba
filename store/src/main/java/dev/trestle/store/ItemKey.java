package dev.trestle.store;

import dev.trestle.model.Binding;
import dev.trestle.model.Entity;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Builds the key of one item from a pattern's parameters. */
final class ItemKey<K> {
  private record Attribute<K>(String name, KeyCodec<K> codec) {}

  private final Attribute<K> partition;
  private final @Nullable Attribute<K> sort;

  private ItemKey(Attribute<K> partition, @Nullable Attribute<K> sort) {
    this.partition = partition;
    this.sort = sort;
  }

  /** Rejects parameters that do not identify one item. */
  static <K> ItemKey<K> of(Entity<?> entity, RecordShape<K> parameters, Binding binding) {
    if (!binding.isWhole()) {
      throw new IllegalArgumentException(
          "the key of %s is not bound: %s%s %s without a parameter"
              .formatted(
                  entity.name(),
                  binding.partitionMissing(),
                  binding.sortMissing(),
                  binding.partitionMissing().size() + binding.sortMissing().size() == 1
                      ? "is"
                      : "are"));
    }
    return of(entity, parameters);
  }

  static <K> ItemKey<K> of(Entity<?> entity, RecordShape<K> parameters) {
    var table = entity.table();
    var partition =
        new Attribute<>(
            table.partition().name(), KeyCodec.of(parameters, entity.keys().partition()));
    var sort =
        table
            .sort()
            .map(attribute ->
                new Attribute<>(
                    attribute.name(), KeyCodec.of(parameters, entity.keys().sort().orElseThrow())));
    return new ItemKey<>(partition, sort.orElse(null));
  }

  Map<String, AttributeValue> of(K parameters) {
    var first = value(partition, parameters);
    return sort == null
        ? Map.of(partition.name, first)
        : Map.of(partition.name, first, sort.name, value(sort, parameters));
  }

  /** Extracts the same key from an item. */
  Map<String, AttributeValue> in(Map<String, AttributeValue> item) {
    Map<String, AttributeValue> key = HashMap.newHashMap(2);
    key.put(partition.name, item.get(partition.name));
    if (sort != null) key.put(sort.name, item.get(sort.name));
    return key;
  }

  private AttributeValue value(Attribute<K> attribute, K parameters) {
    Optional<AttributeValue> value = attribute.codec.write(parameters, AttributeValues.SDK);
    return value.orElseThrow(() -> attribute.codec.incomplete(parameters));
  }
}
