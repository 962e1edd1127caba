package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.PinnedTable;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.recovery.RestoreOverrides;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.refusal.Refusal.InvalidRestoreTimeException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.table.RestoreSummary;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * RestoreTableToPointInTime: creates a table with the items that another one had at a time. It can
 * be used when it is ACTIVE.
 */
public record RestoreTableToPointInTime(
    @Nullable String sourceTableArn,
    @Nullable String sourceTableName,
    @Nullable String targetTableName,
    @Nullable Boolean useLatestRestorableTime,
    @Nullable Instant restoreDateTime,
    RestoreOverrides overrides)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(OperationContext context) {
    var constraints = new Constraints().name("targetTableName", targetTableName);
    overrides.constrain(constraints);
    constraints.check();
    var name = sourceName();
    checkTime();
    return PinnedTable.with(context, name, source -> restore(context, source));
  }

  private String sourceName() {
    if (sourceTableArn != null && sourceTableName != null) {
      throw new ValidationException(
          "Invalid Request: Must provide exactly one of: sourceTableArn, sourceTableName");
    }
    if (sourceTableArn != null) return sourceTableArn;
    if (sourceTableName != null) return sourceTableName;
    throw new ValidationException(
        "The parameter 'TableName' is required but was not present in the request");
  }

  private void checkTime() {
    if (useLatest() && restoreDateTime != null) {
      throw new ValidationException(
          "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for"
              + " point-in-time restore request. Please specify either RestoreDateTime time or"
              + " UseLatestRestorableTime");
    }
    if (!useLatest() && restoreDateTime == null) {
      throw new ValidationException(
          "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be"
              + " specified, but not both");
    }
  }

  private boolean useLatest() {
    return Boolean.TRUE.equals(useLatestRestorableTime);
  }

  private TableDescription restore(OperationContext context, PinnedTable source) {
    var at = time(source);
    var table = source.definition();
    var summary = new RestoreSummary(table.name(), Optional.empty(), at, true);
    var name = TableNames.resolve(given(targetTableName));
    var target = RestoreTarget.create(context, overrides.definition(context, table, name, summary));
    var description =
        TableDescription.of(context.region(), target, target.definition(), Status.CREATING);
    new Recovery(context).restore(target, source, at);
    return description;
  }

  private Instant time(PinnedTable source) {
    if (restoreDateTime == null) return source.latest();
    var at = restoreDateTime.truncatedTo(ChronoUnit.MILLIS);
    if (source.contains(at)) return at;
    throw new InvalidRestoreTimeException(
        ("RestoreDateTime '%s' must be within EarliestRestorableDateTime '%s' and"
                + " LatestRestorableDateTime '%s'")
            .formatted(at, source.earliest(), source.latest()));
  }
}
