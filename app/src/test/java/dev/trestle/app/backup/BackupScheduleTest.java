package dev.trestle.app.backup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.model.BackupPlan;
import dev.trestle.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class BackupScheduleTest {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final Duration FIRST = Duration.ofMinutes(2);
  private static final Duration DAY = Duration.ofDays(1).plusMinutes(1);

  @TempDir private Path folder;

  private final AtomicReference<Instant> now =
      new AtomicReference<>(Instant.parse("2026-05-01T12:00:00Z"));
  private final InstantSource clock = now::get;

  private void pass(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  private BackupSchedule start(Trestle trestle, Path target) {
    var open = new OpenFolder(trestle.engine(), folder.resolve("data"), clock);
    return BackupSchedule.start(open, target, BackupPlan.daily(3), clock);
  }

  private Trestle open() {
    return Trestle.open(EngineOptions.at(folder.resolve("data")).withClock(clock));
  }

  private static void awaitBackups(BackupSchedule schedule, Integer... ids) {
    Await.value(
        () ->
            Optional.of(schedule.status())
                .filter(status ->
                    !status.running()
                        && status.backups().stream()
                            .map(FolderBackup::id)
                            .toList()
                            .equals(List.of(ids))),
        PATIENCE);
  }

  @Test
  void backups_are_made_at_intervals_and_removed_after_their_retention() {
    var target = folder.resolve("backups");
    try (var trestle = open()) {
      try (var schedule = start(trestle, target)) {
        pass(FIRST);
        awaitBackups(schedule, 1);
        pass(DAY);
        awaitBackups(schedule, 1, 2);
        schedule.backUpNow();
        awaitBackups(schedule, 1, 2, 3);
        assertThat(schedule.age().orElseThrow()).isLessThan(Duration.ofDays(1));
      }
      try (var schedule = start(trestle, target)) {
        assertThat(schedule.status().backups()).as("known after a restart").hasSize(3);
        pass(Duration.ofDays(5));
        awaitBackups(schedule, 4);
        schedule.check();
      }
    }
  }

  @Test
  void a_backup_from_the_future_does_not_put_off_the_next_one() {
    var target = folder.resolve("backups");
    try (var trestle = open()) {
      pass(Duration.ofDays(365));
      try (var schedule = start(trestle, target)) {
        pass(FIRST);
        awaitBackups(schedule, 1);
      }
      pass(Duration.ofDays(-365));
      try (var schedule = start(trestle, target)) {
        pass(DAY);
        awaitBackups(schedule, 1, 2);
        pass(DAY);
        awaitBackups(schedule, 1, 2, 3);
      }
    }
  }

  /** As when a machine starts with a wrong clock and the network sets it right. */
  @Test
  void a_clock_that_is_set_back_does_not_put_off_the_next_backup() {
    var target = folder.resolve("backups");
    pass(Duration.ofDays(365));
    try (var trestle = open();
        var schedule = start(trestle, target)) {
      pass(FIRST);
      awaitBackups(schedule, 1);
      pass(Duration.ofDays(-365));
      Await.until(() -> isDueWithinADay(schedule), PATIENCE);
      pass(DAY);
      awaitBackups(schedule, 1, 2);
    }
  }

  @Test
  void after_the_clock_was_set_back_the_check_still_fails_after_two_intervals() throws IOException {
    Files.writeString(folder.resolve("occupied"), "a file");
    pass(Duration.ofDays(365));
    try (var trestle = open();
        var schedule = start(trestle, folder.resolve("occupied"))) {
      pass(Duration.ofDays(-365));
      Await.until(() -> isDueWithinADay(schedule), PATIENCE);
      schedule.check();
      pass(DAY.multipliedBy(2));
      assertThatThrownBy(schedule::check)
          .isInstanceOf(BackupException.class)
          .hasMessageContaining("no backup since");
    }
  }

  private boolean isDueWithinADay(BackupSchedule schedule) {
    return !schedule.status().next().isAfter(now.get().plus(DAY));
  }

  @Test
  void the_check_fails_after_two_intervals_if_the_target_cannot_be_used() throws IOException {
    Files.writeString(folder.resolve("occupied"), "a file");
    try (var trestle = open();
        var schedule = start(trestle, folder.resolve("occupied"))) {
      schedule.check();
      pass(FIRST);
      Await.value(() -> schedule.status().problem(), PATIENCE);
      pass(DAY.multipliedBy(2));
      assertThatThrownBy(schedule::check)
          .isInstanceOf(BackupException.class)
          .hasMessageContaining("no backup since");
      assertThat(schedule.age()).isEmpty();
    }
  }

  static Stream<Runnable> failures() {
    return Stream.of(
        () -> {
          throw new IllegalStateException("unexpected");
        },
        () -> {
          throw new NoClassDefFoundError("unexpected");
        });
  }

  @ParameterizedTest
  @MethodSource("failures")
  void a_backup_that_fails_unexpectedly_is_tried_again(Runnable failure) {
    var isBroken = new AtomicBoolean(true);
    InstantSource sometimes =
        () -> {
          if (isBroken.get()) failure.run();
          return now.get();
        };
    try (var trestle = open()) {
      var open = new OpenFolder(trestle.engine(), folder.resolve("data"), sometimes);
      var target = folder.resolve("backups");
      try (var schedule = BackupSchedule.start(open, target, BackupPlan.daily(3), clock)) {
        pass(FIRST);
        assertThat(Await.value(() -> schedule.status().problem(), PATIENCE))
            .isEqualTo("unexpected");
        isBroken.set(false);
        pass(Duration.ofMinutes(11));
        awaitBackups(schedule, 1);
      }
    }
  }

  @Test
  void a_backup_waits_for_another_one_to_the_same_folder() throws Exception {
    var isBegun = new CountDownLatch(1);
    var mayGoOn = new CountDownLatch(1);
    InstantSource stopped =
        () -> {
          isBegun.countDown();
          awaitUninterruptibly(mayGoOn);
          return now.get();
        };
    var target = folder.resolve("backups");
    var steps = new CopyOnWriteArrayList<String>();
    try (var trestle = open()) {
      var open = new OpenFolder(trestle.engine(), folder.resolve("data"), stopped);
      try (var schedule = BackupSchedule.start(open, target, BackupPlan.daily(3), clock);
          var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        pass(FIRST);
        isBegun.await();
        var manual =
            threads.submit(() -> open.backUp(target, (step, _, _) -> steps.addIfAbsent(step)));
        Await.until(() -> steps.contains("waiting for another backup"), PATIENCE);
        mayGoOn.countDown();
        assertThat(manual.get().id()).isEqualTo(2);
        Await.until(() -> !schedule.status().backups().isEmpty(), PATIENCE);
        assertThat(schedule.status().problem()).isEmpty();
      }
    }
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void one_schedule_serves_the_plans_of_all_tables() {
    assertThat(
            BackupSchedule.combine(
                List.of(
                    BackupPlan.daily(90),
                    new BackupPlan(Duration.ofHours(6), Duration.ofDays(7)),
                    BackupPlan.daily(35))))
        .contains(new BackupPlan(Duration.ofHours(6), Duration.ofDays(90)));
    assertThat(BackupSchedule.combine(List.of())).isEmpty();
  }
}
