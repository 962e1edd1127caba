package dev.trestle.app.server;

import dev.trestle.app.backup.BackupSchedule;
import dev.trestle.app.backup.DrillHistory;
import dev.trestle.app.backup.DrillResult;
import dev.trestle.app.backup.FolderBackup;
import dev.trestle.app.backup.OpenFolder;
import dev.trestle.app.config.Configuration;
import dev.trestle.console.ConsoleBackups;
import dev.trestle.model.Table;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.web.ApiError;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/**
 * Carries out the backup plans of all tables that a server has, if its data is in a folder. One
 * backup of the whole folder has all tables (decision 44).
 */
final class ServerBackups implements ConsoleBackups, AutoCloseable {
  private final Optional<BackupSchedule> schedule;
  private final Optional<DrillHistory> drills;

  private ServerBackups(Optional<BackupSchedule> schedule, Optional<DrillHistory> drills) {
    this.schedule = schedule;
    this.drills = drills;
  }

  static ServerBackups start(
      Configuration configuration,
      Optional<OpenFolder> folder,
      List<Store> stores,
      InstantSource clock) {
    var plans =
        stores.stream()
            .flatMap(store -> store.model().tables().stream())
            .map(Table::backups)
            .flatMap(Optional::stream)
            .toList();
    var plan = BackupSchedule.combine(plans);
    var target = configuration.backups();
    var schedule =
        folder.isPresent() && plan.isPresent() && target.isPresent()
            ? Optional.of(BackupSchedule.start(folder.get(), target.get(), plan.get(), clock))
            : Optional.<BackupSchedule>empty();
    return new ServerBackups(schedule, folder.map(_ -> new DrillHistory(configuration.data())));
  }

  Optional<BackupSchedule> schedule() {
    return schedule;
  }

  /** The age of the newest backup; a server without backups has no such metric. */
  List<Metric> metrics() {
    return schedule
        .map(running ->
            List.of(
                Metric.gauge(
                    "backup.age.seconds",
                    "How long ago the newest backup was taken; NaN before the first one",
                    () -> running.age().map(age -> age.toMillis() / 1000.0).orElse(Double.NaN)),
                Metric.gauge(
                    "backup.count",
                    "How many backups there are",
                    () -> (double) running.status().backups().size())))
        .orElseGet(List::of);
  }

  @Override
  public void start() {
    schedule.orElseThrow(() -> ApiError.conflict("This server makes no backups.")).backUpNow();
  }

  @Override
  public View view() {
    var status = schedule.map(BackupSchedule::status);
    return new View(
        status.map(each -> each.target().toString()),
        seconds(status.map(each -> each.plan().every())),
        seconds(status.map(each -> each.plan().kept())),
        status.map(BackupSchedule.Status::running).orElse(false),
        status.map(BackupSchedule.Status::next),
        status.flatMap(BackupSchedule.Status::problem),
        status.map(BackupSchedule.Status::backups).orElseGet(List::of).reversed().stream()
            .map(ServerBackups::of)
            .toList(),
        drills.map(DrillHistory::all).orElseGet(List::of).stream().map(ServerBackups::of).toList());
  }

  private static double seconds(Optional<Duration> duration) {
    return duration.map(each -> each.toMillis() / 1000.0).orElse(0.0);
  }

  private static Backup of(FolderBackup backup) {
    return new Backup(backup.id(), backup.taken(), backup.tookMillis() / 1000.0, backup.bytes());
  }

  private static Drill of(DrillResult result) {
    return new Drill(
        result.at(),
        result.passed(),
        result.restoreMillis() / 1000.0,
        result.verifyMillis() / 1000.0,
        result.backupAgeSeconds(),
        result.tables(),
        result.items(),
        result.bytes(),
        result.compared(),
        result.problems());
  }

  @Override
  public void close() {
    schedule.ifPresent(BackupSchedule::close);
  }
}
