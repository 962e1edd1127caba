package dev.trestle.fleet.kafka;

import static java.util.concurrent.TimeUnit.MILLISECONDS;

import dev.trestle.platform.event.Event;
import dev.trestle.platform.event.EventLog.Consumer;
import dev.trestle.platform.event.EventLog.Start;
import dev.trestle.platform.event.EventLog.Subscription;
import dev.trestle.platform.thread.RestartingThread;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Reads a topic on a thread of its own. A broker that is unavailable is waited for. */
final class KafkaFollower implements Subscription {
  private static final System.Logger LOG = System.getLogger(KafkaFollower.class.getName());
  private static final Duration POLL = Duration.ofMillis(100);
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(5);
  private static final Duration LEAVE_TIME_MAX = Duration.ofSeconds(5);

  private final KafkaConsumer<String, byte[]> records;
  private final boolean commits;
  private final Consumer consumer;
  private final CountDownLatch closing = new CountDownLatch(1);
  private final Thread thread;

  private KafkaFollower(KafkaConsumer<String, byte[]> records, boolean commits, Consumer consumer) {
    this.records = records;
    this.commits = commits;
    this.consumer = consumer;
    this.thread = RestartingThread.ofPlatform("kafka-events", this::run);
    thread.start();
  }

  static KafkaFollower inGroup(
      KafkaOptions options, String topic, String group, Consumer consumer) {
    var records = open(options, Map.of(ConsumerConfig.GROUP_ID_CONFIG, group));
    records.subscribe(List.of(topic));
    return new KafkaFollower(records, true, consumer);
  }

  static KafkaFollower alone(KafkaOptions options, String topic, Start start, Consumer consumer) {
    var records = open(options, Map.of());
    try {
      var partitions =
          records.partitionsFor(topic).stream()
              .map(each -> new TopicPartition(each.topic(), each.partition()))
              .toList();
      records.assign(partitions);
      switch (start) {
        case OLDEST -> records.seekToBeginning(partitions);
        case NOW -> records.seekToEnd(partitions);
      }
      // Seeking is lazy: where now is must be known before this returns.
      partitions.forEach(records::position);
    } catch (RuntimeException e) {
      records.close(CloseOptions.timeout(Duration.ZERO));
      throw e;
    }
    return new KafkaFollower(records, false, consumer);
  }

  private static KafkaConsumer<String, byte[]> open(
      KafkaOptions options, Map<String, Object> more) {
    var needed =
        new HashMap<String, Object>(
            Map.of(
                ConsumerConfig.ENABLE_AUTO_COMMIT_CONFIG, false,
                ConsumerConfig.AUTO_OFFSET_RESET_CONFIG, "earliest",
                ConsumerConfig.ALLOW_AUTO_CREATE_TOPICS_CONFIG, false));
    needed.putAll(more);
    return new KafkaConsumer<>(
        options.callingClient(needed), new StringDeserializer(), new ByteArrayDeserializer());
  }

  /** Keeps the consumer if it fails, because it starts again. */
  private void run() {
    follow();
    records.close(CloseOptions.timeout(LEAVE_TIME_MAX));
  }

  private void follow() {
    var pause = PAUSE_MIN;
    try {
      while (closing.getCount() > 0) {
        if (step()) {
          pause = PAUSE_MIN;
        } else {
          closing.await(pause.toMillis(), MILLISECONDS);
          pause =
              pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Reads and hands over some events; false if that failed. */
  private boolean step() throws InterruptedException {
    ConsumerRecords<String, byte[]> read;
    try {
      read = records.poll(POLL);
    } catch (KafkaException e) {
      LOG.log(Level.WARNING, "events cannot be read from Kafka", e);
      return false;
    }
    if (read.isEmpty()) return true;
    try {
      consumer.received(events(read));
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      LOG.log(Level.WARNING, "a consumer of events failed", e);
      goBack(read);
      return false;
    } catch (Error e) {
      goBack(read);
      throw e;
    }
    if (commits) commit();
    return true;
  }

  /** Lets events that were not handled come again. */
  private void goBack(ConsumerRecords<String, byte[]> read) {
    for (var partition : read.partitions()) {
      records.seek(partition, read.records(partition).getFirst().offset());
    }
  }

  /** Others may write into the topic, too. */
  private static List<Event> events(ConsumerRecords<String, byte[]> read) {
    var events = new ArrayList<Event>(read.count());
    for (var record : read) {
      var event = record.value() == null ? Optional.<Event>empty() : Event.parse(record.value());
      event.ifPresentOrElse(
          events::add, () -> LOG.log(Level.WARNING, "a record in Kafka is not an event"));
    }
    return events;
  }

  /** If it fails, these events come again after a restart. */
  private void commit() {
    try {
      records.commitSync();
    } catch (KafkaException e) {
      LOG.log(Level.DEBUG, "the position in Kafka could not be stored", e);
    }
  }

  @Override
  public void close() {
    closing.countDown();
    if (Thread.currentThread().equals(thread)) return;
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
