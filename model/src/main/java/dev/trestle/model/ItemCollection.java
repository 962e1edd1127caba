package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.List;
import java.util.Optional;

/**
 * Entities that share partitions and are read together by one query, as one sealed interface. Their
 * sort keys distinguish them, so nothing is read and discarded.
 */
public record ItemCollection<S>(Class<S> type, List<Entity<? extends S>> entities) {
  public ItemCollection {
    entities = List.copyOf(entities);
    if (!type.isSealed()) throw new IllegalArgumentException(type.getName() + " is not sealed");
    for (var permitted : type.getPermittedSubclasses()) {
      if (entities.stream().noneMatch(entity -> entity.type() == permitted)) {
        throw new IllegalArgumentException(
            "no entity for %s of %s".formatted(permitted.getSimpleName(), type.getSimpleName()));
      }
    }
  }

  /** Returns a collection of these entities, one for each record that the interface permits. */
  public static <S> ItemCollection<S> of(Class<S> type, List<Entity<? extends S>> entities) {
    return new ItemCollection<>(type, entities);
  }

  /**
   * Declares a query for a whole partition. Its parameters bind the partition key of every entity.
   */
  public <K extends Record> Query.Builder<K, S, S> query(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    var first = entities.getFirst();
    return new Query.Builder<>(
        heading,
        QueryTarget.of(first),
        RecordShape.of(parameters, first.lookup()),
        new ResultType.OneOf<>(type, entities));
  }

  /** Returns the same entities as an index shows them, which each of them must be in. */
  public Indexed<S> index(String name) {
    entities.forEach(entity -> entity.index(name));
    return new Indexed<>(this, name);
  }

  /** The entities of a collection in an overloaded index. */
  public record Indexed<S>(ItemCollection<S> collection, String name) {
    /** Declares a query for a partition of the index, or for a range that all entities share. */
    public <K extends Record> Query.Builder<K, S, S> query(
        String id, String title, Class<K> parameters) {
      var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
      var first = collection.entities.getFirst().index(name);
      var lookup = first.entity().lookup();
      return new Query.Builder<>(
          heading,
          new QueryTarget(first.entity().table(), Optional.of(first.index()), first.keys(), lookup),
          RecordShape.of(parameters, lookup),
          new ResultType.OneOf<>(collection.type, collection.entities));
    }
  }
}
