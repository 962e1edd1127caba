package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Table;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Reads items of several entities. The keys in the table tell them apart, which every item has,
 * also when it is read through an index.
 */
final class CollectionReader<R> implements ItemReader<R> {
  /** What the key attribute of an entity's items looks like. */
  private record KeyText(String attribute, KeyTemplate template) {
    boolean mayBe(Map<String, AttributeValue> item) {
      return text(item).startsWith(template.prefix());
    }

    boolean is(Map<String, AttributeValue> item) {
      try {
        template.parse(text(item));
        return true;
      } catch (IllegalArgumentException e) {
        return false;
      }
    }

    private String text(Map<String, AttributeValue> item) {
      return Objects.requireNonNull(item.get(attribute)).s();
    }
  }

  private record Kind<R>(List<KeyText> keys, ItemReader<R> reader) {
    boolean mayBe(Map<String, AttributeValue> item) {
      for (var key : keys) {
        if (!key.mayBe(item)) return false;
      }
      return true;
    }
  }

  private final List<Kind<R>> kinds;

  CollectionReader(List<Entity<? extends R>> entities) {
    kinds = entities.stream().<Kind<R>>map(CollectionReader::kind).toList();
  }

  private static <R, E extends R> Kind<R> kind(Entity<E> entity) {
    Table table = entity.table();
    var keys = new ArrayList<KeyText>();
    if (entity.keys().partition() instanceof Key.Text(var template)) {
      keys.add(new KeyText(table.partition().name(), template));
    }
    entity
        .keys()
        .sort()
        .ifPresent(key -> {
          if (!(key instanceof Key.Text(var template))) throw notText(entity);
          keys.add(new KeyText(table.sort().orElseThrow().name(), template));
        });
    if (keys.isEmpty()) throw notText(entity);
    var codec = entity.codec();
    return new Kind<>(List.copyOf(keys), item -> codec.read(item, AttributeValues.SDK));
  }

  private static IllegalArgumentException notText(Entity<?> entity) {
    return new IllegalArgumentException(
        "%s has a sort key that is no text, so it cannot be told from others"
            .formatted(entity.name()));
  }

  @Override
  public R read(Map<String, AttributeValue> item) {
    @Nullable Kind<R> only = null;
    for (var kind : kinds) {
      if (!kind.mayBe(item)) continue;
      if (only != null) return ofSeveral(item).reader.read(item);
      only = kind;
    }
    if (only == null) throw stranger();
    return only.reader.read(item);
  }

  /** If several prefixes fit, the entity whose templates can read the whole key. */
  private Kind<R> ofSeveral(Map<String, AttributeValue> item) {
    for (var kind : kinds) {
      if (kind.keys.stream().allMatch(key -> key.is(item))) return kind;
    }
    throw stranger();
  }

  private static IllegalStateException stranger() {
    return new IllegalStateException("It is none of the collection's entities");
  }
}
