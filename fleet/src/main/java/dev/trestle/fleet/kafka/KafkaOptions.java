package dev.trestle.fleet.kafka;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;

/**
 * How Kafka is reached.
 *
 * @param hosts brokers to ask first, such as {@code kafka1:9092,kafka2:9092}
 * @param settings of Kafka's clients, such as credentials; what the event log needs for its
 *     promises comes before them
 * @param prefix of all topics and groups, for installations that share a Kafka
 */
public record KafkaOptions(String hosts, Map<String, String> settings, String prefix) {
  /** Short, so that a broker that is unavailable is noticed; clients try again. */
  private static final Duration REQUEST_TIME_MAX = Duration.ofSeconds(5);

  private static final Duration CALL_TIME_MAX = Duration.ofSeconds(30);
  private static final Duration RECONNECT_PAUSE_MAX = Duration.ofSeconds(2);

  public KafkaOptions {
    settings = Map.copyOf(settings);
  }

  /** The name of a topic or a group in Kafka. */
  String named(String name) {
    return prefix + "trestle." + name;
  }

  /** The settings of a client. */
  Map<String, Object> client(Map<String, Object> needed) {
    var all = new HashMap<String, Object>();
    all.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, millis(REQUEST_TIME_MAX));
    all.put(CommonClientConfigs.RECONNECT_BACKOFF_MAX_MS_CONFIG, millis(RECONNECT_PAUSE_MAX));
    all.putAll(settings);
    all.putAll(needed);
    all.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, hosts);
    return all;
  }

  /** The same for a client whose calls end after a while. */
  Map<String, Object> callingClient(Map<String, Object> needed) {
    var all = new HashMap<String, Object>();
    all.put(CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG, millis(CALL_TIME_MAX));
    all.putAll(needed);
    return client(all);
  }

  private static int millis(Duration duration) {
    return (int) duration.toMillis();
  }

  /** Without the settings, which may have passwords. */
  @Override
  public String toString() {
    return "Kafka at " + hosts;
  }
}
