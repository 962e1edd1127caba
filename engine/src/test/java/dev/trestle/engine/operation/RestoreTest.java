package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.SetClock;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.recovery.RestoreOverrides;
import dev.trestle.engine.refusal.Refusal.InvalidRestoreTimeException;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.item.Item;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RestoreTest {
  private static final RestoreOverrides AS_IT_WAS =
      new RestoreOverrides(null, null, null, null, null, null);
  private static final int STEPS = 400;
  private static final int KEYS = 25;
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final SetClock clock = new SetClock();
  private Engine engine = Engine.open(EngineOptions.inMemory().withClock(clock));

  @AfterEach
  void close() {
    engine.close();
  }

  private void createPeople() {
    engine.run(
        TableRequests.people()
            .attributes(TableRequests.string("pk"), TableRequests.string("g"))
            .global(TableRequests.index("byG", "g"))
            .create());
  }

  private void enable() {
    engine.run(new UpdateContinuousBackups("people", true, null));
  }

  private void delete(String key) {
    engine.run(
        new DeleteItem(
            "people",
            item("pk", key),
            Expressions.NONE,
            LegacyParameters.NONE,
            ReturnOptions.NONE));
  }

  private void restore(String target, Instant at) {
    engine.run(new RestoreTableToPointInTime(null, "people", target, null, at, AS_IT_WAS));
    awaitActive(target);
  }

  private void awaitActive(String table) {
    while (engine.run(new DescribeTable(table)).status() != TableDescription.Status.ACTIVE) {
      LockSupport.parkNanos(100_000);
    }
  }

  private Set<Item> items(String table) {
    var scan = ReadRequests.scan();
    scan.table = table;
    return new HashSet<>(engine.run(scan.asScan()).items());
  }

  private Set<Item> indexed(String table) {
    var scan = ReadRequests.scan().on("byG");
    scan.table = table;
    return new HashSet<>(engine.run(scan.asScan()).items());
  }

  @Test
  void a_table_is_restored_to_random_past_times() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    createPeople();
    enable();
    var now = new HashMap<String, Item>();
    var versions = new TreeMap<Instant, Map<String, Item>>();
    versions.put(clock.instant(), Map.of());
    for (int step = 0; step < STEPS; step++) {
      if (random.nextInt(3) > 0) clock.advance(Duration.ofMillis(1 + random.nextInt(2000)));
      var key = "k" + random.nextInt(KEYS);
      if (random.nextInt(4) == 0) {
        delete(key);
        now.remove(key);
      } else {
        var item = item("pk", key, "g", "g" + random.nextInt(3), "step", "s" + step);
        put(engine, item);
        now.put(key, item);
      }
      versions.put(clock.instant(), Map.copyOf(now));
    }
    for (int i = 0; i < 20; i++) {
      long span = Duration.between(versions.firstKey(), clock.instant()).toMillis();
      var at = versions.firstKey().plusMillis(random.nextLong(span + 1));
      var expected = Set.copyOf(versions.floorEntry(at).getValue().values());
      restore("restored" + i, at);
      assertThat(items("restored" + i)).as("seed %s, at %s", seed, at).isEqualTo(expected);
      assertThat(indexed("restored" + i)).as("seed %s, at %s", seed, at).isEqualTo(expected);
    }
    assertThat(items("people")).isEqualTo(Set.copyOf(now.values()));
  }

  @Test
  void a_restored_table_counts_its_items_and_can_be_written() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "g", "1"));
    restore("restored", clock.instant());
    assertThat(engine.run(new DescribeTable("restored")).size().items()).isEqualTo(1);
    put(engine, "restored", item("pk", "b"));
    assertThat(items("restored")).hasSize(2);
    assertThat(items("people")).hasSize(1);
  }

  @Test
  void records_are_trimmed_after_the_period_and_the_window_moves_with_them() {
    createPeople();
    engine.run(new UpdateContinuousBackups("people", true, 1));
    put(engine, item("pk", "a", "v", "old"));
    clock.advance(Duration.ofHours(30));
    put(engine, item("pk", "a", "v", "new"));
    engine.runHousekeeping();
    var backups = engine.run(new DescribeContinuousBackups("people"));
    assertThat(backups.earliest()).contains(clock.instant().minus(Duration.ofDays(1)));
    restore("restored", clock.instant().minus(Duration.ofDays(1)));
    assertThat(items("restored")).containsExactly(item("pk", "a", "v", "old"));
  }

  @Test
  void a_longer_period_does_not_bring_back_what_a_shorter_one_removed() {
    createPeople();
    engine.run(new UpdateContinuousBackups("people", true, 1));
    put(engine, item("pk", "a", "v", "first"));
    var first = clock.instant();
    clock.advance(Duration.ofHours(1));
    put(engine, item("pk", "a", "v", "second"));
    var second = clock.instant();
    clock.advance(Duration.ofHours(30));
    put(engine, item("pk", "a", "v", "third"));
    engine.runHousekeeping();

    var longer = engine.run(new UpdateContinuousBackups("people", true, 35));
    assertThat(longer.earliest()).contains(second.plusMillis(1));
    assertThatThrownBy(() -> restore("before", first))
        .isInstanceOf(InvalidRestoreTimeException.class)
        .hasMessage(
            ("RestoreDateTime '%s' must be within EarliestRestorableDateTime '%s' and"
                    + " LatestRestorableDateTime '%s'")
                .formatted(first, second.plusMillis(1), clock.instant()));
    assertThat(engine.undoTo(first).unchanged()).containsExactly("people");
    restore("restored", second.plusMillis(1));
    assertThat(items("restored")).containsExactly(item("pk", "a", "v", "second"));
  }

  @Test
  void after_the_clock_was_set_back_no_time_is_offered_whose_records_were_removed() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "v", "old"));
    var old = clock.instant();
    clock.advance(Duration.ofDays(40));
    put(engine, item("pk", "a", "v", "new"));
    engine.runHousekeeping();
    clock.advance(Duration.ofDays(-10));
    var earliest = engine.run(new DescribeContinuousBackups("people")).earliest();
    assertThat(earliest).contains(old.plusMillis(1));
  }

  @Test
  void recovery_that_was_switched_off_and_on_begins_anew() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "v", "1"));
    var before = clock.instant();
    clock.advance(Duration.ofMinutes(1));
    engine.run(new UpdateContinuousBackups("people", false, null));
    put(engine, item("pk", "a", "v", "2"));
    clock.advance(Duration.ofMinutes(1));
    enable();
    var since = clock.instant();
    clock.advance(Duration.ofMinutes(1));
    put(engine, item("pk", "a", "v", "3"));

    assertThat(engine.run(new DescribeContinuousBackups("people")).earliest()).contains(since);
    assertThatThrownBy(() -> restore("before", before))
        .isInstanceOf(InvalidRestoreTimeException.class);
    assertThatThrownBy(() -> restore("just", since.minusMillis(1)))
        .isInstanceOf(InvalidRestoreTimeException.class);
    assertThatThrownBy(() -> restore("future", clock.instant().plusMillis(1)))
        .isInstanceOf(InvalidRestoreTimeException.class);
    restore("earliest", since);
    assertThat(items("earliest")).containsExactly(item("pk", "a", "v", "2"));
    restore("latest", clock.instant());
    assertThat(items("latest")).containsExactly(item("pk", "a", "v", "3"));
  }

  @Test
  void a_backup_is_the_table_at_its_time() {
    createPeople();
    put(engine, item("pk", "a", "g", "1"));
    var backup = engine.run(new CreateBackup("people", "mine"));
    put(engine, item("pk", "b", "g", "1"));
    while (!engine.run(new DescribeBackup(backup.arn())).status().equals("AVAILABLE")) {
      LockSupport.parkNanos(100_000);
    }
    delete("a");
    engine.run(new RestoreTableFromBackup("restored", backup.arn(), AS_IT_WAS));
    awaitActive("restored");
    assertThat(items("restored")).containsExactly(item("pk", "a", "g", "1"));
    assertThat(indexed("restored")).hasSize(1);
    assertThat(engine.run(new DeleteBackup(backup.arn())).status()).isEqualTo("DELETED");
  }

  @Test
  void a_backup_of_large_items_is_copied_in_parts() {
    engine.close();
    var chunks = new AtomicInteger();
    FaultPoints counting =
        name -> {
          if (name.equals(FaultPoints.BACKUP_CHUNK)) chunks.incrementAndGet();
        };
    engine = Engine.open(EngineOptions.inMemory().withClock(clock).withFaults(counting));
    createPeople();
    for (int i = 0; i < 20; i++) put(engine, item("pk", "k" + i, "v", "x".repeat(300_000)));
    var backup = engine.run(new CreateBackup("people", "large"));
    await(() -> engine.run(new DescribeBackup(backup.arn())).status().equals("AVAILABLE"));
    assertThat(chunks).as("of 6 MB").hasValueGreaterThanOrEqualTo(5);
  }

  @Test
  void a_deleted_table_with_recovery_leaves_a_backup_for_35_days() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "g", "1"));
    engine.run(new DeleteTable("people"));
    var list = new ListBackups("people", null, null, null, null, "SYSTEM");
    var backup = engine.run(list).backups().getFirst();
    assertThat(backup.backup().name()).isEqualTo("people$DeletedTableBackup");
    engine.run(new RestoreTableFromBackup("people", backup.arn(), AS_IT_WAS));
    awaitActive("people");
    assertThat(items("people")).hasSize(1);
    clock.advance(Duration.ofDays(36));
    engine.runHousekeeping();
    assertThat(engine.run(list).backups()).isEmpty();
    assertThat(items("people")).hasSize(1);
  }

  @Test
  void a_table_deleted_while_the_clock_is_behind_leaves_a_backup_for_as_long() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "g", "1"));
    clock.advance(Duration.ofDays(-40));
    engine.run(new DeleteTable("people"));
    clock.advance(Duration.ofDays(40));
    engine.runHousekeeping();
    var list = new ListBackups("people", null, null, null, null, "SYSTEM");
    var backup = engine.run(list).backups().getFirst();
    assertThat(backup.backup().expires()).contains(clock.instant().plus(Duration.ofDays(35)));
  }

  @Test
  void settings_and_backups_survive_a_restart_and_an_unfinished_restore_does_not(
      @TempDir Path folder) {
    engine.close();
    var fault = new StopsAt();
    engine = Engine.open(EngineOptions.at(folder).withClock(clock).withFaults(fault));
    createPeople();
    enable();
    put(engine, item("pk", "a", "g", "old"));
    var past = clock.instant();
    clock.advance(Duration.ofSeconds(1));
    put(engine, item("pk", "a", "g", "new"));
    var backup = engine.run(new CreateBackup("people", "mine"));
    while (!engine.run(new DescribeBackup(backup.arn())).status().equals("AVAILABLE")) {
      LockSupport.parkNanos(100_000);
    }
    fault.point = FaultPoints.RESTORE_FINISH;
    engine.run(new RestoreTableToPointInTime(null, "people", "half", true, null, AS_IT_WAS));
    engine.close();

    engine = Engine.open(EngineOptions.at(folder).withClock(clock));
    assertThat(engine.run(new ListTables(null, null)).tableNames()).containsExactly("people");
    assertThat(engine.run(new DescribeBackup(backup.arn())).status()).isEqualTo("AVAILABLE");
    restore("restored", past);
    assertThat(items("restored")).containsExactly(item("pk", "a", "g", "old"));
  }

  @Test
  void times_do_not_go_back_when_the_clock_was_set_back_between_two_runs(@TempDir Path folder) {
    engine.close();
    engine = Engine.open(EngineOptions.at(folder).withClock(clock));
    createPeople();
    enable();
    put(engine, item("pk", "a", "v", "1"));
    engine.close();
    var first = clock.instant();
    clock.advance(Duration.ofHours(-1));
    engine = Engine.open(EngineOptions.at(folder).withClock(clock));
    put(engine, item("pk", "a", "v", "2"));
    clock.advance(Duration.ofHours(1).plusSeconds(1));
    put(engine, item("pk", "a", "v", "3"));
    restore("restored", first);
    assertThat(items("restored")).containsExactly(item("pk", "a", "v", "2"));
  }

  @Test
  void writes_after_the_clock_was_set_back_are_in_a_restore_to_the_latest_time() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "v", "1"));
    clock.advance(Duration.ofHours(-1));
    put(engine, item("pk", "b", "v", "2"));

    engine.run(new RestoreTableToPointInTime(null, "people", "latest", true, null, AS_IT_WAS));
    awaitActive("latest");
    assertThat(items("latest")).isEqualTo(items("people")).hasSize(2);
    var latest = engine.run(new DescribeContinuousBackups("people")).latest();
    assertThat(latest).isEqualTo(clock.instant().plus(Duration.ofHours(1)));
    restore("named", latest);
    assertThat(items("named")).isEqualTo(items("people"));
  }

  @Test
  void after_a_jump_of_the_clock_was_corrected_all_times_can_still_be_restored() {
    createPeople();
    enable();
    put(engine, item("pk", "a", "v", "before"));
    var before = clock.instant();
    clock.advance(Duration.ofDays(60));
    put(engine, item("pk", "a", "v", "during"));
    clock.advance(Duration.ofDays(-60).plusSeconds(1));
    put(engine, item("pk", "a", "v", "after"));

    restore("first", before);
    assertThat(items("first")).containsExactly(item("pk", "a", "v", "before"));
    engine.run(new RestoreTableToPointInTime(null, "people", "last", true, null, AS_IT_WAS));
    awaitActive("last");
    assertThat(items("last")).containsExactly(item("pk", "a", "v", "after"));
  }

  @Test
  void a_restore_or_backup_that_fails_is_removed_and_can_be_repeated() {
    engine.close();
    var fault = new StopsAt();
    engine = Engine.open(EngineOptions.inMemory().withClock(clock).withFaults(fault));
    createPeople();
    enable();
    put(engine, item("pk", "a", "g", "1"));
    for (var point : List.of(FaultPoints.RESTORE_CHUNK, FaultPoints.RESTORE_FINISH)) {
      fault.point = point;
      engine.run(new RestoreTableToPointInTime(null, "people", "copy", true, null, AS_IT_WAS));
      await(() -> !engine.run(new ListTables(null, null)).tableNames().contains("copy"));
    }
    fault.point = FaultPoints.BACKUP_CHUNK;
    engine.run(new CreateBackup("people", "mine"));
    var list = new ListBackups("people", null, null, null, null, "USER");
    await(() -> engine.run(list).backups().isEmpty());

    fault.point = "";
    restore("copy", clock.instant());
    assertThat(items("copy")).hasSize(1);
  }

  private static void await(BooleanSupplier condition) {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    while (!condition.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited too long").isLessThan(deadline);
      LockSupport.parkNanos(100_000);
    }
  }

  /** Makes a restore or a backup fail at a point. */
  private static final class StopsAt implements FaultPoints {
    private volatile String point = "";

    @Override
    public void reached(String name) {
      if (name.equals(point)) throw new IllegalStateException("stopped");
    }
  }
}
