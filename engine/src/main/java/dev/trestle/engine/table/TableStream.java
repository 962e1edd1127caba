package dev.trestle.engine.table;

import java.time.Instant;
import java.util.Optional;

/**
 * A stream that can be read. Its table may have been deleted.
 *
 * @param tableId the id of its table, since another table may have the same name now
 * @param closed when the stream was disabled or its table deleted; empty while it is live
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
