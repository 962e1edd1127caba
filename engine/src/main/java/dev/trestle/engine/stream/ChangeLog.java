package dev.trestle.engine.stream;

import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.Optional;

/** Stands in until streams are there. */
public final class ChangeLog {
  private ChangeLog() {}

  public static void append(
      Mutation mutation,
      TableDefinition table,
      byte[] itemKey,
      Optional<Item> before,
      Optional<Item> after,
      boolean byService) {}
}
