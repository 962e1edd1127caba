package dev.trestle.model;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Optional;

/** Where a pattern reads or writes: a table or one of its indexes, with what stands in its keys. */
record Source(Table table, Optional<TableIndex> index, KeyPair keys, Lookup lookup) {
  static Source of(Entity<?> entity) {
    return new Source(entity.table(), Optional.empty(), entity.keys(), entity.lookup());
  }
}
