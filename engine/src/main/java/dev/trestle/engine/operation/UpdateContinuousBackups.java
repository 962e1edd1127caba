package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.recovery.RestoreTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.ContinuousBackups;
import dev.trestle.engine.table.OpenTable;
import dev.trestle.engine.table.RecoverySettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** UpdateContinuousBackups: enables or disables recovery to a point in time. */
public record UpdateContinuousBackups(
    @Nullable String tableName,
    @Nullable Boolean pointInTimeRecoveryEnabled,
    @Nullable Integer recoveryPeriodInDays)
    implements Operation<ContinuousBackups> {
  private static final String SPECIFICATION = "pointInTimeRecoverySpecification.";

  @Override
  public ContinuousBackups run(OperationContext context) {
    new Constraints()
        .table("tableName", tableName)
        .required(SPECIFICATION + "pointInTimeRecoveryEnabled", pointInTimeRecoveryEnabled)
        .atLeast(SPECIFICATION + "recoveryPeriodInDays", recoveryPeriodInDays, 1)
        .atMost(
            SPECIFICATION + "recoveryPeriodInDays", recoveryPeriodInDays, RecoverySettings.DAYS_MAX)
        .check();
    if (recoveryPeriodInDays != null && !given(pointInTimeRecoveryEnabled)) {
      throw new ValidationException(
          "Invalid Request: Cannot specify RecoveryPeriodInDays when disabling point-in-time"
              + " recovery.");
    }
    var table = RestoreTarget.complete(context, given(tableName));
    if (given(pointInTimeRecoveryEnabled)) enable(context, table);
    else disable(context, table);
    return DescribeContinuousBackups.described(context, table);
  }

  private void enable(OperationContext context, OpenTable table) {
    var alteration =
        context
            .catalog()
            .alter(
                table,
                definition ->
                    definition.toBuilder()
                        .recovery(Optional.of(settings(context, definition.recovery())))
                        .build());
    if (alteration.before().recovery().isPresent()) return;
    context.writes().barrier();
    int logId = alteration.after().recovery().orElseThrow().logId();
    context.catalog().startRecovery(table, logId);
  }

  private RecoverySettings settings(OperationContext context, Optional<RecoverySettings> present) {
    var settings =
        present.orElseGet(() ->
            new RecoverySettings(
                context.catalog().newId(), Optional.empty(), RecoverySettings.DAYS_MAX));
    return recoveryPeriodInDays == null ? settings : settings.days(recoveryPeriodInDays);
  }

  private static void disable(OperationContext context, OpenTable table) {
    context
        .catalog()
        .alter(table, definition -> definition.toBuilder().recovery(Optional.empty()).build());
  }
}
