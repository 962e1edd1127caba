package dev.trestle.gen;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * The numbers a generator drew, in order: the value follows from them alone. They come from a seed
 * or are played back, and a shorter or smaller sequence means a simpler value. That is all that
 * shrinking needs to know, so {@code map} and {@code flatMap} shrink for nothing.
 */
public final class Choices {
  /** Choices that belong together, such as those of one element of a list; the end is exclusive. */
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

  /** A number from 0 to the given one, both included. The smaller, the simpler. */
  public long upTo(long max) {
    if (max < 0) throw new IllegalArgumentException("a choice up to " + max);
    return record(
        random.isPresent()
            ? max == Long.MAX_VALUE ? random.get().nextLong() >>> 1 : random.get().nextLong(max + 1)
            : Math.min(next(), max));
  }

  /** Which of so many alternatives; the first is the simplest. */
  public int oneOf(int alternatives) {
    return (int) upTo(alternatives - 1L);
  }

  /**
   * A length between two bounds, not recorded: whoever builds something of that length records
   * {@link #more} before each element, so that taking out an element's choices takes out the
   * element. 0 when choices are played back.
   */
  int length(int min, int max) {
    return random.isPresent() ? random.get().nextInt(min, max + 1) : 0;
  }

  /** Whether another element follows, as planned or as played back. */
  boolean more(boolean planned) {
    return record(random.isPresent() ? (planned ? 1 : 0) : Math.min(next(), 1)) == 1;
  }

  /** Marks the choices made meanwhile as belonging together. */
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

  /** Past the end everything is at its simplest. */
  private long next() {
    return length < played.length ? played[length] : 0;
  }

  private long record(long choice) {
    if (length == made.length) made = Arrays.copyOf(made, length * 2);
    made[length++] = choice;
    return choice;
  }
}
