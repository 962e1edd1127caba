package dev.trestle.model;

import dev.trestle.model.codec.ItemCodec;
import java.util.List;

/** What a read returns for the items it finds. */
public sealed interface ResultType<R> {
  /** Whole records of one entity. */
  record Whole<R>(Entity<R> entity) implements ResultType<R> {}

  /**
   * Records with some of an entity's components, as an index without all attributes returns them.
   */
  record View<R>(Entity<?> entity, Class<R> type, ItemCodec<R> codec, List<String> attributes)
      implements ResultType<R> {}

  /** Records of several entities under one sealed interface, distinguished by their sort keys. */
  record OneOf<R>(Class<R> type, List<Entity<? extends R>> entities) implements ResultType<R> {}

  /** The entities whose items it reads. */
  default List<Entity<?>> sources() {
    return switch (this) {
      case Whole<?>(var entity) -> List.of(entity);
      case View<?> view -> List.of(view.entity());
      case OneOf<R>(var ignored, var entities) -> List.copyOf(entities);
    };
  }
}
