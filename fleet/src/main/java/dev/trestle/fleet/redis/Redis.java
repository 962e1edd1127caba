package dev.trestle.fleet.redis;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.thread.RestartingThread;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisException;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.Delay;
import java.lang.System.Logger.Level;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;

/**
 * A Redis that may come and go. It is connected in the background and connected again whenever it
 * is lost; commands fail at once while it is unavailable.
 */
public final class Redis implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Redis.class.getName());
  private static final Duration COMMAND_TIME_MAX = Duration.ofMillis(500);
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(2);
  private static final Duration CONNECT_PAUSE = Duration.ofMillis(500);
  private static final int WAITING_COMMANDS_MAX = 10_000;
  private static final RedisCodec<String, byte[]> CODEC =
      RedisCodec.of(StringCodec.UTF8, ByteArrayCodec.INSTANCE);

  private final RedisClient client;
  private final ClientResources resources;
  private final String prefix;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final List<Runnable> checks = new CopyOnWriteArrayList<>();
  private final List<Metric> metrics = new CopyOnWriteArrayList<>();
  private final Thread connector;
  private volatile Optional<StatefulRedisConnection<String, byte[]>> connection = Optional.empty();

  private Redis(RedisClient client, ClientResources resources, String prefix) {
    this.client = client;
    this.resources = resources;
    this.prefix = prefix;
    this.connector = RestartingThread.of("redis-connect", this::connect);
  }

  /**
   * Starts connecting.
   *
   * @param address such as {@code redis://:password@host:6379}; {@code rediss:} for TLS
   * @param prefix of all keys and channels, for installations that share a Redis
   * @throws IllegalArgumentException if it is no address of a Redis
   */
  public static Redis at(URI address, String prefix) {
    return at(address, prefix, COMMAND_TIME_MAX);
  }

  /** The same with another time limit for commands. */
  static Redis at(URI address, String prefix, Duration commandTimeMax) {
    var uri = RedisURI.create(address);
    uri.setTimeout(commandTimeMax);
    var resources = ClientResources.builder().reconnectDelay(reconnectDelay()).build();
    return over(RedisClient.create(resources, uri), resources, prefix, commandTimeMax);
  }

  /** The same with another client. */
  static Redis over(
      RedisClient client, ClientResources resources, String prefix, Duration commandTimeMax) {
    client.setOptions(
        ClientOptions.builder()
            .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
            .requestQueueSize(WAITING_COMMANDS_MAX)
            .timeoutOptions(TimeoutOptions.enabled(commandTimeMax))
            .socketOptions(
                SocketOptions.builder().connectTimeout(CONNECT_TIME_MAX).keepAlive(true).build())
            .build());
    var redis = new Redis(client, resources, prefix);
    redis.connector.start();
    return redis;
  }

  private static Delay reconnectDelay() {
    return Delay.fullJitter(Duration.ofMillis(50), Duration.ofSeconds(2), 50, MILLISECONDS);
  }

  private void connect() {
    while (connection.isEmpty() && isOpen()) {
      try {
        connection = Optional.of(client.connect(CODEC));
      } catch (RedisException e) {
        LOG.log(Level.DEBUG, "Redis cannot be reached yet", e);
        pause();
      }
    }
  }

  /** Calls {@code opened} with a connection for channels, as soon as there is one. */
  Thread whenConnected(PubSubListener opened) {
    var thread = RestartingThread.of("redis-channels", () -> connectChannels(opened));
    thread.start();
    return thread;
  }

  private void connectChannels(PubSubListener opened) {
    while (isOpen()) {
      try {
        opened.connected(client.connectPubSub(CODEC));
        return;
      } catch (RedisException e) {
        LOG.log(Level.DEBUG, "Redis cannot be reached yet", e);
        pause();
      }
    }
  }

  /** Told once of the connection, which is restored by itself from then on. */
  @FunctionalInterface
  interface PubSubListener {
    void connected(StatefulRedisPubSubConnection<String, byte[]> opened);
  }

  /** Waits a little before Redis is asked again. */
  void pause() {
    try {
      if (closing.await(CONNECT_PAUSE.toMillis(), MILLISECONDS)) return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      closing.countDown();
    }
  }

  boolean isOpen() {
    return closing.getCount() > 0;
  }

  /** The connection for commands; empty while there never was one. */
  Optional<StatefulRedisConnection<String, byte[]>> connection() {
    return connection;
  }

  /** The name of a key or channel here. */
  String named(String name) {
    return prefix + name;
  }

  /** Adds to {@link #check}; throws an {@link IllegalStateException} if something is not right. */
  void alsoCheck(Runnable check) {
    checks.add(check);
  }

  /** Adds to {@link #metrics}. */
  void alsoExport(Metric metric) {
    metrics.add(metric);
  }

  /** The metrics it exports, with those of everything that goes through it. */
  public List<Metric> metrics() {
    var all = new ArrayList<>(metrics);
    all.add(
        Metric.gauge(
            "redis.connected",
            "1 while this server is connected to Redis, otherwise 0",
            () -> connection.filter(StatefulRedisConnection::isOpen).isPresent() ? 1 : 0));
    return all;
  }

  /**
   * Asks Redis for an answer, and whether everything that goes through it is connected.
   *
   * @throws IllegalStateException if there is none, or not everything is
   */
  public void check() {
    var found = connection.orElseThrow(() -> new IllegalStateException("Redis is not connected"));
    try {
      found.sync().ping();
    } catch (RedisException e) {
      throw new IllegalStateException("Redis does not answer", e);
    }
    checks.forEach(Runnable::run);
  }

  /** Ends all connections. Close what uses them first. */
  @Override
  public void close() {
    closing.countDown();
    try {
      connector.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    client.shutdown(Duration.ZERO, CONNECT_TIME_MAX);
    resources.shutdown(0, CONNECT_TIME_MAX.toMillis(), MILLISECONDS).awaitUninterruptibly();
  }
}
