package dev.trestle.engine.operation;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ResourceInUseException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.TableDefinition;
import org.jspecify.annotations.Nullable;

/**
 * DeleteTable: deletes a table. Its name is free at once; its items are removed in the background.
 */
public record DeleteTable(@Nullable String tableName) implements Operation<TableDescription> {
  @Override
  public TableDescription run(OperationContext context) {
    var table = context.checkedTable(tableName);
    var deleted = context.catalog().delete(table, DeleteTable::check);
    return TableDescription.of(context.region(), table, deleted, Status.DELETING);
  }

  private static void check(TableDefinition table) {
    if (table.deletionProtection()) {
      throw new ValidationException(
          "Resource cannot be deleted as it is currently protected against deletion. Disable"
              + " deletion protection first.");
    }
    if (table.indexes().stream().anyMatch(index -> index.state() != State.ACTIVE)) {
      throw new ResourceInUseException(
          "Attempt to change a resource which is still in use: Cannot delete table while indexes"
              + " are being created, updated, or deleted.");
    }
  }
}
