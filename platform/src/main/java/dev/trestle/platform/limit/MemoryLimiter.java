package dev.trestle.platform.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Token buckets in memory. A bucket is one number: the time at which it will be full, from which
 * its tokens follow. A full bucket is forgotten, and beyond {@code keysMax} buckets so is one that
 * was not asked for long: who can use that many keys gets more tokens, not more memory.
 */
public final class MemoryLimiter implements Limiter {
  private record Bucket(String rate, String key) {}

  /** When it will be full. */
  private record State(long fullAt) {}

  private final LongSupplier nanos;
  private final Cache<Bucket, State> buckets;

  /**
   * Makes one without buckets.
   *
   * @param nanos a clock that never goes back, as {@link System#nanoTime}
   */
  public MemoryLimiter(LongSupplier nanos, long keysMax) {
    this.nanos = nanos;
    this.buckets =
        Caffeine.newBuilder()
            .maximumSize(keysMax)
            .ticker(nanos::getAsLong)
            .executor(Runnable::run)
            .expireAfter(Expiry.writing((Bucket _, State state) -> untilFull(state)))
            .build();
  }

  private Duration untilFull(State state) {
    return Duration.ofNanos(Math.max(1, state.fullAt - nanos.getAsLong()));
  }

  @Override
  public Verdict take(Rate rate, String key, int tokens) {
    if (tokens < 1 || tokens > rate.burst()) {
      throw new IllegalArgumentException("as many tokens as a bucket never holds");
    }
    var verdict = new AtomicReference<Verdict>();
    buckets
        .asMap()
        .compute(
            new Bucket(rate.name(), key),
            (_, known) -> {
              long now = nanos.getAsLong();
              long owed = known == null ? 0 : Math.max(0, known.fullAt - now);
              long after = owed + tokens * rate.nanosPerToken();
              long room = rate.whole().toNanos();
              boolean isAllowed = after <= room;
              long left = isAllowed ? after : owed;
              verdict.set(verdict(rate, isAllowed, left, isAllowed ? 0 : after - room));
              return isAllowed || known == null ? new State(now + left) : known;
            });
    return verdict.get();
  }

  private static Verdict verdict(Rate rate, boolean isAllowed, long owed, long wait) {
    int remaining = (int) ((rate.whole().toNanos() - owed) / rate.nanosPerToken());
    return new Verdict(isAllowed, remaining, Duration.ofNanos(wait), Duration.ofNanos(owed));
  }

  /** How many buckets are held. */
  long size() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }
}
