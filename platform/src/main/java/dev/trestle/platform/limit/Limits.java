package dev.trestle.platform.limit;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import java.time.Duration;
import java.util.function.Function;

/**
 * Rate limits around endpoints. An answer says how much is left; whoever has nothing left gets 429
 * and when to come again. With several limits around one endpoint the outermost is asked first, and
 * the answer tells of the innermost.
 */
public final class Limits {
  private static final String LIMIT = "X-RateLimit-Limit";
  private static final String REMAINING = "X-RateLimit-Remaining";
  private static final String RESET = "X-RateLimit-Reset";

  private final Limiter limiter;

  public Limits(Limiter limiter) {
    this.limiter = limiter;
  }

  /** One token a call, from the bucket of whoever {@code key} says. */
  public Endpoint around(Rate rate, Function<Call, String> key, Endpoint endpoint) {
    return call -> {
      var verdict = check(rate, key.apply(call), 1);
      var reply = endpoint.answer(call);
      if (reply.header(LIMIT).isPresent()) return reply;
      return reply
          .with(LIMIT, Integer.toString(rate.burst()))
          .with(REMAINING, Integer.toString(verdict.remaining()))
          .with(RESET, seconds(verdict.full()));
    };
  }

  /**
   * Takes tokens inside an endpoint, or on a socket.
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

  private static String seconds(Duration duration) {
    return Long.toString(Math.ceilDiv(duration.toNanos(), 1_000_000_000L));
  }
}
