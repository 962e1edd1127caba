package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineBackups;
import dev.trestle.gen.Property;
import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.TemporaryFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A process is killed while it makes backups of its data. */
class BackupCrashTest {
  private static final int KILLS = KillTrial.tenthOfKills(2);
  private static final int LIFE_MILLIS_MAX = 400;
  private static final Duration LONG_ENOUGH = Duration.ofMinutes(2);
  private static final String BACKUP = "backup of ";

  private final Path folder = TemporaryFolder.create();
  private final Path data = folder.resolve("data");
  private final Path backups = folder.resolve("backups");

  @AfterEach
  void delete() {
    TemporaryFolder.delete(folder);
  }

  @Test
  void every_backup_that_was_completed_can_be_restored_and_the_next_one_can_be_made() {
    long seed = Property.seed();
    KillTrial.report("%,d kills during backups, seed %d", KILLS, seed);
    KillTrial.withSeed(seed, () -> killAgainAndAgain(new SplittableRandom(seed)));
    KillTrial.report(
        "PASSED: %,d kills, every completed backup can be restored (seed %d)", KILLS, seed);
  }

  private void killAgainAndAgain(SplittableRandom random) {
    int number = 1;
    for (int kill = 0; kill < KILLS; kill++) {
      number = killDuringBackups(number, random) + 1;
      checkNewestBackup(number - 1, folder.resolve("restored" + kill));
      KillTrial.report("kill %,d of %,d: the newest backup is whole", kill + 1, KILLS);
    }
  }

  /** Returns the number of the last backup that was reported. */
  private int killDuringBackups(int number, SplittableRandom random) {
    var arguments = List.of(data.toString(), backups.toString(), Integer.toString(number));
    try (var child = ChildJvm.start(BackupLoad.class, List.of("-Xmx256m"), arguments)) {
      child.awaitLine(BACKUP, LONG_ENOUGH);
      LockSupport.parkNanos(Duration.ofMillis(random.nextInt(1, LIFE_MILLIS_MAX)).toNanos());
      child.kill();
      return child.lines().stream()
          .filter(line -> line.startsWith(BACKUP))
          .mapToInt(line -> Integer.parseInt(line.substring(BACKUP.length())))
          .max()
          .orElseThrow();
    }
  }

  private void checkNewestBackup(int reported, Path restored) {
    try (var all = EngineBackups.open(backups)) {
      all.removeUnfinished();
      all.restore(all.list().getLast().id(), restored);
    }
    try (var trestle = Trestle.open(restored)) {
      var numbers =
          trestle
              .client()
              .scan(request -> request.tableName(Layout.LOADED.table()))
              .items()
              .stream()
              .map(item -> Integer.parseInt(Objects.requireNonNull(item.get("number")).n()))
              .distinct()
              .toList();
      assertThat(numbers).as("all items are of one time").hasSize(1);
      assertThat(numbers.getFirst()).isBetween(reported, reported + 1);
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    }
    try (var trestle = Trestle.open(data)) {
      assertThat(trestle.engine().verify((done, total) -> {}).problems()).isEmpty();
    }
  }
}
