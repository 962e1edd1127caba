package dev.trestle.console;

import dev.trestle.console.Sample.Rates;
import dev.trestle.model.AccessPattern;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Usage;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * Samples every store once per second and keeps the last minutes, so that a page that was just
 * opened has a history. Its memory is bounded.
 */
final class Sampler implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Sampler.class.getName());

  static final int KEPT = 600;
  static final Duration EVERY = Duration.ofSeconds(1);

  /** Over how many seconds a pattern's rate is averaged; a single second varies too much. */
  private static final int SMOOTHED = 10;

  /** The range of a system's patterns among all. */
  record Span(String system, int from, int to) {}

  /** A pattern whose usage a store counts. */
  record Metered(String system, String id) {}

  private final List<ConsoleSystem> systems;
  private final InstantSource clock;
  private final List<Span> spans = new ArrayList<>();
  private final List<Metered> patterns = new ArrayList<>();
  private final List<String> titles = new ArrayList<>();
  private final Map<Metered, Integer> places = new LinkedHashMap<>();
  private final List<Consumer<Sample>> listeners = new ArrayList<>();

  /** Guards the samples and the totals before them. */
  private final ReentrantLock lock = new ReentrantLock();

  private final ArrayDeque<Sample> samples = new ArrayDeque<>();
  private List<Usage> before;
  private Instant lastAt;
  private long number;
  private volatile boolean stopping;
  private Optional<Thread> thread = Optional.empty();

  Sampler(List<ConsoleSystem> systems, InstantSource clock) {
    this.systems = systems;
    this.clock = clock;
    for (var system : systems) {
      int from = patterns.size();
      for (var id : system.store().usage().keySet()) {
        var metered = new Metered(system.name(), id);
        places.put(metered, patterns.size());
        patterns.add(metered);
        titles.add(system.pattern(id).map(AccessPattern::title).orElse(""));
      }
      spans.add(new Span(system.name(), from, patterns.size()));
    }
    before = usages();
    lastAt = clock.instant();
  }

  /** Adds a listener. Call it before {@link #start}. */
  void listen(Consumer<Sample> listener) {
    listeners.add(listener);
  }

  void start() {
    var sampling = RestartingThread.of("trestle-console", this::serve);
    sampling.start();
    thread = Optional.of(sampling);
  }

  private void serve() {
    while (!stopping) {
      try {
        Thread.sleep(EVERY);
        take();
      } catch (InterruptedException e) {
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "a sample for the console could not be taken", e);
      }
    }
  }

  /** Takes a sample now. */
  void take() {
    var sample = taken();
    for (var listener : listeners) listener.accept(sample);
  }

  private Sample taken() {
    lock.lock();
    try {
      var now = clock.instant();
      double seconds = Math.max(1, Duration.between(lastAt, now).toMillis()) / 1000.0;
      var usages = usages();
      var sample = new Sample(++number, now, patterns.size());
      for (int i = 0; i < patterns.size(); i++) {
        sample.put(i, difference(before.get(i), usages.get(i)).times(1 / seconds));
      }
      before = usages;
      lastAt = now;
      samples.addLast(sample);
      if (samples.size() > KEPT) samples.removeFirst();
      return sample;
    } finally {
      lock.unlock();
    }
  }

  private List<Usage> usages() {
    var usages = new ArrayList<Usage>(patterns.size());
    for (var system : systems) usages.addAll(system.store().usage().values());
    return usages;
  }

  private static Rates difference(Usage before, Usage after) {
    return new Rates(
        (double) (after.calls() - before.calls()),
        after.readUnits() - before.readUnits(),
        after.writeUnits() - before.writeUnits(),
        (double) (after.errors() - before.errors()));
  }

  List<Span> spans() {
    return spans;
  }

  List<Metered> patterns() {
    return patterns;
  }

  /** The patterns' titles in order. */
  List<String> titles() {
    return titles;
  }

  Optional<Integer> place(Metered pattern) {
    return Optional.ofNullable(places.get(pattern));
  }

  /** The last samples, oldest first. */
  List<Sample> last(int most) {
    lock.lock();
    try {
      return samples.stream().skip(Math.max(0, samples.size() - most)).toList();
    } finally {
      lock.unlock();
    }
  }

  /** The average of the last seconds of each pattern, in order. */
  List<Rates> smoothed() {
    var last = last(SMOOTHED);
    var means = new ArrayList<Rates>(patterns.size());
    for (int i = 0; i < patterns.size(); i++) {
      var sum = Rates.NONE;
      for (var sample : last) sum = sum.plus(sample.rates(i));
      means.add(last.isEmpty() ? sum : sum.times(1.0 / last.size()));
    }
    return means;
  }

  /** Each pattern's totals as of the last sample, in order. */
  List<Usage> totals() {
    lock.lock();
    try {
      return before;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    stopping = true;
    thread.ifPresent(Thread::interrupt);
    try {
      if (thread.isPresent()) thread.get().join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
