package dev.trestle.fleet.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.limit.Limiter;
import dev.trestle.platform.limit.LimiterContract;
import dev.trestle.platform.limit.MemoryLimiter;
import dev.trestle.platform.limit.Rate;
import dev.trestle.testing.Await;
import dev.trestle.testing.RedisProcess;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisLimiterTest extends LimiterContract {
  private static final Duration TIME_MAX = Duration.ofSeconds(30);
  private static RedisProcess process;
  private static int tests;

  private final AtomicLong micros = new AtomicLong(1_800_000_000_000_000L);
  private final MemoryLimiter alone = new MemoryLimiter(() -> micros.get() * 1000, 1000);
  private Redis redis;
  private RedisLimiter limiter;

  @BeforeAll
  static void startRedis() {
    process = RedisProcess.start();
  }

  @AfterAll
  static void stopRedis() {
    process.close();
  }

  /** Each test has buckets of its own. */
  @BeforeEach
  void connect() {
    redis = Redis.at(process.address(), "test" + tests++ + "/", TIME_MAX);
    limiter = new RedisLimiter(redis, alone, () -> OptionalLong.of(micros.get()));
    awaitRedis();
  }

  private void awaitRedis() {
    Await.until(
        () -> {
          try {
            redis.check();
            return true;
          } catch (IllegalStateException notYet) {
            return false;
          }
        },
        TIME_MAX);
  }

  @AfterEach
  void disconnect() {
    redis.close();
  }

  @Override
  protected Limiter limiter() {
    return limiter;
  }

  @Override
  protected void pass(Duration time) {
    micros.addAndGet(time.toNanos() / 1000);
  }

  @Test
  void it_decides_as_the_one_in_memory_does() {
    long seed = new Random().nextLong();
    var random = new Random(seed);
    for (int i = 0; i < 500; i++) {
      // Rates whose tokens take whole microseconds, which is how exactly Redis counts.
      int count = 1 << random.nextInt(4);
      var rate = new Rate("r" + random.nextInt(2), count, Duration.ofSeconds(1), 8);
      var key = "k" + random.nextInt(3);
      int tokens = 1 + random.nextInt(8);
      assertThat(limiter.take(rate, key, tokens))
          .as("seed %d, step %d", seed, i)
          .isEqualTo(alone.take(rate, key, tokens));
      pass(Duration.ofMillis(random.nextInt(700)));
    }
  }

  @Test
  void two_servers_share_a_bucket_by_the_clock_of_redis() {
    var rate = Rate.perHour("shared", 10);
    try (var second = Redis.at(process.address(), redis.named(""), TIME_MAX)) {
      var one = new RedisLimiter(redis, alone);
      var other = new RedisLimiter(second, alone);
      Await.until(() -> second.connection().isPresent(), TIME_MAX);
      for (int i = 0; i < 5; i++) {
        assertThat(one.take(rate, "ann").isAllowed()).isTrue();
        assertThat(other.take(rate, "ann").isAllowed()).isTrue();
      }
      assertThat(one.take(rate, "ann").isAllowed()).isFalse();
      assertThat(other.take(rate, "ann").isAllowed()).isFalse();
    }
  }

  @Test
  void while_redis_is_away_a_server_limits_by_itself() {
    var rate = Rate.perHour("alone", 3);
    process.kill();
    Await.until(
        () -> {
          limiter.take(Rate.perHour("any", 1000), "ann");
          return !limiter.isShared();
        },
        TIME_MAX);
    for (int i = 0; i < 3; i++) assertThat(limiter.take(rate, "ann").isAllowed()).isTrue();
    assertThat(limiter.take(rate, "ann").isAllowed()).isFalse();
    process.restart();
    Await.until(
        () -> {
          limiter.take(Rate.perHour("any", 1000), "bo");
          return limiter.isShared();
        },
        TIME_MAX);
  }
}
