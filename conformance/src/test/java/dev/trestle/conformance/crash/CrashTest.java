package dev.trestle.conformance.crash;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.Durability;
import dev.trestle.engine.FaultPoints;
import dev.trestle.gen.Property;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Processes die under load, at random moments and at each fault point. The data that they leave is
 * opened and verified. A long run: {@code ./trestle trial engine --kills 1000}.
 */
class CrashTest {
  private static final int KILLS = KillTrial.kills(12);
  private static final int ROUNDS_PER_FOLDER = 5;
  private static final int FREQUENT_PASSAGE_MAX = 300;
  private static final int RARE_PASSAGE_MAX = 2;

  private record Point(String name, int passageMax) {}

  private static final List<Point> POINTS =
      List.of(
          new Point(FaultPoints.COMMIT_BEFORE_WRITE, FREQUENT_PASSAGE_MAX),
          new Point(FaultPoints.COMMIT_AFTER_WRITE, FREQUENT_PASSAGE_MAX),
          new Point(FaultPoints.CATALOG_BEFORE_WRITE, RARE_PASSAGE_MAX),
          new Point(FaultPoints.CATALOG_AFTER_WRITE, RARE_PASSAGE_MAX),
          new Point(FaultPoints.BACKFILL_CHUNK, RARE_PASSAGE_MAX),
          new Point(FaultPoints.PURGE_CHUNK, RARE_PASSAGE_MAX),
          new Point(FaultPoints.SWEEP_CHUNK, RARE_PASSAGE_MAX),
          new Point(FaultPoints.BACKUP_CHUNK, RARE_PASSAGE_MAX),
          new Point(FaultPoints.RESTORE_CHUNK, RARE_PASSAGE_MAX),
          new Point(FaultPoints.RESTORE_FINISH, RARE_PASSAGE_MAX),
          new Point(FaultPoints.IMPORT_CHUNK, RARE_PASSAGE_MAX));

  @Test
  void whenever_a_process_dies_what_it_acknowledged_is_there_and_all_fits_together() {
    long seed = Property.seed();
    KillTrial.report("%,d kills under load, seed %d", KILLS, seed);
    KillTrial.withSeed(
        seed,
        () -> {
          int acknowledged = killAgainAndAgain(new SplittableRandom(seed));
          assertThat(acknowledged).as("writes acknowledged").isGreaterThan(100 * KILLS);
          KillTrial.report(
              "PASSED: %,d kills, %,d acknowledged writes, 0 lost (seed %d)",
              KILLS, acknowledged, seed);
        });
  }

  /** Returns how many writes were acknowledged. */
  private static int killAgainAndAgain(SplittableRandom random) {
    int acknowledged = 0;
    var engine = new CrashingEngine(Durability.SYNC);
    try {
      for (int kill = 0; kill < KILLS; kill++) {
        if (engine.rounds() == ROUNDS_PER_FOLDER) {
          acknowledged += engine.ledger().acknowledged();
          engine.close();
          engine = new CrashingEngine(Durability.SYNC);
        }
        // First every fault point once, then as many random moments, then again.
        int turn = kill % (2 * POINTS.size());
        if (turn < POINTS.size()) {
          var point = POINTS.get(turn);
          engine.dieAt(point.name, random.nextInt(1, point.passageMax + 1), random);
        } else {
          engine.killAtRandom(random);
        }
        Inspection.check(engine.folder(), engine.ledger(), random);
        KillTrial.report(
            "kill %,d of %,d: %,d writes acknowledged, none lost",
            kill + 1, KILLS, acknowledged + engine.ledger().acknowledged());
      }
      return acknowledged + engine.ledger().acknowledged();
    } finally {
      engine.close();
    }
  }

  @Test
  void without_fsync_too_a_killed_process_loses_nothing() {
    long seed = Property.seed();
    KillTrial.withSeed(
        seed,
        () -> {
          var random = new SplittableRandom(seed);
          try (var engine = new CrashingEngine(Durability.FAST)) {
            engine.killAtRandom(random);
            Inspection.check(engine.folder(), engine.ledger(), random);
          }
        });
  }
}
