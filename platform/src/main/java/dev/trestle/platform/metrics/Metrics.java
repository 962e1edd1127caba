package dev.trestle.platform.metrics;

import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Exchange;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Store;
import dev.trestle.store.Usage;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.ToDoubleFunction;

/**
 * The server's metrics: requests by route and status, the patterns of the stores, the JVM. Labels
 * are declared names, so their number is bounded.
 */
public final class Metrics implements Exchange.Observer, AutoCloseable {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(1),
    Duration.ofMillis(5),
    Duration.ofMillis(20),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2)
  };

  private record Kind(String method, String route, int status) {}

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final Map<Kind, Timer> requests = new ConcurrentHashMap<>();
  private final Collection<Metric> shown = new ConcurrentLinkedQueue<>();
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** Exports memory, threads, processor and collections of this JVM. */
  public Metrics watchJvm() {
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    return this;
  }

  /** For meters of other libraries. */
  public MeterRegistry registry() {
    return registry;
  }

  /** For {@code GET /metrics}. */
  public Endpoint endpoint() {
    return _ -> Reply.bytes(200, TYPE, registry.scrape().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void answered(Exchange exchange) {
    requests
        .computeIfAbsent(
            new Kind(exchange.method(), exchange.route(), exchange.status()), this::timer)
        .record(exchange.took());
  }

  private Timer timer(Kind kind) {
    return Timer.builder("http.requests")
        .description("Answered requests by route")
        .tags(
            "method",
            kind.method,
            "route",
            kind.route.isEmpty() ? "none" : kind.route,
            "status",
            Integer.toString(kind.status))
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  /** Exports the usage of a store's patterns, under the name of its model. */
  public void watch(Store store) {
    var system = store.model().name();
    for (var pattern : store.usage().keySet()) {
      var meters =
          new PatternMetrics(Tags.of("system", system, "pattern", pattern), store, pattern);
      meters.count("store.calls", "Runs of a pattern", Usage::calls);
      meters.count("store.refusals", "Runs whose condition failed", Usage::refusals);
      meters.count("store.errors", "Runs that ended with an exception", Usage::errors);
      meters.count("store.retries", "Retried requests", Usage::retries);
      meters.count("store.items", "Records read or written", Usage::items);
      meters.count("store.read.units", "Read units consumed", Usage::readUnits);
      meters.count("store.write.units", "Write units consumed", Usage::writeUnits);
      meters.latency("0.5", usage -> seconds(usage.latency().p50()));
      meters.latency("0.99", usage -> seconds(usage.latency().p99()));
      meters.latency("0.999", usage -> seconds(usage.latency().p999()));
    }
  }

  /** Exports a metric. */
  public void show(Metric metric) {
    // Micrometer holds metrics weakly, so they are kept here.
    shown.add(metric);
    var tags = Tags.empty();
    for (var label : metric.labels().entrySet()) tags = tags.and(label.getKey(), label.getValue());
    switch (metric.kind()) {
      case GAUGE ->
          Gauge.builder(metric.name(), metric, each -> each.value().getAsDouble())
              .description(metric.description())
              .tags(tags)
              .register(registry);
      case COUNTER ->
          FunctionCounter.builder(metric.name(), metric, each -> each.value().getAsDouble())
              .description(metric.description())
              .tags(tags)
              .register(registry);
    }
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / 1e9;
  }

  /** The metrics of one pattern. */
  private final class PatternMetrics {
    private final Tags tags;
    private final Store store;
    private final String pattern;

    PatternMetrics(Tags tags, Store store, String pattern) {
      this.tags = tags;
      this.store = store;
      this.pattern = pattern;
    }

    void count(String name, String description, ToDoubleFunction<Usage> figure) {
      FunctionCounter.builder(name, store, s -> figure.applyAsDouble(s.usage(pattern)))
          .description(description)
          .tags(tags)
          .register(registry);
    }

    void latency(String quantile, ToDoubleFunction<Usage> figure) {
      Gauge.builder("store.latency.seconds", store, s -> figure.applyAsDouble(s.usage(pattern)))
          .description("Latency by quantile")
          .tags(tags.and("quantile", quantile))
          .strongReference(true)
          .register(registry);
    }
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
