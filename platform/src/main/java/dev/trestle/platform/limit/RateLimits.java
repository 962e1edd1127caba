package dev.trestle.platform.limit;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import java.time.Duration;
import java.util.function.Function;

/**
 * Rate limits around endpoints. Responses say how much is left; beyond the limit, the call gets 429
 * with the time to wait. With several limits around an endpoint, the outermost is checked first,
 * and the response shows the innermost.
 */
public final class RateLimits {
  private static final String LIMIT = "X-RateLimit-Limit";
  private static final String REMAINING = "X-RateLimit-Remaining";
  private static final String RESET = "X-RateLimit-Reset";

  private final Limiter limiter;
  private final Limiter local;

  public RateLimits(Limiter limiter) {
    this(limiter, limiter);
  }

  /**
   * Creates limits that several servers share.
   *
   * @param local counts on this server only
   */
  public RateLimits(Limiter limiter, Limiter local) {
    this.limiter = limiter;
    this.local = local;
  }

  /**
   * Limits that count on this server only: for what comes so often that asking another machine each
   * time would cost more than it protects.
   */
  public RateLimits local() {
    return new RateLimits(local);
  }

  /** Takes one token per call from the bucket of {@code key}. */
  public Endpoint around(Rate rate, Function<Call, String> key, Endpoint endpoint) {
    return call -> {
      var verdict = check(rate, key.apply(call), 1);
      var reply = endpoint.handle(call);
      if (reply.header(LIMIT).isPresent()) return reply;
      return reply
          .with(LIMIT, Integer.toString(rate.burst()))
          .with(REMAINING, Integer.toString(verdict.remaining()))
          .with(RESET, seconds(verdict.full()));
    };
  }

  /**
   * Takes tokens inside an endpoint or on a socket.
   *
   * @throws ApiError 429 RATE_LIMITED with Retry-After
   */
  public Limiter.Verdict check(Rate rate, String key, int tokens) {
    var verdict = limiter.take(rate, key, tokens);
    if (verdict.isAllowed()) return verdict;
    throw ApiError.tooOften(verdict.retryAfter())
        .with(LIMIT, Integer.toString(rate.burst()))
        .with(REMAINING, Integer.toString(verdict.remaining()))
        .with(RESET, seconds(verdict.full()));
  }

  /** Returns tokens that {@link #check} took for something that does not count after all. */
  public void giveBack(Rate rate, String key, int tokens) {
    limiter.giveBack(rate, key, tokens);
  }

  private static String seconds(Duration duration) {
    return Long.toString(Math.ceilDiv(duration.toNanos(), 1_000_000_000L));
  }
}
