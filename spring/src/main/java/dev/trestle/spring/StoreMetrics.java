package dev.trestle.spring;

import dev.trestle.store.StoreCall;
import dev.trestle.store.StoreCall.Outcome;
import dev.trestle.store.StoreObserver;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Metrics of stores by pattern, with Micrometer: the timer {@code trestle.store.calls} by outcome,
 * and counters of items, retries, read and write units. Thread-safe.
 */
public final class StoreMetrics implements StoreObserver {
  private final MeterRegistry registry;

  /** Patterns and outcomes are declared, so there are few. */
  private final ConcurrentMap<Kind, PatternCounters> countersByKind = new ConcurrentHashMap<>();

  /** Metrics in this registry. */
  public StoreMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  private record Kind(String model, String pattern, Outcome outcome) {}

  private record PatternCounters(
      Timer calls, Counter items, Counter retries, Counter readUnits, Counter writeUnits) {}

  @Override
  public void ended(StoreCall call) {
    var kind = new Kind(call.model(), call.pattern(), call.outcome());
    var counters = countersByKind.computeIfAbsent(kind, this::counters);
    counters.calls.record(call.duration());
    counters.items.increment(call.items());
    counters.retries.increment(call.retries());
    counters.readUnits.increment(call.readUnits());
    counters.writeUnits.increment(call.writeUnits());
  }

  private PatternCounters counters(Kind kind) {
    var tags = Tags.of("model", kind.model, "pattern", kind.pattern);
    return new PatternCounters(
        Timer.builder("trestle.store.calls")
            .description("Runs of a pattern")
            .tags(tags.and("outcome", kind.outcome.name().toLowerCase(Locale.ROOT)))
            .register(registry),
        counter("trestle.store.items", "Records read or written", tags),
        counter("trestle.store.retries", "Repeated requests", tags),
        counter("trestle.store.read.units", "Read units consumed", tags),
        counter("trestle.store.write.units", "Write units consumed", tags));
  }

  private Counter counter(String name, String description, Tags tags) {
    return Counter.builder(name).description(description).tags(tags).register(registry);
  }
}
