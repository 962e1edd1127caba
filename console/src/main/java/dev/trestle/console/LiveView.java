package dev.trestle.console;

import dev.trestle.console.Sample.Rates;
import dev.trestle.console.Sampler.Metered;
import dev.trestle.platform.web.ApiError;
import dev.trestle.store.Usage;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/** Rates of each pattern and system, now and over the last minutes. */
record LiveView(Sampler sampler) {
  private static final double NANOS_PER_MILLI = 1_000_000;

  /** Sent once per second. */
  record Tick(Instant at, Rates total, List<OfSystem> systems, List<OfPattern> patterns) {}

  record OfSystem(String name, Rates rates) {}

  /**
   * A pattern that was used since the start.
   *
   * @param rates per second, averaged over ten seconds
   * @param latency of all runs so far, in milliseconds
   */
  record OfPattern(
      String system,
      String id,
      String title,
      Rates rates,
      long calls,
      long refusals,
      long errors,
      long retries,
      long items,
      double readUnits,
      double writeUnits,
      Latency latency) {}

  /** In milliseconds. */
  record Latency(double p50, double p90, double p99, double p999, double longest) {
    static Latency of(Usage.Latency latency) {
      return new Latency(
          millis(latency.p50()),
          millis(latency.p90()),
          millis(latency.p99()),
          millis(latency.p999()),
          millis(latency.longest()));
    }
  }

  /** The last seconds: of all systems, of one, or of a pattern. */
  record History(
      List<Instant> times,
      List<Double> calls,
      List<Double> readUnits,
      List<Double> writeUnits,
      List<Double> errors,
      List<CallsOfSystem> systems) {}

  /** A system's calls; present only if all systems were requested. */
  record CallsOfSystem(String name, List<Double> calls) {}

  Tick now(Sample sample) {
    var systems =
        sampler.spans().stream()
            .map(span -> new OfSystem(span.system(), sample.rates(span.from(), span.to())))
            .toList();
    var total = systems.stream().map(OfSystem::rates).reduce(Rates.NONE, Rates::plus);
    return new Tick(sample.at(), total, systems, patterns());
  }

  /** The used patterns with rates and totals. */
  List<OfPattern> patterns() {
    var rates = sampler.smoothed();
    var totals = sampler.totals();
    var used = new ArrayList<OfPattern>();
    for (int i = 0; i < totals.size(); i++) {
      if (totals.get(i).calls() > 0) {
        var title = sampler.titles().get(i);
        used.add(pattern(sampler.patterns().get(i), title, rates.get(i), totals.get(i)));
      }
    }
    return used;
  }

  private static OfPattern pattern(Metered metered, String title, Rates rates, Usage usage) {
    return new OfPattern(
        metered.system(),
        metered.id(),
        title,
        rates,
        usage.calls(),
        usage.refusals(),
        usage.errors(),
        usage.retries(),
        usage.items(),
        usage.readUnits(),
        usage.writeUnits(),
        Latency.of(usage.latency()));
  }

  /** The last seconds of all systems, of one, or of one of its patterns. */
  History history(int seconds, Optional<String> system, Optional<String> pattern) {
    var samples = sampler.last(seconds);
    var rates = rates(samples, span(system, pattern));
    var systems =
        system.isPresent()
            ? List.<CallsOfSystem>of()
            : sampler.spans().stream()
                .map(span ->
                    new CallsOfSystem(span.system(), column(rates(samples, span), Rates::calls)))
                .toList();
    return new History(
        samples.stream().map(Sample::at).toList(),
        column(rates, Rates::calls),
        column(rates, Rates::readUnits),
        column(rates, Rates::writeUnits),
        column(rates, Rates::errors),
        systems);
  }

  private static List<Rates> rates(List<Sample> samples, Sampler.Span span) {
    return samples.stream().map(sample -> sample.rates(span.from(), span.to())).toList();
  }

  private Sampler.Span span(Optional<String> system, Optional<String> pattern) {
    if (system.isEmpty()) return new Sampler.Span("", 0, sampler.patterns().size());
    if (pattern.isPresent()) {
      int place =
          sampler
              .place(new Metered(system.get(), pattern.get()))
              .orElseThrow(() -> ApiError.notFound("There is no such pattern."));
      return new Sampler.Span(system.get(), place, place + 1);
    }
    return sampler.spans().stream()
        .filter(span -> span.system().equals(system.get()))
        .findFirst()
        .orElseThrow(() -> ApiError.notFound("There is no such system."));
  }

  /** Two decimals are all that a chart can show. */
  private static List<Double> column(List<Rates> rates, ToDoubleFunction<Rates> metric) {
    return rates.stream()
        .map(each -> Math.round(metric.applyAsDouble(each) * 100) / 100.0)
        .toList();
  }

  private static double millis(Duration duration) {
    return Math.round(duration.toNanos() / NANOS_PER_MILLI * 1000) / 1000.0;
  }
}
