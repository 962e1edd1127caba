package dev.trestle.gen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The numbers that a generator drew, in order. A generated value depends on nothing else. The
 * numbers come from a seed or are replayed, and a shorter or smaller sequence produces a simpler
 * value. Shrinking needs to know no more than that, so {@code map} and {@code flatMap} shrink
 * without any code of their own.
 */
public final class Choices {
  /** Choices that belong together, such as those of one element of a list. The end is exclusive. */
  record Span(int start, int end, int depth) {}

  private final Optional<SplittableRandom> random;
  private final long[] played;
  private long[] made = new long[64];
  private int length;
  private int depth;
  private final List<Span> spans = new ArrayList<>();

  private Choices(Optional<SplittableRandom> random, long[] played) {
    this.random = random;
    this.played = played;
  }

  static Choices ofSeed(long seed) {
    return new Choices(Optional.of(new SplittableRandom(seed)), new long[0]);
  }

  static Choices playing(long[] choices) {
    return new Choices(Optional.empty(), choices);
  }

  /** Draws a number from 0 to the maximum, both inclusive. A smaller number is simpler. */
  public long upTo(long max) {
    if (max < 0) throw new IllegalArgumentException("a choice up to " + max);
    return record(
        random.isPresent()
            ? max == Long.MAX_VALUE ? random.get().nextLong() >>> 1 : random.get().nextLong(max + 1)
            : Math.min(next(), max));
  }

  /** Chooses one of several alternatives. The first one is the simplest. */
  public int oneOf(int alternatives) {
    return (int) upTo(alternatives - 1L);
  }

  /**
   * Draws a length without recording it. A generator that builds something of this length records
   * {@link #more} before each element, so that removing an element's choices removes the element.
   * Returns 0 during a replay.
   */
  int length(int min, int max) {
    return random.isPresent() ? random.get().nextInt(min, max + 1) : 0;
  }

  /** Returns whether another element follows, as planned or as replayed. */
  boolean more(boolean planned) {
    return record(random.isPresent() ? (planned ? 1 : 0) : Math.min(next(), 1)) == 1;
  }

  /** Marks all choices that the supplier makes as belonging together. */
  <T> T together(Supplier<T> part) {
    int start = length;
    depth++;
    try {
      return part.get();
    } finally {
      depth--;
      if (length > start) spans.add(new Span(start, length, depth));
    }
  }

  long[] made() {
    return Arrays.copyOf(made, length);
  }

  List<Span> spans() {
    return spans;
  }

  /** After the end of a replay all choices are 0, the simplest. */
  private long next() {
    return length < played.length ? played[length] : 0;
  }

  private long record(long choice) {
    if (length == made.length) made = Arrays.copyOf(made, length * 2);
    made[length++] = choice;
    return choice;
  }
}
