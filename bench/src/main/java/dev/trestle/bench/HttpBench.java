package dev.trestle.bench;

import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

/**
 * The engine over HTTP, compared with the same server with an empty handler, with dynalite and with
 * any endpoint. Each is a process of its own and in memory; they take turns in short rounds, so
 * that a noisy machine disturbs all alike. The ratio counts; the processor time per request depends
 * least on what else the machine does.
 */
final class HttpBench {
  private static final int ROUNDS = 5;
  private static final long SEED = 42;

  /** How long a server is warmed up for each workload, so that its code is compiled. */
  private static final double WARM_UP_SECONDS = 8;

  /** The options of the command line. */
  record Options(
      double seconds,
      int connections,
      int bytes,
      List<HttpWorkload> workloads,
      Optional<String> endpoint,
      boolean withDynalite) {}

  private record Round(double perSecond, Latencies latencies, Duration processorTime) {}

  private final PrintStream out;
  private final Options options;
  private final HttpRequests requests;

  HttpBench(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
    this.requests = new HttpRequests(options.bytes);
  }

  /** Runs the comparison. The folder keeps dynalite between runs. */
  void run(Path dynaliteFolder) {
    out.printf(
        Locale.ROOT,
        "%d processors, %d connections, items of %d bytes, %.1f s a cell, seed %d%n",
        Runtime.getRuntime().availableProcessors(),
        options.connections,
        options.bytes,
        options.seconds * ROUNDS,
        SEED);
    var endpoints = new ArrayList<TargetServer>();
    try {
      var engine = TargetServer.ours("trestle", "engine");
      endpoints.add(engine);
      load(engine);
      endpoints.add(TargetServer.ours("empty handler", lengths(engine)));
      if (options.withDynalite) addDynalite(dynaliteFolder, endpoints);
      options.endpoint.ifPresent(address -> {
        var given = TargetServer.at(address);
        load(given);
        endpoints.add(given);
      });
      for (var workload : options.workloads) measure(workload, endpoints);
    } finally {
      endpoints.forEach(TargetServer::close);
    }
  }

  private void addDynalite(Path folder, List<TargetServer> endpoints) {
    var dynalite = TargetServer.dynalite(folder);
    if (dynalite.isEmpty()) {
      out.println("dynalite is left out: node and npm are needed, and npm's registry once");
      return;
    }
    load(dynalite.get());
    endpoints.add(dynalite.get());
  }

  /** Keeps all connections busy with all workloads for a while. Responses other than 200 fail. */
  void soak() {
    try (var engine = TargetServer.ours("trestle", "engine")) {
      load(engine);
      var random = new SplittableRandom(SEED);
      var workloads = options.workloads;
      try (var load = new HttpLoad(engine.address(), options.connections)) {
        var result =
            load.run(
                options.seconds,
                () -> workloads.get(random.nextInt(workloads.size())).next(requests, random));
        out.printf(
            Locale.ROOT,
            "%d connections, %.0f s: %d requests, no error, %.0f a second;"
                + " p50 %.0f, p99 %.0f, p99.9 %.0f µs%n",
            options.connections,
            options.seconds,
            result.latencies().count(),
            result.perSecond(),
            result.latencies().micros(0.5),
            result.latencies().micros(0.99),
            result.latencies().micros(0.999));
      }
    }
  }

  private void load(TargetServer endpoint) {
    try (var load = new HttpLoad(endpoint.address(), options.connections)) {
      load.once(HttpRequests.createTable());
      long deadline = System.nanoTime() + 30_000_000_000L;
      while (!load.once(HttpRequests.describeTable()).contains("ACTIVE")) {
        if (System.nanoTime() > deadline) throw new IllegalStateException("no table");
      }
      var next = new AtomicInteger();
      load.run(() -> next.get() < BenchTarget.ITEMS, () -> requests.put(next.getAndIncrement()));
    }
  }

  /** The length of each response, for the empty handler to send as much. */
  private String[] lengths(TargetServer engine) {
    var arguments = new ArrayList<String>(List.of("empty"));
    var random = new SplittableRandom(SEED);
    try (var load = new HttpLoad(engine.address(), 1)) {
      for (var workload : HttpWorkload.values()) {
        int length = load.once(workload.next(requests, random)).length();
        arguments.add(workload.operation() + "=" + length);
      }
    }
    return arguments.toArray(String[]::new);
  }

  private void measure(HttpWorkload workload, List<TargetServer> endpoints) {
    var able = endpoints.stream().filter(endpoint -> isAble(endpoint, workload)).toList();
    var rounds = new LinkedHashMap<TargetServer, List<Round>>();
    for (var endpoint : able) {
      round(workload, endpoint, Math.min(WARM_UP_SECONDS, 16 * options.seconds), SEED);
      rounds.put(endpoint, new ArrayList<>());
    }
    for (int round = 1; round <= ROUNDS; round++) {
      long seed = SEED + round;
      rounds.forEach(
          (endpoint, results) -> results.add(round(workload, endpoint, options.seconds, seed)));
    }
    out.printf(
        "%n%-12s %-24s %10s %10s %10s %9s %9s %9s%n",
        workload.title(), "", "requests/s", "trestle ÷", "cpu µs", "p50 µs", "p99 µs", "p99.9 µs");
    var ours = rounds.getOrDefault(endpoints.getFirst(), List.of());
    for (var endpoint : endpoints) {
      var results = rounds.getOrDefault(endpoint, List.of());
      if (results.isEmpty()) {
        out.printf("%-12s %-24s %10s%n", "", endpoint.name(), "not there");
      } else {
        print(endpoint, results, ours);
      }
    }
  }

  /** Not every server has transactions. */
  private boolean isAble(TargetServer endpoint, HttpWorkload workload) {
    try (var load = new HttpLoad(endpoint.address(), 1)) {
      var answer = load.once(workload.next(requests, new SplittableRandom(SEED)));
      return !answer.contains("UnknownOperationException");
    }
  }

  private Round round(HttpWorkload workload, TargetServer endpoint, double seconds, long seed) {
    var random = new SplittableRandom(seed);
    var before = endpoint.processorTime();
    // New connections each time, because some servers close idle ones.
    try (var load = new HttpLoad(endpoint.address(), options.connections)) {
      var result = load.run(seconds, () -> workload.next(requests, random));
      var taken = endpoint.processorTime().map(after -> after.minus(before.orElse(after)));
      return new Round(result.perSecond(), result.latencies(), taken.orElse(Duration.ZERO));
    }
  }

  private void print(TargetServer endpoint, List<Round> results, List<Round> ours) {
    var latencies = new Latencies();
    double micros = 0;
    for (var result : results) {
      latencies.add(result.latencies());
      micros += result.processorTime.toNanos() / 1e3;
    }
    out.printf(
        Locale.ROOT,
        "%-12s %-24s %10.0f %10.2f %10.1f %9.0f %9.0f %9.0f%n",
        "",
        endpoint.name(),
        results.stream().mapToDouble(Round::perSecond).average().orElse(0),
        ratio(ours, results),
        micros / latencies.count(),
        latencies.micros(0.5),
        latencies.micros(0.99),
        latencies.micros(0.999));
  }

  /** The median over the rounds, each of which compares neighbours in time. */
  private static double ratio(List<Round> ours, List<Round> others) {
    var ratios =
        IntStream.range(0, ROUNDS)
            .mapToDouble(round -> ours.get(round).perSecond() / others.get(round).perSecond())
            .sorted()
            .toArray();
    return ratios[ROUNDS / 2];
  }
}
