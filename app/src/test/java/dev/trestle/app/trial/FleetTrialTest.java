package dev.trestle.app.trial;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.app.fleet.FleetOptions.Service;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * {@code ./trestle trial fleet} runs the planted faults and then the long trial, whose summary is
 * the last line.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FleetTrialTest {
  private static final String MINUTES = "trestle.fleet.minutes";

  /** What is promised. */
  private static final Duration STRICT = Duration.ofSeconds(5);

  /** On a machine that is busy with other tests, a server may read late. */
  private static final Duration LENIENT = Duration.ofSeconds(30);

  /** Some longer than leases and timeouts of requests, some longer than a minute. */
  private static final OutageLengths LONG =
      new OutageLengths(Duration.ofSeconds(3), Duration.ofSeconds(30), Duration.ofSeconds(65));

  private static final OutageLengths SHORT = OutageLengths.of(Duration.ofSeconds(3));

  /** What the build has time for. */
  private static final List<Disturbance> ONCE =
      List.of(
          Disturbance.REDIS_KILLED,
          Disturbance.SQS_KILLED,
          Disturbance.KAFKA_KILLED,
          Disturbance.SERVER_KILLED,
          Disturbance.SERVER_RESTARTED,
          Disturbance.SERVER_WITHOUT_DATABASE,
          Disturbance.SERVER_FROZEN);

  @TempDir Path folder;

  private static long seed() {
    return Long.getLong("trestle.seed", System.nanoTime());
  }

  @Test
  @DisabledIfSystemProperty(named = MINUTES, matches = "\\d+")
  void clients_of_three_servers_lose_nothing_in_a_short_trial() {
    long seed = seed();
    var plan =
        new FleetTrial.Plan(
            3, seed, PlantedFault.NONE, LENIENT, Duration.ZERO, SHORT, List.of(Service.values()));
    try (var trial = new FleetTrial(folder, plan)) {
      // Its clients use nginx by TLS, but for those of Stak and of the history.
      assertThat(trial.announced())
          .contains("SQS        http://127.0.0.1:", "Kafka      127.0.0.1:");
      var result = trial.run(ONCE.iterator());
      System.out.println("seed=" + seed + " " + result.counts());
      System.out.println(result.summary());
      assertThat(result.violations()).as("seed " + seed).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NONE")
  @EnabledIfSystemProperty(named = MINUTES, matches = "\\d+")
  @Order(1)
  void a_planted_fault_is_found(PlantedFault fault) {
    var plan = new FleetTrial.Plan(2, seed(), fault, STRICT, Duration.ZERO, SHORT, List.of());
    try (var trial = new FleetTrial(folder, plan)) {
      var result = trial.run(List.of(Disturbance.NOTHING, Disturbance.NOTHING).iterator());
      System.out.println(fault + " " + result.summary());
      assertThat(result.violations()).anyMatch(fault::isShownBy);
    }
  }

  @Test
  @EnabledIfSystemProperty(named = MINUTES, matches = "\\d+")
  @Order(2)
  void clients_of_three_servers_lose_nothing_in_a_long_trial() {
    long seed = seed();
    var length = Duration.ofMinutes(Long.getLong(MINUTES));
    var plan =
        new FleetTrial.Plan(
            3, seed, PlantedFault.NONE, STRICT, length, LONG, List.of(Service.values()));
    System.out.println("seed=" + seed);
    try (var trial = new FleetTrial(folder, plan)) {
      var result = trial.run(new DisturbanceSchedule(length, seed));
      result.violations().stream().limit(20).forEach(System.out::println);
      System.out.println("seed=" + seed + " " + result.counts());
      System.out.println(result.summary());
      assertThat(result.violations()).as("seed " + seed).isEmpty();
    }
  }

  /** Each disturbance once, and then any until the time is over. */
  private static final class DisturbanceSchedule implements Iterator<Disturbance> {
    private final Disturbance[] kinds = Disturbance.values();
    private final SplittableRandom random;
    private final long end;
    private int count;

    DisturbanceSchedule(Duration length, long seed) {
      this.end = System.nanoTime() + length.toNanos();
      this.random = new SplittableRandom(seed);
    }

    @Override
    public boolean hasNext() {
      return count < kinds.length || System.nanoTime() < end;
    }

    @Override
    public Disturbance next() {
      int kind = count < kinds.length ? count : random.nextInt(kinds.length);
      count++;
      return kinds[kind];
    }
  }
}
