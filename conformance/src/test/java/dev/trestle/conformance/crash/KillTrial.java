package dev.trestle.conformance.crash;

import java.util.Locale;
import java.util.Optional;

/**
 * The number of kills: a few in the build, and as many as requested in {@code ./trestle trial
 * engine}, which also prints its progress.
 */
final class KillTrial {
  private static final Optional<Integer> REQUESTED =
      Optional.ofNullable(Integer.getInteger("trestle.kills"));

  private KillTrial() {}

  static int kills(int inBuild) {
    return REQUESTED.orElse(inBuild);
  }

  /** Returns a tenth of the requested kills, for what takes longer. */
  static int tenthOfKills(int inBuild) {
    return Math.max(inBuild, REQUESTED.orElse(0) / 10);
  }

  /** What is tried. It fails by throwing. */
  interface Trial {
    void run();
  }

  /** Runs a trial. However it fails, the message has the seed. */
  static void withSeed(long seed, Trial trial) {
    try {
      trial.run();
    } catch (RuntimeException | AssertionError e) {
      throw new AssertionError("with seed " + seed + ": " + e.getMessage(), e);
    }
  }

  /** Prints a line if this is a trial. */
  @SuppressWarnings("AnnotateFormatMethod") // The annotation would need another library.
  static void report(String format, Object... values) {
    if (REQUESTED.isPresent()) System.out.println(String.format(Locale.ROOT, format, values));
  }
}
