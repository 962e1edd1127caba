package dev.trestle.cli.migrate;

import dev.trestle.model.Entity;
import dev.trestle.model.codec.ItemCodec;
import dev.trestle.store.StreamImages;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * How items of an entity are stored according to its declaration. An item is compared with what a
 * put of its record would write: attributes under former names, missing defaults and index keys,
 * and values in an older form are brought up to date. The record stays the same, so readers see no
 * difference. Attributes that no component has are left alone.
 */
final class DeclaredItems<R> {
  private final Entity<R> entity;

  /** The attributes that an attribute is computed from: itself, its former names, components. */
  private final Map<String, Set<String>> sources = new HashMap<>();

  /** The key attributes of indexes. */
  private final Set<String> indexKeys = new HashSet<>();

  private final Set<String> formerNames = new TreeSet<>();

  DeclaredItems(Entity<R> entity) {
    this.entity = entity;
    var ofComponent = new HashMap<String, Set<String>>();
    for (var attribute : entity.attributes()) {
      var names = new TreeSet<>(attribute.formerNames());
      names.add(attribute.name());
      sources.put(attribute.name(), names);
      ofComponent.put(attribute.component(), names);
      formerNames.addAll(attribute.formerNames());
    }
    var indexed = entity.keyFields().stream().filter(field -> !isTableKey(field)).toList();
    for (var field : indexed) {
      indexKeys.add(field.attribute());
      for (var component : components(field)) {
        ofComponent.computeIfAbsent(component, ignored -> new TreeSet<>()).add(field.attribute());
      }
    }
    for (var field : indexed) {
      var all = sources.computeIfAbsent(field.attribute(), ignored -> new TreeSet<>());
      all.add(field.attribute());
      for (var component : components(field)) {
        all.addAll(ofComponent.getOrDefault(component, Set.of()));
      }
    }
  }

  private boolean isTableKey(ItemCodec.KeyField field) {
    var table = entity.table();
    return table.partition().name().equals(field.attribute())
        || table.sort().filter(sort -> sort.name().equals(field.attribute())).isPresent();
  }

  private List<String> components(ItemCodec.KeyField field) {
    var shape = entity.shape();
    return Arrays.stream(field.components())
        .mapToObj(index -> shape.components().get(index).name())
        .toList();
  }

  /** All attributes that items of this entity have or had, apart from the table's key. */
  Set<String> names() {
    var names = new TreeSet<>(indexKeys);
    sources.values().forEach(names::addAll);
    return names;
  }

  /** Whether an item belongs to this entity. */
  boolean has(Map<String, AttributeValue> item) {
    return StreamImages.isOf(entity, item);
  }

  /**
   * Returns what to change; empty if the item is stored as declared.
   *
   * @throws IllegalArgumentException if the item cannot be read, or would be read as another record
   */
  Optional<ItemRewrite> rewrite(Map<String, AttributeValue> item) {
    var wanted = StreamImages.write(entity, StreamImages.read(entity, item));
    var set = new LinkedHashMap<String, AttributeValue>();
    wanted.forEach((attribute, value) -> {
      if (!StoredValue.covers(item.get(attribute), value)) set.put(attribute, value);
    });
    var removed = new TreeSet<String>();
    for (var attribute : item.keySet()) {
      boolean stale = indexKeys.contains(attribute) && !wanted.containsKey(attribute);
      if (stale || formerNames.contains(attribute)) removed.add(attribute);
    }
    if (set.isEmpty() && removed.isEmpty()) return Optional.empty();
    var depends = new TreeSet<>(removed);
    set.keySet().forEach(attribute -> depends.addAll(sources.getOrDefault(attribute, Set.of())));
    removed.forEach(attribute -> depends.addAll(sources.getOrDefault(attribute, Set.of())));
    var change = new ItemRewrite(item, set, removed, depends);
    var after = StreamImages.write(entity, StreamImages.read(entity, change.after()));
    if (!StoredValue.isSame(after, wanted)) {
      throw new IllegalArgumentException(entity.name() + " would be read as another record");
    }
    return Optional.of(change);
  }
}
