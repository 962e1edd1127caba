package dev.trestle.engine.operation;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.OperationContext;
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
  private static final Comparator<TableBackup> ORDER =
      Comparator.comparing(TableBackup::created).thenComparingInt(TableBackup::itemsId);

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
    int most = limit == null ? PAGE_MAX : limit;
    var start = Optional.ofNullable(exclusiveStartBackupArn).map(context::backup);
    var found =
        context.catalog().backups().stream()
            .filter(this::isWanted)
            .filter(backup -> start.isEmpty() || ORDER.compare(backup, start.get()) > 0)
            .sorted(ORDER)
            .map(backup -> DescribeBackup.described(context, backup, false))
            .toList();
    if (found.size() <= most) return new Result(found, Optional.empty());
    var page = found.subList(0, most);
    return new Result(page, Optional.of(page.getLast().arn()));
  }

  private boolean isWanted(TableBackup backup) {
    var type = backupType == null ? "USER" : backupType;
    return (tableName == null || TableNames.resolve(tableName).equals(backup.table().name()))
        && (type.equals("ALL") || type.equals(backup.kind().name()))
        && (timeRangeLowerBound == null || !backup.created().isBefore(timeRangeLowerBound))
        && (timeRangeUpperBound == null || backup.created().isBefore(timeRangeUpperBound));
  }
}
