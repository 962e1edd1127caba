package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Result;
import dev.trestle.model.codec.ItemCodec;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Makes records of the items that a read finds. */
@FunctionalInterface
interface ItemReader<R> {
  R read(Map<String, AttributeValue> item);

  static <R> ItemReader<R> of(Result<R> result) {
    return switch (result) {
      case Result.Whole<R>(var entity) -> of(entity.codec());
      case Result.View<R> view -> of(view.codec());
      case Result.OneOf<R> several -> new BySortKey<>(several.entities());
    };
  }

  private static <R> ItemReader<R> of(ItemCodec<R> codec) {
    return item -> codec.read(item, AttributeValues.SDK);
  }

  /** Whether the time in this attribute has come: DynamoDB may take days to remove the item. */
  static boolean isExpired(Map<String, AttributeValue> item, String attribute, Instant now) {
    var until = item.get(attribute);
    return until != null
        && until.n() != null
        && AttributeValues.SDK.asNumber(until).longValue() <= now.getEpochSecond();
  }

  /** Tells entities apart by what their sort keys begin with, or by which of them can read it. */
  final class BySortKey<R> implements ItemReader<R> {
    private record Kind<R>(
        Entity<? extends R> entity, KeyTemplate template, String start, ItemReader<R> reader) {}

    private final String attribute;
    private final List<Kind<R>> kinds;

    BySortKey(List<Entity<? extends R>> entities) {
      var table = entities.getFirst().table();
      attribute =
          table
              .sort()
              .orElseThrow(() -> new IllegalArgumentException("a collection needs a sort key"))
              .name();
      kinds = entities.stream().<Kind<R>>map(BySortKey::kind).toList();
    }

    private static <R, E extends R> Kind<R> kind(Entity<E> entity) {
      if (entity.keys().sort().orElseThrow() instanceof Key.Text(var template)) {
        var codec = entity.codec();
        return new Kind<>(
            entity, template, template.prefix(), item -> codec.read(item, AttributeValues.SDK));
      }
      throw new IllegalArgumentException(
          "%s has a sort key that is no text, so it cannot be told from others"
              .formatted(entity.name()));
    }

    @Override
    public R read(Map<String, AttributeValue> item) {
      var text = Objects.requireNonNull(item.get(attribute)).s();
      Optional<Kind<R>> only = Optional.empty();
      for (var kind : kinds) {
        if (!text.startsWith(kind.start)) continue;
        if (only.isPresent()) return ofSeveral(text).reader.read(item);
        only = Optional.of(kind);
      }
      return only.orElseThrow(BySortKey::stranger).reader.read(item);
    }

    /** Where keys begin alike, the one whose template can read it whole. */
    private Kind<R> ofSeveral(String text) {
      for (var kind : kinds) {
        try {
          kind.template.parse(text);
          return kind;
        } catch (IllegalArgumentException e) {
          // not of this kind: the next one may read it
        }
      }
      throw stranger();
    }

    private static IllegalStateException stranger() {
      return new IllegalStateException("an item that is none of the collection's entities");
    }
  }
}
