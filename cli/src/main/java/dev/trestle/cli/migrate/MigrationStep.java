package dev.trestle.cli.migrate;

/** One step of a migration. Doing it again has no further effect. Table names have no prefix. */
public sealed interface MigrationStep {
  /** The table that it reads or changes, without the prefix. */
  String table();

  /** Creates a table that does not exist. */
  record CreateTable(String table) implements MigrationStep {}

  /** Reads all items of a table and writes those that are not stored as declared. */
  record Backfill(String table) implements MigrationStep {}

  /**
   * Copies the items of an entity to their new keys.
   *
   * @param table the table that is read
   * @param move the name of the {@link MovedItems}
   */
  record Copy(String table, String move) implements MigrationStep {}

  /** Adds a global index, and waits until it is complete. */
  record AddIndex(String table, String index) implements MigrationStep {}

  /** Drops a global index that is no longer declared. */
  record DropIndex(String table, String index) implements MigrationStep {}

  /** Deletes the items that were copied to new keys. */
  record DeleteMoved(String table, String move) implements MigrationStep {}

  /** Whether it reads a whole table. */
  default boolean isPass() {
    return switch (this) {
      case Backfill ignored -> true;
      case Copy ignored -> true;
      case DeleteMoved ignored -> true;
      case CreateTable ignored -> false;
      case AddIndex ignored -> false;
      case DropIndex ignored -> false;
    };
  }

  /** Whether the way back is closed afterwards. Such steps are the last. */
  default boolean isLast() {
    return switch (this) {
      case CreateTable ignored -> false;
      case Backfill ignored -> false;
      case Copy ignored -> false;
      case AddIndex ignored -> false;
      case DropIndex ignored -> true;
      case DeleteMoved ignored -> true;
    };
  }

  /** What it does, for people. */
  default String title() {
    return switch (this) {
      case CreateTable(var table) -> "create table " + table;
      case Backfill(var table) -> "backfill " + table;
      case Copy copy -> "copy " + copy.move;
      case AddIndex(var table, var index) -> "add index " + table + "/" + index;
      case DropIndex(var table, var index) -> "drop index " + table + "/" + index;
      case DeleteMoved delete -> "delete what was copied, " + delete.move;
    };
  }

  /** What readers notice of it. */
  default String readers() {
    return switch (this) {
      case CreateTable ignored -> "the table is empty";
      case Backfill ignored -> "see the same records before and after";
      case Copy ignored -> "of the old key see everything; of the new key, once it is done";
      case AddIndex ignored -> "are refused until the index is complete";
      case DropIndex ignored -> "are refused from then on";
      case DeleteMoved ignored -> "of the old key see nothing any more";
    };
  }

  /** How to get back to where things were. */
  default String undo() {
    return switch (this) {
      case CreateTable ignored -> "delete the empty table";
      case Backfill ignored -> "declare former names the other way round, apply";
      case Copy ignored -> "none needed: the old items are kept and written";
      case AddIndex ignored -> "apply --drop without the index";
      case DropIndex ignored -> "none; add it again";
      case DeleteMoved ignored -> "none";
    };
  }
}
