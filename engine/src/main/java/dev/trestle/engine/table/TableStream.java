package dev.trestle.engine.table;

import java.time.Instant;
import java.util.Optional;

/**
 * A stream there is, or was and can still be read: its table may be gone.
 *
 * @param tableId the number of the table it belongs to, since another may have its name now
 * @param closed when the stream was switched off or its table deleted; none while it is live
 */
public record TableStream(
    StreamSettings settings,
    int tableId,
    String tableName,
    KeySchema keys,
    Optional<Instant> closed) {
  static TableStream live(TableDefinition table, StreamSettings settings) {
    return new TableStream(settings, table.id(), table.name(), table.keys(), Optional.empty());
  }

  TableStream closedAt(Instant now) {
    return new TableStream(settings.disabled(), tableId, tableName, keys, Optional.of(now));
  }
}
