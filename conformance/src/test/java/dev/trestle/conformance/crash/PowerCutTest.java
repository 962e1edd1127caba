package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.gen.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.Test;

/**
 * The operating system keeps the writes of a killed process, but not after a power cut. So after
 * the kill every log file is truncated at a random position after the last byte that RocksDB
 * reported as durable, as a power cut may leave it.
 */
class PowerCutTest {
  private static final int CUTS = KillTrial.tenthOfKills(3);
  private static final int CUTS_PER_FOLDER = 5;

  @Test
  void a_power_cut_loses_nothing_acknowledged() {
    long seed = Property.seed();
    var random = new SplittableRandom(seed);
    KillTrial.report("%,d power cuts, seed %d", CUTS, seed);
    KillTrial.withSeed(
        seed,
        () -> {
          for (int done = 0; done < CUTS; done += CUTS_PER_FOLDER) {
            cutSeveralTimes(Math.min(CUTS_PER_FOLDER, CUTS - done), random);
            KillTrial.report("power cut %,d of %,d", Math.min(done + CUTS_PER_FOLDER, CUTS), CUTS);
          }
        });
    KillTrial.report("PASSED: %,d power cuts, 0 acknowledged writes lost (seed %d)", CUTS, seed);
  }

  private static void cutSeveralTimes(int cuts, SplittableRandom random) {
    try (var engine = new CrashingEngine(Durability.SYNC)) {
      for (int i = 0; i < cuts; i++) {
        engine.killAtRandom(random);
        assertThat(engine.ledger().hasSynced()).as("a report of an fsync").isTrue();
        cut(engine, random::nextLong);
        Inspection.check(engine.folder(), engine.ledger(), random);
      }
    }
  }

  /**
   * Shows that truncating works: writes that are not durable are lost. At a random position, the
   * cut might hit only what was not acknowledged.
   */
  @Test
  void without_fsync_a_power_cut_loses_acknowledged_writes() {
    long seed = Property.seed();
    try (var engine = new CrashingEngine(Durability.FAST)) {
      engine.killAtRandom(new SplittableRandom(seed));
      cut(engine, (synced, _) -> synced);
      assertThat(Inspection.losses(engine.folder(), engine.ledger()))
          .as("acknowledged writes lost, with seed %d", seed)
          .isPositive();
    }
  }

  /** Truncates every log file at a position from its last durable byte to its end. */
  private static void cut(CrashingEngine engine, LongBinaryOperator position) {
    try (var files = Files.walk(engine.folder())) {
      for (var file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        cut(file, engine.ledger().syncedLength(file.getFileName().toString()), position);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cut(Path file, long synced, LongBinaryOperator position) throws IOException {
    long length = Files.size(file);
    assertThat(length).as("length of %s", file).isGreaterThanOrEqualTo(synced);
    if (length == synced) return;
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(position.applyAsLong(synced, length));
    }
  }
}
