package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.gen.Property;
import dev.trestle.testing.ChildJvm;
import dev.trestle.testing.Faults;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A process is killed while it removes old records from a stream and a recovery log. */
class TrimCrashTest {
  private static final int KILLS = KillTrial.tenthOfKills(2);

  /** The four lineages of each of the two logs have at least one chunk. */
  private static final int CHUNKS = 8;

  private static final Duration LONG_ENOUGH = Duration.ofMinutes(10);

  @Test
  void whenever_a_process_dies_while_it_trims_logs_they_have_no_holes() {
    long seed = Property.seed();
    KillTrial.report("%,d kills while trimming, seed %d", KILLS, seed);
    KillTrial.withSeed(seed, () -> killAgainAndAgain(new SplittableRandom(seed)));
    KillTrial.report("PASSED: %,d kills while trimming (seed %d)", KILLS, seed);
  }

  private static void killAgainAndAgain(SplittableRandom random) {
    for (int kill = 0; kill < KILLS; kill++) {
      try (var engine = new CrashingEngine(Durability.SYNC)) {
        engine.killAtRandom(random);
        dieTrimming(engine, random.nextInt(1, CHUNKS + 1));
        Inspection.checkTrimmed(engine.folder(), engine.ledger());
      }
    }
  }

  private static void dieTrimming(CrashingEngine engine, int chunk) {
    var arguments = List.of(engine.folder().toString(), Integer.toString(chunk));
    try (var child = ChildJvm.start(TrimLoad.class, List.of("-Xmx256m"), arguments)) {
      assertThat(child.awaitEnd(LONG_ENOUGH)).as(child.err()).isEqualTo(Faults.HALTED);
    }
  }
}
