package dev.trestle.model;

import java.lang.invoke.MethodHandles.Lookup;
import java.util.Optional;

/** The table or index that a pattern reads or writes, with the content of its keys. */
record QueryTarget(Table table, Optional<TableIndex> index, KeyPair keys, Lookup lookup) {
  static QueryTarget of(Entity<?> entity) {
    return new QueryTarget(entity.table(), Optional.empty(), entity.keys(), entity.lookup());
  }
}
