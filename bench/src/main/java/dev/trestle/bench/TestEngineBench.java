package dev.trestle.bench;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.ManualClock;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.io.PrintStream;
import java.time.Duration;
import java.util.Arrays;

/**
 * What an engine of its own costs a test, as {@code @TrestleTest} gives it: opened in memory with a
 * table, used for a put and a get, and closed. The first one also loads the native library and the
 * classes of the engine, the AWS SDK and the model, so it is measured in a new process.
 */
final class TestEngineBench {
  private final PrintStream out;
  private final int tests;
  private final Duration firstGoal;
  private final Duration furtherGoal;

  TestEngineBench(PrintStream out, int tests) {
    this(out, tests, Duration.ofMillis(500), Duration.ofMillis(50));
  }

  TestEngineBench(PrintStream out, int tests, Duration firstGoal, Duration furtherGoal) {
    this.out = out;
    this.tests = tests;
    this.firstGoal = firstGoal;
    this.furtherGoal = furtherGoal;
  }

  /** Returns whether the goals were met, for the further ones by their median. */
  boolean run() {
    var first = test();
    var further = new Duration[tests];
    for (int i = 0; i < tests; i++) further[i] = test().whole();
    Arrays.sort(further);
    var median = further[tests / 2];
    out.printf(
        "first engine with its table: %d ms (goal %d), with the whole test: %d ms%n",
        first.engine().toMillis(), firstGoal.toMillis(), first.whole().toMillis());
    out.printf(
        "further tests: median %.1f ms (goal %d), longest of %d: %.1f ms%n",
        median.toNanos() / 1e6, furtherGoal.toMillis(), tests, further[tests - 1].toNanos() / 1e6);
    return first.engine().compareTo(firstGoal) <= 0 && median.compareTo(furtherGoal) <= 0;
  }

  /** The time until the engine had its table, and until the test had ended. */
  private record Times(Duration engine, Duration whole) {}

  private static Times test() {
    long start = System.nanoTime();
    var clock = new ManualClock();
    Duration engine;
    try (var trestle = Trestle.open(EngineOptions.inMemory().withClock(clock))) {
      TableCreation.create(Notes.MODEL, trestle.client(), "");
      engine = since(start);
      var store = Store.of(Notes.MODEL, trestle.client(), StoreOptions.standard().clock(clock));
      var note = Notes.note(1, 1, 0);
      store.run(Notes.WRITE, note);
      var found = store.run(Notes.ONE, new Notes.OfNote(note.book(), note.page()));
      if (!found.filter(note::equals).isPresent()) throw new IllegalStateException("not found");
    }
    return new Times(engine, since(start));
  }

  private static Duration since(long start) {
    return Duration.ofNanos(System.nanoTime() - start);
  }
}
