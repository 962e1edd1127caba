package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Optional;

/**
 * An index as one entity sees it: the table's index with what stands in its keys. An item is in it
 * only while all components its keys are made of are present.
 */
public record Index<R>(Entity<R> entity, TableIndex index, KeyPair keys) {
  Index(Entity<R> entity, Placement placed) {
    this(entity, placed.index(), placed.keys());
  }

  public String name() {
    return index.name();
  }

  public <K extends Record> Query.Builder<K, R> query(
      String id, String title, Class<K> parameters) {
    var heading = new Heading(id, title, Place.ofCaller(), Load.NONE);
    return new Query.Builder<>(
        heading,
        new Source(entity.table(), Optional.of(index), keys, entity.lookup()),
        RecordShape.of(parameters, entity.lookup()),
        new Result.Whole<>(entity));
  }
}
