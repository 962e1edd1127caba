package dev.trestle.app.trial;

import dev.trestle.app.server.KafkaAccess;
import dev.trestle.fleet.kafka.KafkaOptions;
import dev.trestle.platform.event.EventLog;
import dev.trestle.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;

/** Reads the events of all systems from a fleet's Kafka, and skips repeated ones. */
final class TrialEvents implements AutoCloseable {
  private static final List<String> TOPICS = List.of("messenger", "stak", "ecobid");
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final EventLog log;
  private final List<EventLog.Subscription> subscriptions = new ArrayList<>();
  private final EventCheck check = new EventCheck();

  private TrialEvents(String hosts) {
    log = KafkaAccess.open(new KafkaOptions(hosts, Map.of(), ""));
    for (var topic : TOPICS) {
      subscriptions.add(
          log.follow(topic, EventLog.Start.OLDEST, events -> check.add(topic, events)));
    }
  }

  static TrialEvents from(String hosts) {
    return new TrialEvents(hosts);
  }

  /** Waits for these events and returns every broken promise. */
  List<String> violations(Collection<ComparedEvent> expected) {
    try {
      Await.slowly(() -> check.hasAll(expected), TIMEOUT);
    } catch (AssertionError late) {
      // The check says what is missing.
    }
    return check.violations(expected);
  }

  long count() {
    return check.count();
  }

  long repeated() {
    return check.repeated();
  }

  @Override
  public void close() {
    subscriptions.forEach(EventLog.Subscription::close);
    log.close();
  }
}
