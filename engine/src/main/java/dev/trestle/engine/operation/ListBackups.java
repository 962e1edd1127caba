package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.BackupArns;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.result.BackupDescription;
import dev.trestle.engine.table.TableBackup;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** ListBackups: lists backups, oldest first, page by page. */
public record ListBackups(
    @Nullable String tableName,
    @Nullable Integer limit,
    @Nullable Instant timeRangeLowerBound,
    @Nullable Instant timeRangeUpperBound,
    @Nullable String exclusiveStartBackupArn,
    @Nullable String backupType)
    implements Operation<ListBackups.Result> {
  private static final int PAGE_MAX = 100;

  /** The ids of backups begin with their time. */
  private static final Comparator<TableBackup> ORDER = Comparator.comparing(TableBackup::id);

  public record Result(List<BackupDescription> backups, Optional<String> lastEvaluatedBackupArn) {}

  @Override
  public ListBackups.Result run(OperationContext context) {
    var constraints =
        new Constraints()
            .atLeast("limit", limit, 1)
            .atMost("limit", limit, PAGE_MAX)
            .oneOf("backupType", backupType, "USER", "SYSTEM", "AWS_BACKUP", "ALL");
    if (tableName != null) constraints.table("tableName", tableName);
    constraints.check();
    checkTimeRange();
    int most = limit == null ? PAGE_MAX : limit;
    // A place in the order: the backup itself may have been deleted.
    var start = Optional.ofNullable(exclusiveStartBackupArn).map(BackupArns::id);
    var found =
        context.catalog().backups().stream()
            .filter(this::isWanted)
            .filter(backup -> start.isEmpty() || backup.id().compareTo(start.get()) > 0)
            .sorted(ORDER)
            .map(backup -> DescribeBackup.described(context, backup, false))
            .toList();
    if (found.size() <= most) return new Result(found, Optional.empty());
    var page = found.subList(0, most);
    return new Result(page, Optional.of(page.getLast().arn()));
  }

  private void checkTimeRange() {
    if (timeRangeLowerBound == null || timeRangeUpperBound == null) return;
    if (!timeRangeLowerBound.isAfter(timeRangeUpperBound)) return;
    throw new ValidationException(
        "One or more parameter values were invalid: Time range lower bound must be less than or"
            + " equal to upper bound");
  }

  private boolean isWanted(TableBackup backup) {
    var type = backupType == null ? "USER" : backupType;
    return (tableName == null || TableNames.resolve(tableName).equals(backup.table().name()))
        && (type.equals("ALL") || type.equals(backup.kind().name()))
        && (timeRangeLowerBound == null || !backup.created().isBefore(timeRangeLowerBound))
        && (timeRangeUpperBound == null || backup.created().isBefore(timeRangeUpperBound));
  }
}
