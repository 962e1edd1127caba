package dev.trestle.store;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import dev.trestle.store.StoreCall.Outcome;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Follows the calls of one pattern and reports them to the store's observers. */
final class CallObservation {
  private static final Logger LOG = System.getLogger(CallObservation.class.getName());

  /**
   * The call that a thread is in: its requests are sent by one thread, and no call is in another.
   */
  private static final ThreadLocal<@Nullable Running> RUNNING = new ThreadLocal<>();

  private final String model;
  private final String pattern;
  private final List<String> tables;
  private final Optional<String> index;
  private final List<StoreObserver> observers;
  private final InstantSource clock;

  private CallObservation(String model, AccessPattern pattern, PlanContext context) {
    this.model = model;
    this.pattern = pattern.id();
    tables = tables(pattern).map(context::table).distinct().toList();
    index = index(pattern).map(TableIndex::name);
    observers = context.options().observers();
    clock = context.clock();
  }

  /** Returns nothing if nobody observes, so that calls cost nothing more. */
  static Optional<CallObservation> of(String model, AccessPattern pattern, PlanContext context) {
    if (context.options().observers().isEmpty()) return Optional.empty();
    return Optional.of(new CallObservation(model, pattern, context));
  }

  /** What a call has done so far. Used by one thread. */
  static final class Running {
    private final Instant started;
    private int items;
    private int retries;
    private double readUnits;
    private double writeUnits;
    private Outcome outcome = Outcome.DONE;

    private Running(Instant started) {
      this.started = started;
    }

    void items(int count) {
      items += count;
    }

    void retried() {
      retries++;
    }

    void read(double units) {
      readUnits += units;
    }

    void written(double units) {
      writeUnits += units;
    }

    void refused() {
      outcome = Outcome.REFUSED;
    }
  }

  void begin() {
    RUNNING.set(new Running(clock.instant()));
  }

  /** The call of this thread. */
  @Nullable Running running() {
    return RUNNING.get();
  }

  /** Reports the call of this thread. */
  void end(long nanos, @Nullable Throwable failure) {
    var call = RUNNING.get();
    RUNNING.remove();
    if (call == null) return;
    var ended =
        new StoreCall(
            model,
            pattern,
            tables,
            index,
            call.started,
            Duration.ofNanos(nanos),
            call.items,
            call.retries,
            call.readUnits,
            call.writeUnits,
            failure == null ? call.outcome : Outcome.FAILED,
            Optional.ofNullable(failure));
    for (var observer : observers) report(observer, ended);
  }

  /** The call is over: what an observer throws must not look like its failure. */
  private static void report(StoreObserver observer, StoreCall call) {
    try {
      observer.ended(call);
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "An observer of a store failed.", e);
    }
  }

  private static Stream<Table> tables(AccessPattern pattern) {
    return switch (pattern) {
      case Get<?, ?> get -> Stream.of(get.entity().table());
      case Query<?, ?> query -> Stream.of(query.table());
      case Count<?>(var query) -> Stream.of(query.table());
      case Put<?, ?> put -> Stream.of(put.entity().table());
      case Update<?, ?> update -> Stream.of(update.entity().table());
      case Delete<?, ?> delete -> Stream.of(delete.entity().table());
      case BatchGet<?, ?> batch -> Stream.of(batch.entity().table());
      case BatchWrite<?, ?> batch -> Stream.of(batch.entity().table());
      case MultiGet<?, ?> multi -> multi.steps().stream().map(step -> step.get().entity().table());
      case MultiWrite<?> multi -> multi.steps().stream().map(step -> step.write().entity().table());
      case Transaction<?> all -> all.steps().stream().map(step -> step.write().entity().table());
      case Composite composite -> composite.patterns().stream().flatMap(CallObservation::tables);
    };
  }

  private static Optional<TableIndex> index(AccessPattern pattern) {
    return switch (pattern) {
      case Query<?, ?> query -> query.index();
      case Count<?>(var query) -> query.index();
      default -> Optional.empty();
    };
  }
}
