package dev.trestle.gen;

import java.time.Duration;
import java.util.Optional;

/**
 * Checks a property for many generated values. If it fails, finds the simplest value for which it
 * fails. The message contains the seed: {@code -Dtrestle.seed=…} replays that run first. {@code
 * -Dtrestle.effort=10} makes ten times as many runs.
 */
public final class Property {
  /** The property. It fails by throwing. */
  @FunctionalInterface
  public interface Check<T> {
    void holds(T value) throws Throwable;
  }

  private record Failure(Object value, Throwable thrown) {}

  /**
   * The difference between the seeds of two runs. It is not the golden ratio's number, because
   * {@code SplittableRandom} steps by that one, and each run would draw the numbers of the previous
   * run without the first one.
   */
  private static final long SEED_STEP = 0xD1342543DE82EF95L;

  private static final Duration SHRINKING_MAX = Duration.ofSeconds(60);
  private static final int REJECTED_PER_RUN_MAX = 10;

  private Property() {}

  public static <T> void check(int runs, Gen<T> gen, Check<? super T> check) {
    check(seed(), runs, gen, check);
  }

  public static <T> void check(long seed, int runs, Gen<T> gen, Check<? super T> check) {
    int wanted = scaled(runs);
    int rejected = 0;
    for (int done = 0; done < wanted; ) {
      long own = seed + (done + rejected) * SEED_STEP;
      var choices = Choices.ofSeed(own);
      T value;
      try {
        value = gen.from(choices);
      } catch (Gen.Rejected e) {
        if (++rejected > wanted * REJECTED_PER_RUN_MAX) throw e;
        continue;
      }
      try {
        check.holds(value);
      } catch (Throwable thrown) {
        throw failed(own, gen, check, choices, new Failure(value, thrown));
      }
      done++;
    }
  }

  /** Returns the seed given by {@code -Dtrestle.seed}, or a new one. */
  public static long seed() {
    return Optional.ofNullable(Long.getLong("trestle.seed")).orElseGet(System::nanoTime);
  }

  /** Multiplies the number of runs by {@code -Dtrestle.effort}, which is 1 by default. */
  public static int scaled(int runs) {
    double effort = Double.parseDouble(System.getProperty("trestle.effort", "1"));
    return (int) Math.max(1, Math.round(runs * effort));
  }

  private static <T> AssertionError failed(
      long seed, Gen<T> gen, Check<? super T> check, Choices choices, Failure failure) {
    var shrinker =
        new Shrinker<Failure>(
            played -> attempt(gen, check, played), choices.made(), failure, SHRINKING_MAX);
    var simplest = shrinker.shrink();
    var shown = simplest.orElse(failure);
    var how =
        simplest.isPresent()
            ? "shrunk in " + shrinker.tries() + " tries"
            : "not shrunk: it did not fail again";
    var message =
        "fails with seed %d (replay: -Dtrestle.seed=%d), %s, for%n  %s%nbecause %s"
            .formatted(seed, seed, how, shown.value(), shown.thrown());
    return new AssertionError(message, shown.thrown());
  }

  private static <T> Optional<Failure> attempt(
      Gen<T> gen, Check<? super T> check, Choices choices) {
    T value;
    try {
      value = gen.from(choices);
    } catch (Gen.Rejected e) {
      return Optional.empty();
    }
    try {
      check.holds(value);
      return Optional.empty();
    } catch (Throwable thrown) {
      return Optional.of(new Failure(value, thrown));
    }
  }
}
