package dev.trestle.fleet.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.platform.limit.Limiter;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.metrics.Metric;
import io.lettuce.core.RedisException;
import io.lettuce.core.ScriptOutputType;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * Token buckets that all servers share: one number in Redis for each, changed by a script, by the
 * clock of Redis. While Redis is unavailable, each server limits by itself.
 */
public final class RedisLimiter implements Limiter {
  private static final System.Logger LOG = System.getLogger(RedisLimiter.class.getName());
  private static final String SCRIPT = script();

  /** After a failure Redis is left alone for this time, so that requests do not wait for it. */
  private static final long PAUSE_NANOS = Duration.ofSeconds(1).toNanos();

  private final Redis redis;
  private final Limiter fallback;
  private final Supplier<OptionalLong> micros;
  private final AtomicBoolean isShared = new AtomicBoolean(true);
  private final AtomicLong failedAt = new AtomicLong(System.nanoTime() - PAUSE_NANOS);

  /**
   * Creates a limiter.
   *
   * @param fallback limits while Redis is unavailable
   */
  public RedisLimiter(Redis redis, Limiter fallback) {
    this(redis, fallback, OptionalLong::empty);
  }

  /**
   * Creates a limiter with a clock of its own, for tests.
   *
   * @param micros the time; empty for the clock of Redis
   */
  RedisLimiter(Redis redis, Limiter fallback, Supplier<OptionalLong> micros) {
    this.redis = redis;
    this.fallback = fallback;
    this.micros = micros;
    redis.alsoExport(
        Metric.gauge(
            "limits.shared",
            "1 while servers share their rate limits, 0 while each limits by itself",
            () -> isShared() ? 1 : 0));
  }

  private static String script() {
    var name = "take-tokens.lua";
    try (var in = Objects.requireNonNull(RedisLimiter.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Verdict take(Rate rate, String key, int tokens) {
    if (tokens < 1 || tokens > rate.burst()) {
      throw new IllegalArgumentException("more tokens than a bucket ever holds");
    }
    return shared(() -> ask(rate, key, tokens)).orElseGet(() -> fallback.take(rate, key, tokens));
  }

  @Override
  public void giveBack(Rate rate, String key, int tokens) {
    if (shared(() -> ask(rate, key, -tokens)).isEmpty()) fallback.giveBack(rate, key, tokens);
  }

  /** What Redis says; empty while it is unavailable. */
  private Optional<Verdict> shared(Supplier<Verdict> question) {
    if (System.nanoTime() - failedAt.get() < PAUSE_NANOS) return Optional.empty();
    try {
      var verdict = question.get();
      if (isShared.compareAndSet(false, true)) {
        LOG.log(Level.INFO, "Redis is back: servers share their rate limits again");
      }
      return Optional.of(verdict);
    } catch (RedisException e) {
      failedAt.set(System.nanoTime());
      if (isShared.compareAndSet(true, false)) {
        LOG.log(Level.WARNING, "Redis is unavailable: this server limits by itself", e);
      }
      return Optional.empty();
    }
  }

  private Verdict ask(Rate rate, String key, int tokens) {
    var connection = redis.connection().orElseThrow(() -> new RedisException("not connected"));
    long perToken = Math.max(1, rate.nanosPerToken() / 1000);
    var now = micros.get();
    List<Long> found =
        connection
            .sync()
            .eval(
                SCRIPT,
                ScriptOutputType.MULTI,
                new String[] {redis.named("limit/" + rate.name() + "/" + key)},
                number(perToken),
                number(rate.burst()),
                number(tokens),
                now.isPresent() ? number(now.getAsLong()) : new byte[0]);
    return Verdict.of(rate, found.get(0) == 1, nanos(found.get(1)), nanos(found.get(2)));
  }

  private static byte[] number(long value) {
    return Long.toString(value).getBytes(UTF_8);
  }

  private static long nanos(long micros) {
    return micros * 1000;
  }

  /** Whether the last decision came from Redis. */
  public boolean isShared() {
    return isShared.get();
  }
}
