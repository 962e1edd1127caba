package dev.trestle.model;

import dev.trestle.model.codec.ItemCodec;
import java.util.List;

/** What a read makes of the items it finds. */
public sealed interface Result<R> {
  /** Whole records of one entity. */
  record Whole<R>(Entity<R> entity) implements Result<R> {}

  /** Records with some of an entity's components: what an index without all attributes can give. */
  record View<R>(Entity<?> entity, Class<R> type, ItemCodec<R> codec, List<String> attributes)
      implements Result<R> {}

  /** Records of several entities under one sealed interface, told apart by their sort keys. */
  record OneOf<R>(Class<R> type, List<Entity<? extends R>> entities) implements Result<R> {}

  default List<Entity<?>> sources() {
    return switch (this) {
      case Whole<?>(var entity) -> List.of(entity);
      case View<?> view -> List.of(view.entity());
      case OneOf<R>(var _, var entities) -> List.copyOf(entities);
    };
  }
}
