package dev.trestle.model;

import java.time.Duration;

/** Scheduled backups and how long they are kept. */
public record BackupPlan(Duration every, Duration kept) {
  /** One backup a day, each kept for so many days. */
  public static BackupPlan daily(int daysKept) {
    return new BackupPlan(Duration.ofDays(1), Duration.ofDays(daysKept));
  }

  public BackupPlan {
    if (every.isNegative() || every.isZero() || kept.compareTo(every) < 0) {
      throw new IllegalArgumentException("backups every %s kept for %s".formatted(every, kept));
    }
  }
}
