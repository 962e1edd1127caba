package dev.trestle.app.server;

import dev.trestle.fleet.kafka.KafkaEventLog;
import dev.trestle.fleet.kafka.KafkaOptions;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Opens the event log on Kafka. */
public final class KafkaAccess {
  /** Kafka's clients log every setting, and each attempt to connect; /health says it once. */
  private static final Logger CLIENTS = Logger.getLogger("org.apache.kafka");

  private KafkaAccess() {}

  public static KafkaEventLog open(KafkaOptions options) {
    CLIENTS.setLevel(Level.SEVERE);
    return new KafkaEventLog(options);
  }
}
