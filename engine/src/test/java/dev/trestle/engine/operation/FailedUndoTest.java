package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.ReadRequests.item;
import static dev.trestle.engine.operation.ReadRequests.put;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.trestle.engine.Engine;
import dev.trestle.engine.EngineOptions;
import dev.trestle.engine.FaultPoints;
import dev.trestle.engine.ManualClock;
import dev.trestle.engine.StorageException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailedUndoTest {
  private static final int WRITES_MAX = 100;

  /**
   * Once the program that restores a folder got an error of DynamoDB's, for which it has no text.
   */
  @Test
  void whichever_write_fails_is_reported_as_a_failure_of_the_disk() {
    int failing = 1;
    var thrown = undoneWithFailingWrite(failing);
    while (thrown.isPresent() && failing < WRITES_MAX) {
      assertThat(thrown).as("write %d", failing).containsInstanceOf(StorageException.class);
      failing++;
      thrown = undoneWithFailingWrite(failing);
    }
    assertThat(thrown).isEmpty();
    assertThat(failing).as("old images and items are written").isGreaterThan(2);
  }

  private static Optional<Throwable> undoneWithFailingWrite(int number) {
    var left = new AtomicInteger();
    FaultPoints faults =
        name -> {
          if (!name.equals(FaultPoints.COMMIT_BEFORE_WRITE)) return;
          if (left.get() > 0 && left.decrementAndGet() == 0)
            throw new IllegalStateException("full");
        };
    var clock = new ManualClock();
    try (var engine = Engine.open(EngineOptions.inMemory().withClock(clock).withFaults(faults))) {
      engine.run(TableRequests.people().create());
      engine.run(new UpdateContinuousBackups("people", true, null));
      var at = clock.instant();
      clock.advance(Duration.ofMinutes(1));
      put(engine, item("pk", "a"));
      left.set(number);
      @Nullable Throwable thrown = catchThrowable(() -> engine.undoTo(at));
      left.set(0);
      return Optional.ofNullable(thrown);
    }
  }
}
