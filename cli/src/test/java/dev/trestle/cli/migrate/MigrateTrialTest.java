package dev.trestle.cli.migrate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.cli.Main;
import dev.trestle.cli.migrate.Parcels.After;
import dev.trestle.cli.migrate.Parcels.Before;
import dev.trestle.design.export.JsonTree;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import dev.trestle.engine.Durability;
import dev.trestle.engine.EngineOptions;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import dev.trestle.testing.Await;
import dev.trestle.testing.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The command itself, over HTTP, killed like kill -9. {@code ./trestle trial migrate} has more
 * items and kills, and prints its progress.
 */
class MigrateTrialTest {
  private static final Optional<Integer> REQUESTED =
      Optional.ofNullable(Integer.getInteger("trestle.migrate.items"));
  private static final int ITEMS = REQUESTED.orElse(1000);
  private static final int KILLS = Integer.getInteger("trestle.migrate.kills", 1);

  /** In the build there are few items, which are paced so that a kill falls into the work. */
  private static final int UNITS = REQUESTED.isPresent() ? 10_000_000 : 500;

  /** A trial is long enough for the optimizing compiler. */
  private static final List<String> JVM_OPTIONS =
      REQUESTED.isPresent() ? List.of("-Xmx256m", "-XX:TieredStopAtLevel=4") : List.of("-Xmx256m");

  private static final int PAGE_ITEMS = 1000;
  private static final long PAUSE_NANOS_MAX = Duration.ofMillis(300).toNanos();
  private static final Duration LONG = Duration.ofMinutes(60);
  private static final Duration BETWEEN_REPORTS = Duration.ofSeconds(10);

  @TempDir Path folder;

  private final long start = System.nanoTime();

  private static ChildJvm apply(DynamoDbServer server) {
    return ChildJvm.start(
        Main.class,
        JVM_OPTIONS,
        List.of(
            "migrate",
            "apply",
            After.class.getName(),
            "--endpoint",
            server.endpoint().toString(),
            "--units",
            Integer.toString(UNITS),
            "--lease",
            "1",
            "--json"));
  }

  @Test
  void a_migration_that_is_killed_under_load_goes_on_and_loses_nothing() {
    long seed = Long.getLong("trestle.seed", System.nanoTime());
    report("%,d items, %d kills, seed %d", ITEMS, KILLS, seed);
    var random = new SplittableRandom(seed);
    var options = EngineOptions.at(folder).withDurability(Durability.FAST);
    try (var trestle = Trestle.open(options);
        var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0);
        var load = new MigrationLoad(trestle.client(), ITEMS, seed)) {
      TableCreation.create(Before.MODEL, trestle.client(), "");
      load.fill(Store.of(Before.MODEL, trestle.client()));
      report("%.1f s: the table is filled; the load and the migration start", seconds(start));
      load.start();
      long migration = System.nanoTime();
      int kills = 0;
      while (kills < KILLS && isKilled(server, random, kills)) kills++;
      finish(server);
      double took = seconds(migration);
      load.stop();
      report("%.1f s: migrated; every item is compared", seconds(start));
      load.check(trestle.client());
      System.out.println(
          String.format(
              Locale.ROOT,
              "trial migrate: items=%d kills=%d %s violations=%d seed=%d"
                  + " migration_seconds=%.1f seconds=%.1f",
              ITEMS,
              kills,
              load.summary(),
              load.violations().size(),
              seed,
              took,
              seconds(start)));
      assertThat(load.violations()).as("seed " + seed).isEmpty();
      assertThat(load.isBusy()).as("seed " + seed).isTrue();
      // A small index may be complete before the last kill.
      assertThat(kills).as("seed " + seed).isBetween(Math.max(1, KILLS - 1), KILLS);
    }
  }

  /**
   * Kills the command in its first pages, so that some are left for the next; the last of several
   * kills is for the index. Returns whether it was killed before it was done.
   */
  private boolean isKilled(DynamoDbServer server, SplittableRandom random, int kill) {
    boolean atIndex = kill > 0 && kill == KILLS - 1;
    int pages = 1 + random.nextInt(Math.max(1, ITEMS / PAGE_ITEMS / KILLS));
    try (var process = apply(server)) {
      follow(process, atIndex ? Integer.MAX_VALUE : pages);
      LockSupport.parkNanos(random.nextLong(PAUSE_NANOS_MAX));
      boolean alive = process.isAlive();
      process.kill();
      report("%.1f s: %s", seconds(start), alive ? "killed, number " + (kill + 1) : "it was done");
      return alive;
    }
  }

  /** Waits until a process has reported some pages, begins to add the index, or ends. */
  private void follow(ChildJvm process, int pages) {
    long next = System.nanoTime();
    while (true) {
      var lines = process.lines();
      boolean reached = lines.size() >= pages || (!lines.isEmpty() && isAtIndex(lines.getLast()));
      if (reached || !process.isAlive()) return;
      if (System.nanoTime() - next >= 0 && !lines.isEmpty()) {
        report("%.1f s: %s", seconds(start), lines.getLast());
        next = System.nanoTime() + BETWEEN_REPORTS.toNanos();
      }
      int seen = lines.size();
      Await.until(() -> !process.isAlive() || process.lines().size() > seen, LONG);
    }
  }

  private static boolean isAtIndex(String line) {
    return line.contains("add index");
  }

  private void finish(DynamoDbServer server) {
    try (var last = apply(server)) {
      follow(last, Integer.MAX_VALUE);
      assertThat(last.awaitEnd(LONG)).as(last.err()).isZero();
      assertThat(JsonTree.parse(last.lines().getLast()))
          .isEqualTo(
              JsonTree.object()
                  .put("done", JsonTree.of(true))
                  .put("left", JsonTree.texts(List.of()))
                  .done());
    }
  }

  private static double seconds(long since) {
    return (System.nanoTime() - since) / 1e9;
  }

  /** Prints a line if this is a trial. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another library.
  private static void report(String format, Object... values) {
    if (REQUESTED.isPresent()) System.out.println(String.format(Locale.ROOT, format, values));
  }
}
