package dev.trestle.fleet.kafka;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog;
import dev.trestle.platform.event.EventLogException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.apache.kafka.common.serialization.StringSerializer;

/**
 * Events in topics of Kafka, one record of JSON each. All replicas in sync have an event before its
 * publication is done.
 *
 * <p>Order rests on two rules. The producer never gives up on a record, so no later record of the
 * same publication is stored without it. And a publication that fails or is interrupted discards
 * its producer, so nothing that waits there is sent after somebody else has published it.
 */
public final class KafkaEventLog implements EventLog {
  private static final System.Logger LOG = System.getLogger(KafkaEventLog.class.getName());
  private static final Duration CONNECT_PAUSE = Duration.ofSeconds(1);
  private static final Duration CONNECT_TIME_MAX = Duration.ofSeconds(10);

  /** While a publication waits for longer, its topic is looked for. */
  private static final Duration WAIT = Duration.ofSeconds(10);

  /**
   * One request at a time: a broker that is not ready for the first batch of a partition may take
   * the second, and then refuses the first for ever.
   */
  static final Map<String, Object> PRODUCER =
      Map.of(
          ProducerConfig.ACKS_CONFIG,
          "all",
          ProducerConfig.ENABLE_IDEMPOTENCE_CONFIG,
          true,
          ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
          1,
          ProducerConfig.RETRIES_CONFIG,
          Integer.MAX_VALUE,
          ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG,
          Integer.MAX_VALUE,
          ProducerConfig.MAX_BLOCK_MS_CONFIG,
          WAIT.toMillis(),
          ProducerConfig.COMPRESSION_TYPE_CONFIG,
          "gzip");

  private final KafkaOptions options;
  private final KafkaTopics topics;
  private final CountDownLatch closing = new CountDownLatch(1);

  /** Guarded by this. */
  private Optional<KafkaProducer<String, byte[]>> producer = Optional.empty();

  /** Connects when it is used: Kafka need not be there yet. */
  public KafkaEventLog(KafkaOptions options) {
    this.options = options;
    this.topics = new KafkaTopics(options);
  }

  @Override
  public void publish(String topic, List<Event> events) throws InterruptedException {
    var name = options.named(EventLog.checked(topic));
    var records = new ArrayList<ProducerRecord<String, byte[]>>(events.size());
    for (var event : events) records.add(new ProducerRecord<>(name, event.key(), event.json()));
    if (records.isEmpty()) return;
    try {
      do awaitTopic(name);
      while (!isSent(name, records));
    } catch (InterruptException e) {
      throw interrupted(e);
    } catch (KafkaException | IllegalStateException e) {
      // The latter if the producer was closed by somebody else.
      throw new EventLogException("Kafka does not take events", e);
    }
  }

  private static InterruptedException interrupted(InterruptException e) {
    var interrupted = new InterruptedException();
    interrupted.initCause(e);
    return interrupted;
  }

  /** Waits until the topic is there, and with it Kafka. */
  private void awaitTopic(String name) throws InterruptedException {
    boolean isWaiting = false;
    while (true) {
      requireOpen();
      try {
        topics.require(name);
        if (isWaiting) LOG.log(Level.INFO, "Kafka is there: events are published");
        return;
      } catch (KafkaException e) {
        if (!isAway(e)) throw e;
        if (!isWaiting) LOG.log(Level.WARNING, "Kafka cannot be reached: events wait", e);
        isWaiting = true;
      }
      closing.await(CONNECT_PAUSE.toMillis(), MILLISECONDS);
    }
  }

  /** Whether it helps to try again. A host that has no address is refused as configuration. */
  private static boolean isAway(KafkaException e) {
    return e instanceof RetriableException
        || e instanceof ConfigException
        || e.getCause() instanceof ConfigException;
  }

  private void requireOpen() {
    if (closing.getCount() == 0) throw new EventLogException("the event log is closed");
  }

  /**
   * Returns false if the producer took no more records for a while: the topic may have been
   * deleted, or Kafka is unavailable and there is no room left. All of them are sent again then.
   */
  private boolean isSent(String name, List<ProducerRecord<String, byte[]>> records)
      throws InterruptedException {
    try {
      send(name, records);
      return true;
    } catch (org.apache.kafka.common.errors.TimeoutException e) {
      LOG.log(Level.DEBUG, "events wait for Kafka", e);
      topics.forget(name);
      return false;
    }
  }

  private void send(String name, List<ProducerRecord<String, byte[]>> records)
      throws InterruptedException {
    var used = producer();
    boolean isStored = false;
    try {
      var sent = new ArrayList<Future<RecordMetadata>>(records.size());
      for (var record : records) {
        var future = used.send(record);
        // A record that was refused at once must stay the last one.
        if (future.isDone()) future.get();
        sent.add(future);
      }
      for (var future : sent) await(name, future);
      isStored = true;
    } catch (ExecutionException e) {
      throw KafkaTopics.failure(e);
    } finally {
      if (!isStored) discard(used);
    }
  }

  private void await(String name, Future<RecordMetadata> future)
      throws InterruptedException, ExecutionException {
    while (true) {
      try {
        future.get(WAIT.toMillis(), MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        LOG.log(Level.DEBUG, "events wait for Kafka", e);
        topics.forget(name);
        awaitTopic(name);
      }
    }
  }

  private synchronized KafkaProducer<String, byte[]> producer() {
    requireOpen();
    if (producer.isEmpty()) {
      producer =
          Optional.of(
              new KafkaProducer<>(
                  options.client(PRODUCER), new StringSerializer(), new ByteArraySerializer()));
    }
    return producer.get();
  }

  private void discard(KafkaProducer<String, byte[]> used) {
    synchronized (this) {
      if (producer.isPresent() && producer.get().equals(used)) producer = Optional.empty();
    }
    // Closing waits for the producer's thread, which an interrupt would cut short.
    boolean isInterrupted = Thread.interrupted();
    used.close(Duration.ZERO);
    if (isInterrupted) Thread.currentThread().interrupt();
  }

  @Override
  public Subscription follow(String topic, String group, Consumer consumer) {
    var name = reachable(topic);
    var inGroup = options.named(EventLog.checked(group));
    return opened(() -> KafkaFollower.inGroup(options, name, inGroup, consumer));
  }

  @Override
  public Subscription follow(String topic, Start start, Consumer consumer) {
    var name = reachable(topic);
    return opened(() -> KafkaFollower.alone(options, name, start, consumer));
  }

  /** Waits a while for the topic. */
  private String reachable(String topic) {
    var name = options.named(EventLog.checked(topic));
    long end = System.nanoTime() + CONNECT_TIME_MAX.toNanos();
    while (true) {
      requireOpen();
      try {
        topics.require(name);
        return name;
      } catch (KafkaException e) {
        if (!isAway(e) || System.nanoTime() - end > 0) throw unreachable(e);
        LOG.log(Level.DEBUG, "Kafka cannot be reached yet", e);
        pause();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw unreachable(e);
      }
    }
  }

  private void pause() {
    try {
      closing.await(CONNECT_PAUSE.toMillis(), MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw unreachable(e);
    }
  }

  @FunctionalInterface
  private interface Opening {
    Subscription open();
  }

  private static Subscription opened(Opening opening) {
    try {
      return opening.open();
    } catch (KafkaException e) {
      throw unreachable(e);
    }
  }

  private static EventLogException unreachable(Exception e) {
    return new EventLogException("Kafka cannot be reached: " + e.getMessage(), e);
  }

  /**
   * Asks Kafka for an answer.
   *
   * @throws EventLogException if there is none
   */
  public void check() throws InterruptedException {
    requireOpen();
    try {
      topics.check();
    } catch (KafkaException e) {
      throw unreachable(e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    Optional<KafkaProducer<String, byte[]>> last;
    synchronized (this) {
      last = producer;
      producer = Optional.empty();
    }
    last.ifPresent(used -> used.close(Duration.ZERO));
    topics.close();
  }
}
