package dev.trestle.app.server;

import dev.trestle.engine.Engine;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Tells the home page each second how busy all systems are together. */
final class HomeEvents implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HomeEvents.class.getName());
  private static final int LISTENERS_MAX = 256;

  /** Anybody can listen, so one network must not take the place of all others. */
  private static final int LISTENERS_PER_NETWORK_MAX = 32;

  private static final int QUEUED_MAX = 8;

  /**
   * One second.
   *
   * @param tables absent if the tables are not in this process, like {@code items}
   */
  record LoadView(
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

  /** Those who listen, with their networks. */
  private final Map<EventStream, String> listeners = new ConcurrentHashMap<>();

  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("home-events").factory());
  private Totals last;

  HomeEvents(List<Store> stores, Optional<Engine> engine) {
    this.stores = List.copyOf(stores);
    this.engine = engine;
    this.last = totals();
  }

  HomeEvents start() {
    var _ = timer.scheduleAtFixedRate(this::trySend, 1, 1, TimeUnit.SECONDS);
    return this;
  }

  /** An exception or error would end the timer, and nobody would be told. */
  private void trySend() {
    try {
      send();
    } catch (RuntimeException | Error e) {
      RestartingThread.handOverIfFatal(e);
      LOG.log(Level.WARNING, "the home page could not be updated", e);
    }
  }

  Reply open(Call call) {
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              if (isFull(call.clientNetwork())) stream.end();
              else listeners.put(stream, call.clientNetwork());
              return () -> listeners.remove(stream);
            }));
  }

  private boolean isFull(String network) {
    return listeners.size() >= LISTENERS_MAX
        || Collections.frequency(listeners.values(), network) >= LISTENERS_PER_NETWORK_MAX;
  }

  private void send() {
    var now = totals();
    var before = last;
    last = now;
    if (listeners.isEmpty()) return;
    double seconds = (now.nanos - before.nanos) / 1e9;
    var view =
        new LoadView(
            (now.calls - before.calls) / seconds,
            (now.readUnits - before.readUnits) / seconds,
            (now.writeUnits - before.writeUnits) / seconds,
            engine.map(HomeEvents::tables).map(List::size),
            engine.map(HomeEvents::items),
            Duration.ofNanos(now.nanos - started).toSeconds());
    var event = LiveEvent.json("figures", view);
    for (var listener : listeners.keySet()) listener.send(event);
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
    timer.shutdown();
    for (var listener : listeners.keySet()) listener.end();
    timer.close();
  }
}
