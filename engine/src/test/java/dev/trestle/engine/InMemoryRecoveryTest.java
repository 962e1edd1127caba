package dev.trestle.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.operation.DescribeContinuousBackups;
import dev.trestle.engine.operation.UpdateContinuousBackups;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class InMemoryRecoveryTest {
  private static final Instant START = Instant.parse("2026-05-01T12:00:00Z");

  /** A clock that the engine takes for the system's. */
  private static final class MovedClock extends Clock {
    private final AtomicReference<Instant> now = new AtomicReference<>(START);

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now.get();
    }
  }

  @Test
  void old_images_in_memory_are_kept_for_an_hour_only() {
    var clock = new MovedClock();
    try (var engine = Engine.open(EngineOptions.inMemory().withClock(clock))) {
      HousekeepingTest.create(engine);
      engine.run(new UpdateContinuousBackups("things", true, null));
      HousekeepingTest.put(engine);
      assertThat(logRecords(engine)).as("of the stream and of recovery").isEqualTo(2);
      clock.now.set(START.plus(Duration.ofHours(2)));
      // At most an hour more than has really passed is believed, so this needs a moment.
      while (!earliest(engine).isAfter(START)) engine.runHousekeeping();
      engine.runHousekeeping();
      assertThat(logRecords(engine)).as("of the stream").isEqualTo(1);
    }
  }

  private static long logRecords(Engine engine) {
    return engine.verify((done, total) -> {}).logRecords();
  }

  private static Instant earliest(Engine engine) {
    return engine.run(new DescribeContinuousBackups("things")).earliest().orElseThrow();
  }
}
