package dev.trestle.engine.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * A table's recovery to a point in time.
 *
 * @param logId the id with which the keys of its log records begin; never reused
 * @param since the time since which every change is in the log; empty while writers that do not
 *     know of the log may still commit
 * @param days how long the records are kept
 */
public record RecoverySettings(int logId, Optional<Instant> since, int days) {
  public static final int DAYS_MAX = 35;

  public RecoverySettings since(Instant changed) {
    return new RecoverySettings(logId, Optional.of(changed), days);
  }

  /** Returns the settings after a log has become complete, which may be another one. */
  RecoverySettings started(int id, Instant time) {
    return id == logId ? since(time) : this;
  }

  public RecoverySettings days(int changed) {
    return new RecoverySettings(logId, since, changed);
  }

  /** Returns the time before which records are removed. */
  public Instant horizon(Instant now) {
    return now.minus(Duration.ofDays(days));
  }

  /** Returns the earliest time to which the table can be restored. */
  public Instant earliest(Instant now) {
    var begin = since.orElse(now);
    var horizon = horizon(now);
    return begin.isAfter(horizon) ? begin : horizon;
  }
}
