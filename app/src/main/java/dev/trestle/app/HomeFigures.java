package dev.trestle.app;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** What the home page hears each second: how much is going on in all systems together. */
final class HomeFigures implements AutoCloseable {
  private static final int LISTENERS_MAX = 256;
  private static final int QUEUED_MAX = 8;

  /**
   * One second.
   *
   * @param tables and items: none where the tables are elsewhere
   */
  record Figures(
      double requestsPerSecond,
      double readUnitsPerSecond,
      double writeUnitsPerSecond,
      Optional<Integer> tables,
      Optional<Long> items,
      long uptimeSeconds) {}

  private record Totals(long nanos, long calls, double readUnits, double writeUnits) {}

  private final Collection<Store> stores;
  private final Optional<Engine> engine;
  private final long started = System.nanoTime();
  private final Set<EventStream> listeners = ConcurrentHashMap.newKeySet();
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("home-figures").factory());
  private Totals last;

  HomeFigures(List<Store> stores, Optional<Engine> engine) {
    this.stores = List.copyOf(stores);
    this.engine = engine;
    this.last = totals();
  }

  HomeFigures begin() {
    var _ = clock.scheduleAtFixedRate(this::tell, 1, 1, TimeUnit.SECONDS);
    return this;
  }

  Reply events(Call call) {
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              if (listeners.size() >= LISTENERS_MAX) stream.end();
              else listeners.add(stream);
              return () -> listeners.remove(stream);
            }));
  }

  private void tell() {
    var now = totals();
    var before = last;
    last = now;
    if (listeners.isEmpty()) return;
    double seconds = (now.nanos - before.nanos) / 1e9;
    var figures =
        new Figures(
            (now.calls - before.calls) / seconds,
            (now.readUnits - before.readUnits) / seconds,
            (now.writeUnits - before.writeUnits) / seconds,
            engine.map(HomeFigures::tables).map(List::size),
            engine.map(HomeFigures::items),
            Duration.ofNanos(now.nanos - started).toSeconds());
    var event = LiveEvent.json("figures", figures);
    for (var listener : listeners) listener.send(event);
  }

  private Totals totals() {
    long calls = 0;
    double reads = 0;
    double writes = 0;
    for (var store : stores) {
      for (var usage : store.usage().values()) {
        calls += usage.calls();
        reads += usage.readUnits();
        writes += usage.writeUnits();
      }
    }
    return new Totals(System.nanoTime(), calls, reads, writes);
  }

  private static List<String> tables(Engine engine) {
    return engine.run(new ListTables(null, null)).tableNames();
  }

  private static long items(Engine engine) {
    long items = 0;
    for (var table : tables(engine)) {
      try {
        items += engine.run(new DescribeTable(table)).size().items();
      } catch (ResourceNotFoundException _) {
        // Deleted since it was listed.
      }
    }
    return items;
  }

  @Override
  public void close() {
    clock.shutdownNow();
    for (var listener : listeners) listener.end();
  }
}
