package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.Recovery;
import dev.trestle.engine.recovery.RestoreOverrides;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.refusal.Refusal.InvalidRestoreTimeException;
import dev.trestle.engine.refusal.Refusal.PointInTimeRecoveryUnavailableException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.table.RecoverySettings;
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
    new Constraints()
        .name("targetTableName", targetTableName)
        .oneOf("billingModeOverride", overrides.billingMode(), "PROVISIONED", "PAY_PER_REQUEST")
        .check();
    var source = RestoreTarget.source(context, sourceName()).definition();
    var recovery =
        source
            .recovery()
            .orElseThrow(() ->
                new PointInTimeRecoveryUnavailableException(
                    "Point in time recovery is not enabled for table '" + source.name() + "'"));
    var at = time(recovery, context);
    var summary = new RestoreSummary(source.name(), Optional.empty(), at, true);
    var name = TableNames.resolve(given(targetTableName));
    var target =
        RestoreTarget.create(context, overrides.definition(context, source, name, summary));
    new Recovery(context).restore(target, source, at);
    return TableDescription.of(context.region(), target, target.definition(), Status.CREATING);
  }

  private String sourceName() {
    if (sourceTableArn != null) return sourceTableArn;
    if (sourceTableName != null) return sourceTableName;
    throw new ValidationException(
        "One or more parameter values were invalid: Either SourceTableArn or SourceTableName is"
            + " required");
  }

  private Instant time(RecoverySettings recovery, OperationContext context) {
    var latest = context.storage().logTime();
    if (Boolean.TRUE.equals(useLatestRestorableTime)) return latest;
    if (restoreDateTime == null) {
      throw new ValidationException(
          "One or more parameter values were invalid: Either RestoreDateTime or"
              + " UseLatestRestorableTime is required");
    }
    var at = restoreDateTime.truncatedTo(ChronoUnit.MILLIS);
    var earliest = recovery.earliest(context.now());
    if (!at.isBefore(earliest) && !at.isAfter(latest)) return at;
    throw new InvalidRestoreTimeException(
        "The restore time must lie between " + earliest + " and " + latest);
  }
}
