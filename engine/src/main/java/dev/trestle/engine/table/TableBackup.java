package dev.trestle.engine.table;

import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * A backup of a table: its definition, and its items under an id of their own.
 *
 * @param itemsId the id with which the keys of its items begin
 * @param expires when it is removed; empty if it is kept until somebody deletes it
 * @param table the table's definition when the backup was made
 */
public record TableBackup(
    int itemsId,
    String name,
    Kind kind,
    Status status,
    Instant created,
    Optional<Instant> expires,
    TableDefinition table,
    long items,
    long bytes) {
  /** The end of the name of the backup that is made when a table with recovery is deleted. */
  public static final String OF_DELETED_TABLE = "$DeletedTableBackup";

  public enum Kind {
    USER,
    SYSTEM
  }

  public enum Status {
    CREATING,
    AVAILABLE
  }

  /** Returns the last part of the backup's ARN. */
  public String id() {
    return String.format(Locale.ROOT, "%014d-%08x", created.toEpochMilli(), itemsId);
  }

  TableBackup available() {
    return new TableBackup(
        itemsId, name, kind, Status.AVAILABLE, created, expires, table, items, bytes);
  }
}
