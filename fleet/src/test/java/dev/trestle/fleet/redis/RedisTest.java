package dev.trestle.fleet.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.platform.signal.Signals;
import dev.trestle.testing.Await;
import dev.trestle.testing.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class RedisTest {
  private static final Duration TIME_MAX = Duration.ofSeconds(30);

  /** A client whose first connections of both kinds end with an error. */
  private static final class FailingOnce extends RedisClient {
    private final AtomicInteger commandAttempts = new AtomicInteger();
    private final AtomicInteger channelAttempts = new AtomicInteger();

    FailingOnce(ClientResources resources, RedisURI address) {
      super(resources, address);
    }

    @Override
    public <K, V> StatefulRedisConnection<K, V> connect(RedisCodec<K, V> codec) {
      if (commandAttempts.incrementAndGet() == 1) throw new NoClassDefFoundError("on purpose");
      return super.connect(codec);
    }

    @Override
    public <K, V> StatefulRedisPubSubConnection<K, V> connectPubSub(RedisCodec<K, V> codec) {
      if (channelAttempts.incrementAndGet() == 1) throw new AssertionError("on purpose");
      return super.connectPubSub(codec);
    }
  }

  @Test
  void an_error_does_not_end_the_search_for_a_connection() {
    try (var process = RedisProcess.start()) {
      var resources = ClientResources.create();
      var client = new FailingOnce(resources, RedisURI.create(process.address()));
      try (var failing = Redis.over(client, resources, "test/", TIME_MAX);
          var here = new RedisSignals(failing);
          var redis = Redis.at(process.address(), "test/", TIME_MAX);
          var there = new RedisSignals(redis)) {
        var isHeard = new AtomicBoolean();
        here.subscribe("errors", listener(isHeard));
        Await.until(here::isConnected, TIME_MAX);
        Await.until(there::isConnected, TIME_MAX);
        Await.until(
            () -> {
              there.publish("errors", "hello".getBytes(UTF_8));
              return isHeard.get();
            },
            TIME_MAX);
        failing.check();
      }
    }
  }

  /** A client whose connection for channels ends the first attempt to subscribe with an error. */
  private static final class SubscribingSecond extends RedisClient {
    private final AtomicInteger attempts = new AtomicInteger();
    private final CountDownLatch mayConnect = new CountDownLatch(1);

    SubscribingSecond(ClientResources resources, RedisURI address) {
      super(resources, address);
    }

    @Override
    @SuppressWarnings("unchecked")
    public <K, V> StatefulRedisPubSubConnection<K, V> connectPubSub(RedisCodec<K, V> codec) {
      try {
        mayConnect.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
      var connection = super.connectPubSub(codec);
      return (StatefulRedisPubSubConnection<K, V>)
          Proxy.newProxyInstance(
              RedisTest.class.getClassLoader(),
              new Class<?>[] {StatefulRedisPubSubConnection.class},
              (_, method, arguments) -> {
                boolean isFirst =
                    method.getName().equals("sync") && attempts.getAndIncrement() == 0;
                if (isFirst) throw new NoClassDefFoundError("on purpose");
                return method.invoke(connection, arguments);
              });
    }
  }

  @Test
  void an_error_does_not_end_the_attempts_to_subscribe() {
    try (var process = RedisProcess.start()) {
      var resources = ClientResources.create();
      var client = new SubscribingSecond(resources, RedisURI.create(process.address()));
      try (var failing = Redis.over(client, resources, "test/", TIME_MAX);
          var here = new RedisSignals(failing);
          var redis = Redis.at(process.address(), "test/", TIME_MAX);
          var there = new RedisSignals(redis)) {
        var isHeard = new AtomicBoolean();
        here.subscribe("errors", listener(isHeard));
        client.mayConnect.countDown();
        Await.until(there::isConnected, TIME_MAX);
        Await.until(
            () -> {
              there.publish("errors", "hello".getBytes(UTF_8));
              return isHeard.get();
            },
            TIME_MAX);
        assertThat(client.attempts).hasValueGreaterThan(1);
      }
    }
  }

  private static Signals.Listener listener(AtomicBoolean isHeard) {
    return new Signals.Listener() {
      @Override
      public void received(byte[] message) {
        isHeard.set(true);
      }

      @Override
      public void missed() {}
    };
  }
}
