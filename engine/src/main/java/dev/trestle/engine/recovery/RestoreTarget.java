package dev.trestle.engine.recovery;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ResourceInUseException;
import dev.trestle.engine.refusal.Refusal.TableAlreadyExistsException;
import dev.trestle.engine.refusal.Refusal.TableNotFoundException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.TableDefinition;

/** Finds and creates tables with the errors of DynamoDB's operations on backups. */
public final class RestoreTarget {
  private RestoreTarget() {}

  /** Returns the table with this name or ARN. */
  public static OpenTable source(OperationContext context, String nameOrArn) {
    var name = TableNames.resolve(nameOrArn);
    return context
        .catalog()
        .find(name)
        .orElseThrow(() -> new TableNotFoundException("Table not found: " + name));
  }

  /** Creates the table that is to be filled. */
  public static OpenTable create(OperationContext context, TableDefinition definition) {
    try {
      return context.catalog().create(definition);
    } catch (ResourceInUseException e) {
      throw new TableAlreadyExistsException("Table already exists: " + definition.name());
    }
  }
}
