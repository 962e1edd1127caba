package dev.trestle.app.backup;

import dev.trestle.engine.StorageException;
import dev.trestle.model.BackupPlan;
import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Backs up a data folder at intervals and deletes backups that are past their retention. One backup
 * has all tables, so one schedule serves the plans of all of them: the shortest interval and the
 * longest retention.
 */
public final class BackupSchedule implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(BackupSchedule.class.getName());

  /** The start of a server is not slowed down by a backup. */
  private static final Duration FIRST_AFTER = Duration.ofMinutes(1);

  private static final Duration RETRY_AFTER = Duration.ofMinutes(10);
  private static final Duration LOOK_EVERY = Duration.ofSeconds(1);

  /** Beyond this many missed intervals, the last backup is too old. */
  private static final int MISSED_MAX = 2;

  /**
   * The state of a schedule.
   *
   * @param target the folder of backups
   * @param backups the complete ones, oldest first
   * @param running whether a backup is being made
   * @param problem why the last attempt failed
   */
  public record Status(
      Path target,
      BackupPlan plan,
      List<FolderBackup> backups,
      boolean running,
      Instant next,
      Optional<String> problem) {
    public Optional<FolderBackup> last() {
      return backups.isEmpty() ? Optional.empty() : Optional.of(backups.getLast());
    }
  }

  private final OpenFolder folder;
  private final Path target;
  private final BackupPlan plan;
  private final InstantSource clock;

  /** Guards what follows. */
  private final ReentrantLock lock = new ReentrantLock();

  private final Condition changed = lock.newCondition();
  private List<FolderBackup> backups = List.of();
  private Optional<String> problem = Optional.empty();
  private Instant next;
  private Instant opened;
  private boolean running;
  private boolean closed;
  private final Thread thread;

  private BackupSchedule(OpenFolder folder, Path target, BackupPlan plan, InstantSource clock) {
    this.folder = folder;
    this.target = target.toAbsolutePath().normalize();
    this.plan = plan;
    this.clock = clock;
    this.opened = clock.instant();
    this.next = opened.plus(FIRST_AFTER);
    // A platform thread: a backup spends its time in native calls.
    this.thread = RestartingThread.ofPlatform("trestle-backups", this::run);
  }

  /** Starts the schedule. */
  public static BackupSchedule start(
      OpenFolder folder, Path target, BackupPlan plan, InstantSource clock) {
    var schedule = new BackupSchedule(folder, target, plan, clock);
    schedule.readBackups();
    schedule.thread.start();
    return schedule;
  }

  /** Returns a plan that satisfies all of them, or empty if there is none. */
  public static Optional<BackupPlan> combine(Collection<BackupPlan> plans) {
    return plans.stream()
        .reduce((first, second) ->
            new BackupPlan(
                shorter(first.every(), second.every()), longer(first.kept(), second.kept())));
  }

  private static Duration shorter(Duration first, Duration second) {
    return first.compareTo(second) <= 0 ? first : second;
  }

  private static Duration longer(Duration first, Duration second) {
    return first.compareTo(second) >= 0 ? first : second;
  }

  private void readBackups() {
    if (!StoredBackups.isAt(target)) return;
    try (var found = StoredBackups.open(target)) {
      known(found.list());
    } catch (BackupException | StorageException e) {
      failed(e);
    }
  }

  private void known(List<FolderBackup> found) {
    lock.lock();
    try {
      backups = List.copyOf(found);
      problem = Optional.empty();
      if (found.isEmpty()) return;
      var due = found.getLast().taken().plus(plan.every());
      var first = opened.plus(FIRST_AFTER);
      next = due.isAfter(first) ? due : first;
      followClock();
    } finally {
      lock.unlock();
    }
  }

  private void failed(Throwable e) {
    LOG.log(Level.WARNING, "The backup failed and will be tried again", e);
    lock.lock();
    try {
      problem = Optional.of(Optional.ofNullable(e.getMessage()).orElse(e.toString()));
      next = clock.instant().plus(RETRY_AFTER);
    } finally {
      lock.unlock();
    }
  }

  private void run() {
    while (awaitDue()) {
      try {
        folder.backUp(target, BackupProgress.NONE);
        known(folder.deleteOld(target, plan.kept()));
      } catch (RuntimeException e) {
        // Whatever it is, the next backup is tried.
        failed(e);
      } catch (Error e) {
        failed(e);
        throw e;
      } finally {
        ended();
      }
    }
  }

  private boolean awaitDue() {
    lock.lock();
    try {
      while (!closed && isEarly()) {
        // The clock may be set, so it is looked at again and again.
        changed.awaitNanos(LOOK_EVERY.toNanos());
      }
      running = !closed;
      return running;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  private boolean isEarly() {
    followClock();
    return clock.instant().isBefore(next);
  }

  /** Corrects times that were too late if the clock was ahead and has been set back. */
  private void followClock() {
    var now = clock.instant();
    var latest = now.plus(plan.every());
    if (next.isAfter(latest)) next = latest;
    if (opened.isAfter(now)) opened = now;
  }

  private void ended() {
    lock.lock();
    try {
      running = false;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /** Makes a backup at once. Returns before it is complete. */
  public void backUpNow() {
    lock.lock();
    try {
      next = clock.instant();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  public Status status() {
    lock.lock();
    try {
      return new Status(target, plan, backups, running, next, problem);
    } finally {
      lock.unlock();
    }
  }

  /** Returns the age of the newest backup, or empty if there is none. */
  public Optional<Duration> age() {
    return status().last().map(last -> Duration.between(last.taken(), clock.instant()));
  }

  private Instant opened() {
    lock.lock();
    try {
      return opened;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Checks that backups are made.
   *
   * @throws BackupException if the newest one is older than two intervals
   */
  public void check() {
    var status = status();
    var now = clock.instant();
    var since =
        status
            .last()
            .map(FolderBackup::taken)
            .filter(taken -> !taken.isAfter(now))
            .orElseGet(this::opened);
    if (now.isBefore(since.plus(plan.every().multipliedBy(MISSED_MAX)))) return;
    throw new BackupException(
        "no backup since " + since + status.problem().map(p -> ": " + p).orElse(""));
  }

  /** Finishes a backup that is being made. */
  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) Thread.currentThread().interrupt();
  }
}
