package dev.trestle.bench;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;

/**
 * What a store adds to the SDK's calls: the same get, put, add and query by a bare call that maps
 * nothing, with a mapping written by hand, and by the store. The get by hand is measured once more
 * with the counting that the store does. They take turns; the median of the rounds is printed.
 */
final class StoreBench {
  private static final long SEED = 42;
  private static final int PARTITIONS = 1000;
  private static final int CALLS_PER_LOOK = 200;

  private final PrintStream out;
  private final double seconds;
  private final int rounds;
  private int measured;

  StoreBench(PrintStream out, double seconds, int rounds) {
    this.out = out;
    this.seconds = seconds;
    this.rounds = rounds;
  }

  /**
   * One way to make a call. It returns part of the result, so that the call is not optimised away.
   */
  @FunctionalInterface
  interface Way {
    long once(SplittableRandom random);
  }

  void run() {
    out.printf(
        Locale.ROOT,
        "%.1f s of processor time a cell in %d rounds, one thread, seed %d%n",
        seconds * rounds,
        rounds,
        SEED);
    out.printf(
        "%-12s %9s %9s %9s %14s %16s%n",
        "", "bare µs", "hand µs", "store µs", "store ÷ hand", "ns/item mapped");
    try (var trestle = Trestle.inMemory()) {
      TableCreation.create(Notes.MODEL, trestle.client(), "");
      var store = Store.of(Notes.MODEL, trestle.client());
      var calls = new NoteCalls(trestle.client());
      for (int book = 0; book < PARTITIONS; book++) {
        for (int page = 0; page < Notes.PAGE; page++)
          store.run(Notes.WRITE, Notes.note(book, page, 0));
      }
      // Reads first: each overwrite makes a query slower until RocksDB compacts.
      row(
          "get",
          1,
          random -> calls.bareGet(any(random)),
          random -> calls.get(any(random)).text().length(),
          random -> store.run(Notes.ONE, any(random)).orElseThrow().text().length());
      row(
          "get, metered",
          1,
          random -> calls.bareGet(any(random)),
          random -> calls.meteredGet(any(random)).text().length(),
          random -> store.run(Notes.ONE, any(random)).orElseThrow().text().length());
      row(
          "query, end",
          Notes.PAGE,
          random -> calls.bareQuery(book(random), Notes.PAGE + 1),
          random -> calls.query(book(random), Notes.PAGE + 1).size(),
          random -> store.run(Notes.WHOLE, book(random)).items().size());
      row(
          "query, page",
          Notes.PAGE,
          random -> calls.bareQuery(book(random), Notes.PAGE),
          random -> calls.query(book(random), Notes.PAGE).size(),
          random -> store.run(Notes.ALL, book(random)).items().size());
      row(
          "put",
          1,
          random -> calls.barePut(other(random)),
          random -> calls.put(other(random)),
          random -> store.run(Notes.WRITE, other(random)).isDone() ? 1 : 0);
      row(
          "add",
          1,
          random -> calls.bareAdd(any(random)),
          random -> calls.addedTo(any(random)).edits(),
          random -> store.run(Notes.EDIT, any(random)).done().orElseThrow().edits());
    }
  }

  private static Notes.OfNote any(SplittableRandom random) {
    return new Notes.OfNote(Notes.name(random.nextInt(PARTITIONS)), random.nextInt(Notes.PAGE));
  }

  private static Notes.OfBook book(SplittableRandom random) {
    return new Notes.OfBook(Notes.name(random.nextInt(PARTITIONS)));
  }

  /** Never the same twice, because a put that changes nothing costs less. */
  private static Notes.Note other(SplittableRandom random) {
    return Notes.note(random.nextInt(PARTITIONS), random.nextInt(Notes.PAGE), random.nextLong());
  }

  private void row(String title, int items, Way... ways) {
    var micros = new ArrayList<double[]>();
    for (int i = 0; i < ways.length; i++) micros.add(new double[rounds]);
    for (int round = -2; round < rounds; round++) {
      for (int i = 0; i < ways.length; i++) {
        double taken = round(ways[i], round);
        if (round >= 0) micros.get(i)[round] = taken;
      }
    }
    var medians = micros.stream().map(StoreBench::median).toList();
    print(title, items, medians);
  }

  private void print(String title, int items, List<Double> medians) {
    double bare = medians.get(0);
    double hand = medians.get(1);
    double store = medians.get(2);
    out.printf(
        Locale.ROOT,
        "%-12s %9.2f %9.2f %9.2f %14.2f %16.0f%n",
        title,
        bare,
        hand,
        store,
        store / hand,
        (store - bare) * 1000 / items);
  }

  /**
   * Microseconds of this thread's processor time per call, so that other processes do not count.
   */
  private double round(Way way, int round) {
    var random = new SplittableRandom(SEED + 1000L * round + measured++);
    long started = processorNanos();
    long end = started + (long) (seconds * 1e9);
    long calls = 0;
    long seen = 0;
    long now = started;
    while (now < end) {
      for (int i = 0; i < CALLS_PER_LOOK; i++) seen += way.once(random);
      calls += CALLS_PER_LOOK;
      now = processorNanos();
    }
    if (seen == 0) throw new IllegalStateException("nothing was found");
    return (now - started) / 1e3 / calls;
  }

  private static long processorNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }
}
