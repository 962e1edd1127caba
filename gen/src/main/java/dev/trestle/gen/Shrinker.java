package dev.trestle.gen;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Searches for the simplest choices that still fail: first for fewer choices, then for smaller
 * ones, until nothing helps or the budget is used up. It ends, because each accepted step makes the
 * sequence shorter, or smaller at the same length.
 */
final class Shrinker<F> {
  private static final int TRIES_MAX = 10_000;

  /** All pairs are tried, which is only worthwhile when few choices are left. */
  private static final int PAIRED_CHOICES_MAX = 60;

  private final Function<Choices, Optional<F>> trial;
  private final long deadline;
  private int tries;
  private long[] best;
  private List<Choices.Span> spans = List.of();
  private F failure;

  /**
   * @param trial runs the property on the choices and returns the failure
   */
  Shrinker(Function<Choices, Optional<F>> trial, long[] failing, F failure, Duration budget) {
    this.trial = trial;
    this.best = failing;
    this.failure = failure;
    this.deadline = System.nanoTime() + budget.toNanos();
  }

  /** Returns the failure of the simplest choices, or empty if the first ones did not fail again. */
  Optional<F> shrink() {
    if (!attempt(best, true)) return Optional.empty();
    long[] before;
    do {
      before = best;
      dropSpans();
      dropWindows();
      lowerEach();
      lowerEqualOnes();
      lowerEqualPairs();
    } while (!Arrays.equals(before, best) && !isSpent());
    return Optional.of(failure);
  }

  int tries() {
    return tries;
  }

  /**
   * Removes runs of neighbouring spans of the same depth: first half of them, then a quarter, and
   * so on.
   */
  private void dropSpans() {
    for (int depth = 0; ; depth++) {
      int level = depth;
      var first = spansOf(level);
      if (first.isEmpty() && spans.stream().noneMatch(span -> span.depth() > level)) return;
      for (int run = Math.max(1, first.size() / 2); run > 0; run /= 2) {
        for (int from = spansOf(level).size() - run; from >= 0; ) {
          var now = spansOf(level);
          if (from + run > now.size()) {
            from = now.size() - run;
            continue;
          }
          drop(now.get(from).start(), now.get(from + run - 1).end());
          from -= Math.max(1, run / 2);
        }
      }
    }
  }

  private List<Choices.Span> spansOf(int depth) {
    var found = new ArrayList<Choices.Span>();
    for (var span : spans) if (span.depth() == depth) found.add(span);
    return found;
  }

  private void dropWindows() {
    for (int width = 8; width > 0; width /= 2) {
      for (int at = best.length - width; at >= 0; at--) {
        if (at + width <= best.length) drop(at, at + width);
      }
    }
  }

  private boolean drop(int from, int to) {
    var candidate = new long[best.length - (to - from)];
    System.arraycopy(best, 0, candidate, 0, from);
    System.arraycopy(best, to, candidate, from, best.length - to);
    return attempt(candidate, false);
  }

  private void lowerEach() {
    for (int at = 0; at < best.length; at++) {
      if (best[at] == 0 || lower(at, 0)) continue;
      // Binary search between the lowest value known not to fail and the current one.
      long low = 0;
      while (at < best.length && best[at] - low > 1) {
        long middle = low + (best[at] - low) / 2;
        if (!lower(at, middle)) low = middle;
        if (isSpent()) return;
      }
    }
  }

  /** Lowers all equal choices at once, because some failures need two equal elements. */
  private void lowerEqualOnes() {
    for (long value : Arrays.stream(best).filter(v -> v > 1).distinct().toArray()) {
      long low = -1;
      for (long now = value; now - low > 1 && !isSpent(); ) {
        long middle = low < 0 ? 0 : low + (now - low) / 2;
        long from = now;
        if (attempt(Arrays.stream(best).map(v -> v == from ? middle : v).toArray(), false)) {
          now = middle;
        } else {
          low = middle;
        }
      }
    }
  }

  private void lowerEqualPairs() {
    for (int i = 0; i < best.length && best.length <= PAIRED_CHOICES_MAX; i++) {
      for (int j = i + 1; j < best.length; j++) {
        if (best[i] == 0 || best[i] != best[j]) continue;
        var candidate = best.clone();
        candidate[i] = candidate[j] = 0;
        if (attempt(candidate, false)) break;
      }
    }
  }

  private boolean lower(int at, long value) {
    var candidate = best.clone();
    candidate[at] = value;
    return attempt(candidate, false);
  }

  private boolean attempt(long[] candidate, boolean first) {
    if (!first && isSpent()) return false;
    tries++;
    var choices = Choices.playing(candidate);
    var outcome = trial.apply(choices);
    var made = choices.made();
    if (outcome.isEmpty() || (!first && !isSimpler(made, best))) return false;
    best = made;
    spans = inOrder(choices.spans());
    failure = outcome.get();
    return true;
  }

  private static List<Choices.Span> inOrder(List<Choices.Span> spans) {
    var sorted = new TreeMap<Long, Choices.Span>();
    for (var span : spans) sorted.put(((long) span.start() << 32) + span.depth(), span);
    return List.copyOf(sorted.values());
  }

  private static boolean isSimpler(long[] a, long[] b) {
    return a.length != b.length ? a.length < b.length : Arrays.compare(a, b) < 0;
  }

  private boolean isSpent() {
    return tries >= TRIES_MAX || System.nanoTime() > deadline;
  }
}
