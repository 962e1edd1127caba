package dev.trestle.fleet.kafka;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeClusterOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TopicExistsException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Creates topics, and asks whether Kafka is there. */
final class KafkaTopics implements AutoCloseable {
  /** Never changed for a topic that exists: events of one key would move to another partition. */
  static final int PARTITIONS = 12;

  private static final Duration CHECK_TIME_MAX = Duration.ofMillis(1500);

  private final KafkaOptions options;
  private final Set<String> known = ConcurrentHashMap.newKeySet();

  /** Guarded by this. Created late, because a host that has no address yet is refused. */
  private Optional<Admin> admin = Optional.empty();

  /** Guarded by this. */
  private boolean isClosed;

  KafkaTopics(KafkaOptions options) {
    this.options = options;
  }

  private synchronized Admin admin() {
    if (isClosed) throw new KafkaException("the event log is closed");
    if (admin.isEmpty()) admin = Optional.of(Admin.create(options.callingClient(Map.of())));
    return admin.get();
  }

  /**
   * Creates a topic unless it is known to exist. It has as many replicas as the brokers give it.
   *
   * @param name in Kafka
   * @throws KafkaException if it cannot be created
   */
  void require(String name) throws InterruptedException {
    if (known.contains(name)) return;
    if (!exists(name)) create(name);
    known.add(name);
  }

  /** A topic must be looked for again: somebody may have deleted it. */
  void forget(String name) {
    known.remove(name);
  }

  private boolean exists(String name) throws InterruptedException {
    try {
      admin().describeTopics(List.of(name)).allTopicNames().get();
      return true;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof UnknownTopicOrPartitionException) return false;
      throw failure(e);
    }
  }

  private void create(String name) throws InterruptedException {
    var topic = new NewTopic(name, Optional.of(PARTITIONS), Optional.empty());
    try {
      admin().createTopics(List.of(topic)).all().get();
    } catch (ExecutionException e) {
      // Another server was faster.
      if (!(e.getCause() instanceof TopicExistsException)) throw failure(e);
    }
  }

  /**
   * Asks for the brokers.
   *
   * @throws KafkaException if Kafka does not answer
   */
  void check() throws InterruptedException {
    try {
      var limits = new DescribeClusterOptions().timeoutMs((int) CHECK_TIME_MAX.toMillis());
      admin().describeCluster(limits).nodes().get();
    } catch (ExecutionException e) {
      throw failure(e);
    }
  }

  static KafkaException failure(ExecutionException e) {
    return e.getCause() instanceof KafkaException known ? known : new KafkaException(e);
  }

  @Override
  public synchronized void close() {
    isClosed = true;
    admin.ifPresent(opened -> opened.close(Duration.ZERO));
  }
}
