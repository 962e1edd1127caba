package dev.trestle.fleet.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.signal.SignalsContract;
import dev.trestle.testing.Await;
import dev.trestle.testing.RedisProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RedisSignalsTest extends SignalsContract {
  private static final Duration TIME_MAX = Duration.ofSeconds(30);
  private static RedisProcess process;
  private Redis redisHere;
  private Redis redisThere;
  private RedisSignals here;
  private RedisSignals there;

  @BeforeAll
  static void startRedis() {
    process = RedisProcess.start();
  }

  @AfterAll
  static void stopRedis() {
    process.close();
  }

  @BeforeEach
  void connect() {
    redisHere = Redis.at(process.address(), "test/", TIME_MAX);
    redisThere = Redis.at(process.address(), "test/", TIME_MAX);
    here = new RedisSignals(redisHere);
    there = new RedisSignals(redisThere);
    await(() -> here.isConnected() && there.isConnected());
  }

  @AfterEach
  void disconnect() {
    here.close();
    there.close();
    redisHere.close();
    redisThere.close();
  }

  private static void await(BooleanSupplier condition) {
    Await.until(condition, TIME_MAX);
  }

  @Override
  protected Signals here() {
    return here;
  }

  @Override
  protected Signals there() {
    return there;
  }

  private static final class Collector implements Signals.Listener {
    final List<String> received = new CopyOnWriteArrayList<>();
    final AtomicInteger missed = new AtomicInteger();

    @Override
    public void received(byte[] message) {
      received.add(new String(message, UTF_8));
    }

    @Override
    public void missed() {
      missed.incrementAndGet();
    }
  }

  @Test
  void a_signal_arrives_once_on_the_server_that_sent_it() {
    var own = new Collector();
    here.subscribe("once", own);
    for (int i = 0; i < 10; i++) here.publish("once", Integer.toString(i).getBytes(UTF_8));
    there.publish("once", "from there".getBytes(UTF_8));
    await(() -> own.received.contains("from there") && own.received.size() >= 11);
    assertThat(own.received).hasSize(11);
  }

  @Test
  void without_redis_a_server_hears_itself_and_afterwards_everybody_is_told_and_hears_all() {
    var own = new Collector();
    var other = new Collector();
    here.subscribe("outage", own);
    there.subscribe("outage", other);
    process.kill();
    await(() -> {
      here.publish("outage", "lost".getBytes(UTF_8));
      return own.received.contains("lost") && here.unsent() > 0;
    });
    process.restart();
    await(() -> own.missed.get() > 0 && other.missed.get() > 0);
    await(() -> {
      here.publish("outage", "back".getBytes(UTF_8));
      return other.received.contains("back");
    });
  }

  @Test
  void a_redis_that_starts_later_is_found() {
    process.kill();
    try (var redis = Redis.at(process.address(), "test/", TIME_MAX);
        var late = new RedisSignals(redis)) {
      var heard = new Collector();
      late.subscribe("late", heard);
      process.restart();
      await(() -> {
        here.publish("late", "hello".getBytes(UTF_8));
        return heard.received.contains("hello");
      });
    }
  }

  /** Once such a topic was asked for while Redis was unavailable, and never again. */
  @Test
  void a_topic_that_was_subscribed_to_during_an_outage_is_heard_afterwards() {
    process.kill();
    await(() -> {
      here.publish("any", "lost".getBytes(UTF_8));
      return here.unsent() > 0;
    });
    var heard = new Collector();
    here.subscribe("during", heard);
    assertThat(isWell(redisHere)).isFalse();
    process.restart();
    await(() -> {
      there.publish("during", "hello".getBytes(UTF_8));
      return heard.received.contains("hello");
    });
    await(() -> isWell(redisHere));
  }

  private static boolean isWell(Redis redis) {
    try {
      redis.check();
      return true;
    } catch (IllegalStateException notConnected) {
      return false;
    }
  }
}
