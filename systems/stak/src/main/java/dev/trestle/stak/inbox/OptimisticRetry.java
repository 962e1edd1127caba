package dev.trestle.stak.inbox;

import dev.trestle.stak.Refusal;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;

/** Repeats a conditional write until nobody else has changed the same inbox in between. */
public final class OptimisticRetry {
  /** Each failed attempt means that somebody else succeeded. */
  private static final int ATTEMPTS_MAX = 200;

  /** A pause is shorter than two to this many milliseconds. */
  private static final int PAUSE_DOUBLINGS_MAX = 5;

  private final RandomGenerator random;

  public OptimisticRetry(RandomGenerator random) {
    this.random = random;
  }

  /**
   * Tries until the attempt returns a result.
   *
   * @throws Refusal.InboxBusy if others are faster at every attempt
   */
  public <T> T until(Supplier<Optional<T>> attempt) {
    for (int failed = 0; failed < ATTEMPTS_MAX; failed++) {
      var result = attempt.get();
      if (result.isPresent()) return result.get();
      pause(failed);
    }
    throw new Refusal.InboxBusy();
  }

  private void pause(int failed) {
    if (failed < 2) return;
    try {
      Thread.sleep(random.nextInt(1 << Math.min(failed, PAUSE_DOUBLINGS_MAX)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal.InboxBusy();
    }
  }
}
