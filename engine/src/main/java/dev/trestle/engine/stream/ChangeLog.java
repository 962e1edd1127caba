package dev.trestle.engine.stream;

import dev.trestle.engine.storage.Mutation;
import dev.trestle.engine.table.StoredKeys;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.StreamSettings.ViewType;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.item.Item;
import java.util.Optional;

/**
 * The log of changes, for streams and for recovery. A record is part of the mutation that makes the
 * change, so that after a crash both exist or neither. The committer assigns its number and time.
 */
public final class ChangeLog {
  private ChangeLog() {}

  /**
   * Adds the record of a change to the mutation: one for an enabled stream, and one with the old
   * image for recovery. A write that changes nothing adds no record.
   *
   * @param itemKey the item's stored key, as returned by {@link StoredKeys#item}
   * @param byService whether the item was removed by time to live and not by a client
   */
  public static void append(
      Mutation mutation,
      TableDefinition table,
      byte[] itemKey,
      Optional<Item> before,
      Optional<Item> after,
      boolean byService) {
    var stream = table.stream().filter(StreamSettings::enabled);
    var recovery = table.recovery();
    if ((stream.isEmpty() && recovery.isEmpty()) || before.equals(after)) return;
    int lineage = LogKeys.lineageOf(itemKey);
    if (stream.isPresent()) {
      var content =
          ChangeEncoding.encode(stream.get().view(), table.keys(), before, after, byService);
      log(mutation, stream.get().id(), lineage, content);
    }
    if (recovery.isPresent()) {
      var content =
          ChangeEncoding.encode(ViewType.OLD_IMAGE, table.keys(), before, after, byService);
      log(mutation, recovery.get().logId(), lineage, content);
    }
  }

  private static void log(Mutation mutation, int logId, int lineage, byte[] content) {
    mutation.log(LogKeys.channel(logId, lineage), LogKeys.lineage(logId, lineage), content);
  }
}
