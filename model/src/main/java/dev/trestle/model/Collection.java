package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.List;

/**
 * Entities that share partitions, read by one query as one sealed interface. Their sort keys tell
 * them apart, so that nothing is read to be thrown away.
 */
public record Collection<S>(Class<S> type, List<Entity<? extends S>> entities) {
  public Collection {
    entities = List.copyOf(entities);
    if (!type.isSealed()) throw new IllegalArgumentException(type.getName() + " is not sealed");
    for (var permitted : type.getPermittedSubclasses()) {
      if (entities.stream().noneMatch(entity -> entity.type() == permitted)) {
        throw new IllegalArgumentException(
            "no entity for %s of %s".formatted(permitted.getSimpleName(), type.getSimpleName()));
      }
    }
  }

  public static <S> Collection<S> of(Class<S> type, List<Entity<? extends S>> entities) {
    return new Collection<>(type, entities);
  }

  /** A query for all of a partition; its parameters bind the partition key of every entity. */
  public <K extends Record> Query.Builder<K, S> query(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    var first = entities.getFirst();
    return new Query.Builder<>(
        heading,
        Source.of(first),
        RecordShape.of(parameters, first.lookup()),
        new Result.OneOf<>(type, entities));
  }
}
