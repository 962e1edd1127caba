package dev.trestle.fleet.redis;

import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.signal.MemorySignals;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.thread.RestartingThread;
import io.lettuce.core.RedisException;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Signals to every server through channels of Redis. The listeners of this server are told
 * directly, so they hear of its own signals even without Redis. When a lost connection is back, all
 * listeners are told that they may have missed something.
 */
public final class RedisSignals implements Signals {
  private static final System.Logger LOG = System.getLogger(RedisSignals.class.getName());
  private static final int SENDER_BYTES = 16;

  private final Redis redis;
  private final MemorySignals local = new MemorySignals();

  /** Comes before each message, so that this server knows its own. */
  private final byte[] sender = sender();

  /** Topics stay subscribed to: there are few. */
  private final Set<String> topics = ConcurrentHashMap.newKeySet();

  /** Those that Redis has confirmed: asking twice would look like a lost connection. */
  private final Set<String> confirmed = new HashSet<>();

  /** Guards {@code confirmed}. Held while Redis is asked: whoever comes second waits as well. */
  private final ReentrantLock asking = new ReentrantLock();

  private final LongAdder unsent = new LongAdder();
  private final Thread connector;
  private volatile Optional<StatefulRedisPubSubConnection<String, byte[]>> channels =
      Optional.empty();
  private volatile boolean isClosed;

  public RedisSignals(Redis redis) {
    this.redis = redis;
    redis.alsoCheck(this::check);
    redis.alsoExport(
        Metric.counter(
            "signals.unsent", "Signals that did not reach Redis", () -> (double) unsent()));
    this.connector = redis.whenConnected(this::connected);
  }

  private static byte[] sender() {
    var id = UUID.randomUUID();
    return ByteBuffer.allocate(SENDER_BYTES)
        .putLong(id.getMostSignificantBits())
        .putLong(id.getLeastSignificantBits())
        .array();
  }

  private void connected(StatefulRedisPubSubConnection<String, byte[]> opened) {
    opened.addListener(new Messages());
    channels = Optional.of(opened);
    for (var topic : topics) subscribeSoon(opened, topic);
  }

  /** Subscribes before it returns, or as soon as Redis is back. */
  private void subscribe(StatefulRedisPubSubConnection<String, byte[]> connection, String topic) {
    if (!isSubscribed(connection, topic)) subscribeSoon(connection, topic);
  }

  private void subscribeSoon(
      StatefulRedisPubSubConnection<String, byte[]> connection, String topic) {
    RestartingThread.of(
            "redis-subscribe",
            () -> {
              while (redis.isOpen() && !isClosed && !isSubscribed(connection, topic)) redis.pause();
            })
        .start();
  }

  /**
   * Asks Redis for a topic, unless it has confirmed that already. False while it is unavailable.
   */
  private boolean isSubscribed(
      StatefulRedisPubSubConnection<String, byte[]> connection, String topic) {
    asking.lock();
    try {
      if (confirmed.contains(topic)) return true;
      connection.sync().subscribe(redis.named(topic));
      confirmed.add(topic);
      return true;
    } catch (RedisException e) {
      LOG.log(Level.DEBUG, "no subscription to " + topic + " yet", e);
      return false;
    } finally {
      asking.unlock();
    }
  }

  @Override
  public void publish(String topic, byte[] message) {
    local.publish(topic, message);
    var found = redis.connection();
    if (found.isEmpty()) {
      unsent.increment();
      return;
    }
    var framed =
        ByteBuffer.allocate(SENDER_BYTES + message.length).put(sender).put(message).array();
    try {
      found
          .get()
          .async()
          .publish(redis.named(topic), framed)
          .whenComplete((_, failure) -> {
            if (failure != null) unsent.increment();
          });
    } catch (RedisException e) {
      unsent.increment();
    }
  }

  @Override
  public Subscription subscribe(String topic, Listener listener) {
    var subscription = local.subscribe(topic, listener);
    topics.add(topic);
    channels.ifPresent(connection -> subscribe(connection, topic));
    return subscription;
  }

  @Override
  public void missed() {
    local.missed();
  }

  @Override
  public long dropped() {
    return local.dropped();
  }

  /** Whether it is connected to Redis, or was and will be again. */
  boolean isConnected() {
    return channels.isPresent() && redis.connection().isPresent();
  }

  private void check() {
    asking.lock();
    try {
      if (channels.isEmpty() || !confirmed.containsAll(topics)) {
        throw new IllegalStateException("signals of other servers do not arrive yet");
      }
    } finally {
      asking.unlock();
    }
  }

  @Override
  public long unsent() {
    return unsent.sum();
  }

  @Override
  public void close() {
    isClosed = true;
    local.close();
    if (!redis.isOpen()) return;
    try {
      channels.ifPresent(StatefulRedisPubSubConnection::close);
      if (channels.isEmpty()) connector.interrupt();
      connector.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** What comes from Redis, on the client's own thread: nothing here waits. */
  private final class Messages extends RedisPubSubAdapter<String, byte[]> {
    private final Set<String> known = ConcurrentHashMap.newKeySet();

    @Override
    public void message(String channel, byte[] framed) {
      if (framed.length < SENDER_BYTES) return;
      if (Arrays.equals(framed, 0, SENDER_BYTES, sender, 0, SENDER_BYTES)) return;
      local.publish(topic(channel), Arrays.copyOfRange(framed, SENDER_BYTES, framed.length));
    }

    /** Called again for each channel when a lost connection is back. */
    @Override
    public void subscribed(String channel, long count) {
      if (!known.add(channel)) local.missed(topic(channel));
    }

    private String topic(String channel) {
      return channel.substring(redis.named("").length());
    }
  }
}
