package dev.trestle.engine.recovery;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ContinuousBackupsUnavailableException;
import dev.trestle.engine.refusal.Refusal.ResourceInUseException;
import dev.trestle.engine.refusal.Refusal.TableAlreadyExistsException;
import dev.trestle.engine.refusal.Refusal.TableInUseException;
import dev.trestle.engine.refusal.Refusal.TableNotFoundException;
import dev.trestle.engine.request.BackupArns;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.RestoreSummary;
import dev.trestle.engine.table.TableBackup;
import dev.trestle.engine.table.TableDefinition;
import java.util.Optional;

/** Finds and creates tables with the errors of DynamoDB's operations on backups. */
public final class RestoreTarget {
  private RestoreTarget() {}

  /** Returns the table with this name or ARN. One that is being restored does not count. */
  public static OpenTable source(OperationContext context, String nameOrArn) {
    return context
        .catalog()
        .find(TableNames.resolve(nameOrArn))
        .filter(table -> restore(table).filter(summary -> !summary.isImport()).isEmpty())
        .orElseThrow(() -> notFound(nameOrArn));
  }

  /** Returns the table with this name or ARN, whose items must be complete. */
  public static OpenTable complete(OperationContext context, String nameOrArn) {
    var table = source(context, nameOrArn);
    if (restore(table).isEmpty()) return table;
    throw new ContinuousBackupsUnavailableException(
        "Backups are being enabled for the table: "
            + TableNames.resolve(nameOrArn)
            + ". Please retry later");
  }

  static TableNotFoundException notFound(String nameOrArn) {
    return new TableNotFoundException("Table not found: " + nameOrArn);
  }

  /** Creates the table that is to be filled. */
  public static OpenTable create(OperationContext context, TableDefinition definition) {
    try {
      return context.catalog().create(definition);
    } catch (ResourceInUseException e) {
      var name = definition.name();
      var restoring = context.catalog().find(name).flatMap(RestoreTarget::restore);
      if (restoring.filter(summary -> !summary.isImport()).isEmpty()) {
        throw new TableAlreadyExistsException("Table already exists: " + name);
      }
      throw new TableInUseException(
          "Table: " + name + " is already being restored" + from(context, restoring.get()));
    }
  }

  private static String from(OperationContext context, RestoreSummary summary) {
    return summary
        .sourceBackup()
        .map(id -> " from backup: " + BackupArns.of(context.region(), summary.sourceTable(), id))
        .orElse("");
  }

  /** Returns whether a table is being restored from a backup. */
  public static boolean isUsing(OperationContext context, TableBackup backup) {
    var id = Optional.of(backup.id());
    return context.catalog().names().stream()
        .flatMap(name -> context.catalog().find(name).stream())
        .flatMap(table -> restore(table).stream())
        .anyMatch(summary -> summary.sourceBackup().equals(id));
  }

  /** Returns where the items of a table come from while they are being copied. */
  private static Optional<RestoreSummary> restore(OpenTable table) {
    return table
        .definitionIfPresent()
        .flatMap(TableDefinition::restore)
        .filter(RestoreSummary::inProgress);
  }
}
