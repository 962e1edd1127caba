package dev.trestle.platform.limit;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

/**
 * Token buckets in memory. A bucket is one number, the time at which it will be full. Full buckets
 * are dropped, and so are idle ones beyond {@code keysMax}: a client with that many keys gets more
 * tokens, but takes no more memory.
 */
public final class MemoryLimiter implements Limiter {
  private record Bucket(String rate, String key) {}

  /** When it will be full. */
  private record State(long fullAt) {}

  private final LongSupplier nanos;
  private final Cache<Bucket, State> buckets;

  /**
   * Creates a limiter.
   *
   * @param nanos a monotonic clock such as {@link System#nanoTime}
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
      throw new IllegalArgumentException("more tokens than a bucket ever holds");
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
              verdict.set(Verdict.of(rate, isAllowed, left, isAllowed ? 0 : after - room));
              return isAllowed || known == null ? new State(now + left) : known;
            });
    return verdict.get();
  }

  @Override
  public void giveBack(Rate rate, String key, int tokens) {
    buckets
        .asMap()
        .computeIfPresent(
            new Bucket(rate.name(), key),
            (_, known) -> new State(known.fullAt - tokens * rate.nanosPerToken()));
  }

  /** The number of buckets. */
  long size() {
    buckets.cleanUp();
    return buckets.estimatedSize();
  }
}
