package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.model.BackupPlan;
import dev.trestle.model.Encryption;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Everything that an account needs to run a design: its tables, backup schedules and alarms.
 * CloudFormation, Terraform and CDK are written from it.
 */
record Infrastructure(
    String name, List<Table> tables, List<BackupSchedule> backups, List<CloudWatchAlarm> alarms) {

  /** Tables that are backed up together. */
  record BackupSchedule(String name, String cron, long daysKept, List<Table> tables) {}

  static Infrastructure of(Design design) {
    design.tables().forEach(Infrastructure::check);
    return new Infrastructure(
        design.name(),
        design.tables(),
        backups(design),
        design.tables().stream()
            .flatMap(table -> CloudWatchAlarm.of(design, table).stream())
            .toList());
  }

  boolean hasBackups() {
    return !backups.isEmpty();
  }

  boolean hasAlarms() {
    return !alarms.isEmpty();
  }

  /** The scaled units of tables without replicas. A global table has scaling inside. */
  List<ScalableUnits> scaling() {
    return tables.stream()
        .filter(table -> table.replicas().isEmpty())
        .flatMap(table -> ScalableUnits.of(table).stream())
        .toList();
  }

  /** Names of vaults and roles may only contain letters, digits, hyphens and underscores. */
  String vault() {
    return name.replaceAll("[^A-Za-z0-9_-]", "-") + "-backups";
  }

  /** Checks DynamoDB's requirements for replicas. */
  private static void check(Table table) {
    if (table.replicas().isEmpty()) return;
    table.stream()
        .filter(view -> view != StreamView.NEW_AND_OLD_IMAGES)
        .ifPresent(view -> {
          throw new UnexportableException(
              "table %s has replicas: its stream must show new and old images, not %s"
                  .formatted(table.name(), view));
        });
    if (table.encryption() instanceof Encryption.Customer(var arn) && !arn.contains(":key/mrk-")) {
      throw new UnexportableException(
          "table %s has replicas: each needs the key in its own region, so it must be a"
                  .formatted(table.name())
              + " multi-Region key (key/mrk-…)");
    }
  }

  /** A multi-Region key has the same id in all regions. */
  static String keyIn(String region, String arn) {
    return arn.replaceFirst("^(arn:[^:]*:kms:)[^:]*:", "$1" + region + ":");
  }

  private static List<BackupSchedule> backups(Design design) {
    var tables = new LinkedHashMap<BackupPlan, List<Table>>();
    for (var table : design.tables()) {
      table
          .backups()
          .ifPresent(plan -> tables.computeIfAbsent(plan, ignored -> new ArrayList<>()).add(table));
    }
    return tables.entrySet().stream()
        .map(entry -> schedule(entry.getKey(), entry.getValue()))
        .toList();
  }

  private static BackupSchedule schedule(BackupPlan plan, List<Table> tables) {
    long days = Math.ceilDiv(plan.kept().toSeconds(), 86_400L);
    return new BackupSchedule(
        "every-%s-kept-%d-days".formatted(interval(plan), days), cron(plan), days, tables);
  }

  private static String interval(BackupPlan plan) {
    long hours = plan.every().toHours();
    return hours % 24 == 0 ? hours / 24 + "-days" : hours + "-hours";
  }

  /**
   * A schedule with backups at least as often as the plan requires. Cron schedules know hours of a
   * day and days of a month or week, so some intervals are shorter at the end of a month.
   */
  static String cron(BackupPlan plan) {
    long hours = plan.every().toHours();
    if (hours < 1) {
      throw new UnexportableException(
          "backups every %s: once an hour is the most".formatted(plan.every()));
    }
    if (hours < 24) {
      while (24 % hours != 0) hours--;
      return hours == 1 ? "cron(0 * * * ? *)" : "cron(0 0/%d * * ? *)".formatted(hours);
    }
    long days = hours / 24;
    if (days == 1) return "cron(0 3 * * ? *)";
    if (days == 7) return "cron(0 3 ? * SUN *)";
    return days >= 31 ? "cron(0 3 1 * ? *)" : "cron(0 3 1/%d * ? *)".formatted(days);
  }
}
