package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/**
 * An index from the point of view of one entity: the table's index and the content of its keys. An
 * item is in it only while all components of its keys are present.
 */
public record Index<R>(Entity<R> entity, TableIndex index, KeyPair keys) {
  Index(Entity<R> entity, IndexPlacement placed) {
    this(entity, placed.index(), placed.keys());
  }

  /** The name of the index in the table. */
  public String name() {
    return index.name();
  }

  /**
   * Declares a query of this index. The parameters' components are named like the parts of its key.
   */
  public <K extends Record> Query.Builder<K, R, R> query(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, SourceLocation.ofCaller(), Load.NONE);
    return new Query.Builder<>(
        heading,
        new QueryTarget(entity.table(), Optional.of(index), keys, entity.lookup()),
        RecordShape.of(parameters, entity.lookup()),
        new ResultType.Whole<>(entity));
  }
}
