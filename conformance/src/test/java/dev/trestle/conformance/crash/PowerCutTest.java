package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.storage.Durability;
import dev.trestle.gen.Property;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A killed process leaves its writes with the operating system, a power cut does not. So after the
 * kill every log file is cut at some place behind what was made durable, as RocksDB itself reported
 * each fsync: what a power cut may leave.
 */
class PowerCutTest {
  private static final int CUTS = 3;

  @Test
  void a_power_cut_loses_nothing_acknowledged() {
    long seed = Property.seed();
    var random = new SplittableRandom(seed);
    try (var victim = new Victim(Durability.SYNC)) {
      for (int i = 0; i < CUTS; i++) {
        victim.killAtRandom(random);
        assertThat(victim.ledger().hasSynced()).as("a report of an fsync").isTrue();
        cut(victim, random);
        Inspection.check(victim.folder(), victim.ledger());
      }
    } catch (AssertionError e) {
      throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
    }
  }

  /** Shows that the cut cuts: what is not made durable is lost by it. */
  @Test
  void without_fsync_a_power_cut_loses_acknowledged_writes() {
    long seed = Property.seed();
    try (var victim = new Victim(Durability.FAST)) {
      victim.killAtRandom(new SplittableRandom(seed));
      cut(victim, new SplittableRandom(seed));
      assertThat(Inspection.losses(victim.folder(), victim.ledger()))
          .as("acknowledged writes lost, with seed %d", seed)
          .isPositive();
    }
  }

  private static void cut(Victim victim, SplittableRandom random) {
    try (var files = Files.walk(victim.folder())) {
      for (var file : files.filter(f -> f.toString().endsWith(".log")).toList()) {
        cut(file, victim.ledger().syncedLength(file.getFileName().toString()), random);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void cut(Path file, long synced, SplittableRandom random) throws IOException {
    long length = Files.size(file);
    assertThat(length).as("length of %s", file).isGreaterThanOrEqualTo(synced);
    if (length == synced) return;
    try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      channel.truncate(random.nextLong(synced, length));
    }
  }
}
