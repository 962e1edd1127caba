package dev.trestle.cli.migrate;

import dev.trestle.cli.migrate.MigrationStates.OfModel;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.UnaryOperator;

/**
 * The right to apply a model's migrations, and their state. One process at a time has it: every
 * write is conditional on the version of the last one. The owner writes at least every third of the
 * lease. Whoever finds the same version after a whole lease takes over; no two clocks are compared.
 */
final class MigrationLease implements AutoCloseable {
  /** The last request of a process that was killed may arrive late, and look like a life sign. */
  private static final int WAITS_MAX = 2;

  private final Store store;
  private final CountDownLatch closed = new CountDownLatch(1);

  /** Guards {@link #state}: the heartbeat and the steps write it. */
  private final ReentrantLock lock = new ReentrantLock();

  private MigrationState state;

  private MigrationLease(Store store, MigrationState state) {
    this.store = store;
    this.state = state;
    var pause = Duration.ofMillis(Math.max(1, state.leaseMillis() / 3));
    Thread.ofVirtual().name("migration-lease").start(() -> renew(pause));
  }

  /**
   * Takes the lease. If another process has it, waits for as long as that one may be silent, twice
   * if it wrote meanwhile.
   *
   * @throws MigrationException if the other process is alive
   */
  static MigrationLease take(
      Store store, String model, String owner, Duration lease, MigrationProgress progress)
      throws InterruptedException {
    var found = read(store, model);
    for (int waits = 0; found.owner().isPresent(); waits++) {
      if (waits == WAITS_MAX) throw taken(found);
      progress.waiting(found.owner().get());
      Thread.sleep(found.leaseMillis());
      var again = read(store, model);
      if (again.version() == found.version()) break;
      found = again;
    }
    var free = found;
    return switch (store.run(MigrationStates.SAVE, free.ownedBy(owner, lease.toMillis()))) {
      case Written.Done<MigrationState> done ->
          new MigrationLease(store, done.record().orElseThrow());
      case Written.Refused<MigrationState> refused -> throw taken(refused.current().orElse(free));
    };
  }

  static MigrationState read(Store store, String model) {
    return store
        .run(MigrationStates.ONE, new OfModel(model))
        .orElseGet(() -> MigrationState.none(model));
  }

  private static MigrationException taken(MigrationState by) {
    return new MigrationException(
        "%s is applying migrations of %s. Wait until it has ended."
            .formatted(by.owner().orElse("Another process"), by.model()));
  }

  MigrationState state() {
    lock.lock();
    try {
      return state;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Changes the state.
   *
   * @throws MigrationException if the lease was lost
   */
  void save(UnaryOperator<MigrationState> change) {
    lock.lock();
    try {
      var wanted = change.apply(state);
      switch (store.run(MigrationStates.SAVE, wanted)) {
        case Written.Done<MigrationState> done -> state = done.record().orElseThrow();
        case Written.Refused<MigrationState> refused -> {
          state = own(refused);
          if (!state.equals(wanted.at(state.version()))) save(change);
        }
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * A write whose answer was lost may have been done. If it was repeated, it meets itself; if not,
   * the next write meets it, and has to be done on top of it.
   */
  private MigrationState own(Written.Refused<MigrationState> refused) {
    return refused
        .current()
        .filter(current -> current.version() == state.version() + 1)
        .filter(current -> current.owner().equals(state.owner()))
        .orElseThrow(() -> taken(refused.current().orElse(state)));
  }

  /** Renews the lease until it is closed or lost, also after writes that failed. */
  private void renew(Duration pause) {
    try {
      while (!closed.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        try {
          save(UnaryOperator.identity());
        } catch (MigrationException e) {
          return; // It is lost. The next save of a step reports it.
        } catch (RuntimeException e) {
          // The endpoint is unavailable. If it stays so, the next request of a step reports it.
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Releases the lease, so that others can go on at once. */
  @Override
  public void close() {
    closed.countDown();
    save(MigrationState::released);
  }
}
