package dev.trestle.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.function.BiFunction;

/**
 * The engine compared with raw RocksDB doing the same work. They take turns in short rounds, so
 * that a noisy machine disturbs all alike; the ratio counts, not the number.
 */
final class EngineBench {
  private static final int ROUNDS = 3;
  private static final long SEED = 42;

  private final PrintStream out;
  private final double seconds;
  private final Path root;

  EngineBench(PrintStream out, double seconds, Path root) {
    this.out = out;
    this.seconds = seconds;
    this.root = root;
  }

  void run(List<Workload> workloads) throws IOException {
    out.printf("%d processors, %.1f s a cell, seed %d%n", processors(), seconds * ROUNDS, SEED);
    for (boolean durable : List.of(false, true)) {
      for (int bytes : List.of(200, 4096)) matrix(workloads, durable, bytes);
    }
    virtualThreads();
    opening();
  }

  private void matrix(List<Workload> workloads, boolean durable, int bytes) throws IOException {
    out.printf("%n%s, items of %d bytes%n", durable ? "durable" : "fast", bytes);
    out.printf(
        "%-16s %3s  %-12s %10s %8s %9s %9s %9s%n",
        "", "thr", "", "calls/s", "raw ÷", "p50 µs", "p99 µs", "p99.9 µs");
    var payloads = new Payloads(bytes, SEED);
    var subjects = open(durable);
    try {
      for (var subject : subjects) load(subject, payloads);
      for (var workload : workloads) {
        if (durable && !workload.isWrite()) continue;
        for (int threads : List.of(1, 16)) cell(workload, subjects, payloads, threads);
      }
    } finally {
      subjects.forEach(BenchTarget::close);
    }
  }

  private List<BenchTarget> open(boolean durable) throws IOException {
    var makers =
        List.<BiFunction<Path, Boolean, BenchTarget>>of(
            RawRocksDb::new, EngineTarget::new, EngineTarget::withRecovery, ClientTarget::new);
    var subjects = new ArrayList<BenchTarget>();
    for (var maker : makers) {
      subjects.add(maker.apply(Files.createTempDirectory(root, "bench"), durable));
    }
    return subjects;
  }

  private static void load(BenchTarget subject, Payloads payloads) {
    var random = new SplittableRandom(SEED);
    var items = new int[25];
    for (int first = 0; first < BenchTarget.ITEMS; first += items.length) {
      for (int i = 0; i < items.length; i++) items[i] = first + i;
      subject.batch(items, payloads.any(random));
    }
  }

  private void cell(Workload workload, List<BenchTarget> subjects, Payloads payloads, int threads) {
    // Every round has its own numbers, because a write that changes nothing would cost nothing.
    var loop = new ClosedLoop(threads, Thread.ofPlatform().factory(), seconds, SEED);
    var totals = new ArrayList<ClosedLoop.Result>();
    for (var subject : subjects) {
      // The first round warms up and is not counted.
      loop.run(random -> workload.once(subject, payloads, random));
      totals.add(new ClosedLoop.Result(0, new Latencies()));
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 0; i < subjects.size(); i++) {
        var subject = subjects.get(i);
        var result =
            loop.withSeed(SEED + 100L * (round + 1))
                .run(random -> workload.once(subject, payloads, random));
        totals.get(i).latencies().add(result.latencies());
        totals.set(
            i,
            new ClosedLoop.Result(
                totals.get(i).perSecond() + result.perSecond() / ROUNDS,
                totals.get(i).latencies()));
      }
    }
    for (int i = 0; i < subjects.size(); i++) {
      print(
          i == 0 ? workload.title() : "",
          i == 0 ? Integer.toString(threads) : "",
          subjects.get(i).name(),
          totals.get(i),
          totals.getFirst());
    }
  }

  private void print(
      String title, String threads, String who, ClosedLoop.Result result, ClosedLoop.Result raw) {
    out.printf(
        Locale.ROOT,
        "%-16s %3s  %-12s %10.0f %8.2f %9.1f %9.1f %9.1f%n",
        title,
        threads,
        who,
        result.perSecond(),
        raw.perSecond() / result.perSecond(),
        result.latencies().micros(0.5),
        result.latencies().micros(0.99),
        result.latencies().micros(0.999));
  }

  /** Durable writers on virtual threads, against platform threads on raw RocksDB. */
  private void virtualThreads() throws IOException {
    out.printf("%n64 durable writers, items of 200 bytes%n");
    var payloads = new Payloads(200, SEED);
    try (var raw = new RawRocksDb(Files.createTempDirectory(root, "raw"), true);
        var engine = new EngineTarget(Files.createTempDirectory(root, "engine"), true)) {
      load(raw, payloads);
      load(engine, payloads);
      var platform = new ClosedLoop(64, Thread.ofPlatform().factory(), seconds * ROUNDS, SEED);
      var virtual = new ClosedLoop(64, Thread.ofVirtual().factory(), seconds * ROUNDS, SEED);
      ClosedLoop.Call rawPut = random -> Workload.PUT.once(raw, payloads, random);
      ClosedLoop.Call enginePut = random -> Workload.PUT.once(engine, payloads, random);
      platform.run(rawPut);
      virtual.run(enginePut);
      var base = platform.withSeed(SEED + 100).run(rawPut);
      print("put", "64", "raw, platform", base, base);
      var ours = virtual.withSeed(SEED + 100).run(enginePut);
      print("put", "64", "engine, virt.", ours, base);
    }
  }

  /** How long it takes to open an empty folder, once the native library is loaded. */
  private void opening() throws IOException {
    var nanos = new ArrayList<Long>();
    for (int i = 0; i < 10; i++) {
      var folder = Files.createTempDirectory(root, "open");
      long before = System.nanoTime();
      try (var engine = new EngineTarget(folder, true)) {
        nanos.add(System.nanoTime() - before);
        engine.put(0, "x");
      }
    }
    nanos.sort(Comparator.naturalOrder());
    out.printf(
        Locale.ROOT,
        "%nopening an empty folder and making a table: %.1f ms (median of 10)%n",
        nanos.get(5) / 1e6);
    var runtime = Runtime.getRuntime();
    System.gc();
    out.printf(
        Locale.ROOT,
        "heap in use after all of it: %d MB; block cache 64 MB and write buffers 4 × 16 MB at most"
            + " outside it, for each open engine%n",
        (runtime.totalMemory() - runtime.freeMemory()) >> 20);
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }
}
