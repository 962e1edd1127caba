package dev.trestle.engine.operation;

import dev.trestle.engine.operation.TableDescription.Status;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.TableDefinition;
import org.jspecify.annotations.Nullable;

/** DeleteTable. */
public record DeleteTable(@Nullable String tableName) implements Operation<TableDescription> {
  @Override
  public TableDescription run(Kernel kernel) {
    var name = TableNames.given(tableName);
    new Constraints().tableName(name).check();
    var table = TableNames.require(kernel, name);
    var deleted = kernel.catalog().delete(table, DeleteTable::refuseProtected);
    return TableDescription.of(kernel, table, deleted, Status.DELETING);
  }

  private static void refuseProtected(TableDefinition table) {
    if (table.deletionProtection()) {
      throw new ValidationException(
          "Resource cannot be deleted as it is currently protected against deletion. Disable"
              + " deletion protection first.");
    }
  }
}
