package dev.trestle.engine.stream;

import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.table.Keys;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.Optional;

/**
 * The log of changes that streams are a view of. A record is part of the mutation that makes the
 * change, so after a crash both are there or neither; the committer gives its number and time.
 */
public final class ChangeLog {
  private ChangeLog() {}

  /**
   * Adds the record of one item's change to the mutation, if the table's stream wants one. A write
   * that changes nothing leaves no record.
   *
   * @param itemKey the item's stored key, as {@link Keys#item} gives it
   * @param byService whether time to live removed the item, and not a client
   */
  public static void append(
      Mutation mutation,
      TableDefinition table,
      byte[] itemKey,
      Optional<Item> before,
      Optional<Item> after,
      boolean byService) {
    var stream = table.stream();
    if (stream.isEmpty() || !stream.get().enabled() || before.equals(after)) return;
    var content = ChangeForm.encode(stream.get().view(), table.keys(), before, after, byService);
    mutation.log(LogKeys.lane(stream.get().id(), LogKeys.laneOf(itemKey)), content);
  }
}
