package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@code ./trestle trial fleet} runs the long one and the planted faults. */
class FleetTrialTest {
  private static final String MINUTES = "trestle.fleet.minutes";

  /** About as long as one disturbance takes, with the recovery after it. */
  private static final int SECONDS_EACH = 8;

  /** On a machine that is busy with other tests, a server may read late. */
  private static final Duration LENIENT = Duration.ofSeconds(30);

  @TempDir Path folder;

  private static long seed() {
    return Long.getLong("trestle.seed", System.nanoTime());
  }

  @Test
  void clients_of_two_servers_lose_nothing_when_one_is_killed_and_redis_dies() {
    long seed = seed();
    try (var trial = new FleetTrial(folder, 2, seed, PlantedFault.NONE, LENIENT)) {
      var result = trial.run(List.of(Disturbance.REDIS_KILLED, Disturbance.SERVER_KILLED));
      System.out.println("seed=" + seed + " " + result.summary());
      assertThat(result.violations()).as("seed " + seed).isEmpty();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = MINUTES, matches = "\\d+")
  void clients_of_three_servers_lose_nothing_whatever_happens() {
    long seed = seed();
    var random = new SplittableRandom(seed);
    var kinds = Disturbance.values();
    var happening = new ArrayList<Disturbance>();
    long count = Math.max(kinds.length, Long.getLong(MINUTES) * 60 / SECONDS_EACH);
    for (int i = 0; i < count; i++) {
      happening.add(i < kinds.length ? kinds[i] : kinds[random.nextInt(kinds.length)]);
    }
    try (var trial = new FleetTrial(folder, 3, seed, PlantedFault.NONE, Duration.ofSeconds(5))) {
      var result = trial.run(happening);
      System.out.println("seed=" + seed + " " + result.summary());
      assertThat(result.violations()).as("seed " + seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  @EnabledIfSystemProperty(named = MINUTES, matches = "\\d+")
  void a_planted_fault_is_found(PlantedFault fault) {
    try (var trial = new FleetTrial(folder, 2, seed(), fault, Duration.ofSeconds(5))) {
      var result = trial.run(List.of(Disturbance.NOTHING, Disturbance.NOTHING));
      System.out.println(fault + " " + result.summary());
      assertThat(result.violations()).isNotEmpty();
    }
  }
}
