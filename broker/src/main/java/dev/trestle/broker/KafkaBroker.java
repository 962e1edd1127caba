package dev.trestle.broker;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.logging.Level;
import java.util.logging.Logger;
import kafka.Kafka;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;

/**
 * A Kafka of one broker on the loopback address, which keeps its topics in a folder. It has no
 * authentication. Its controller listens on the next port.
 */
public final class KafkaBroker {
  private static final Logger ALL = Logger.getLogger("");

  private KafkaBroker() {}

  /**
   * Runs until the process ends.
   *
   * @param arguments the folder and the port
   */
  public static void main(String[] arguments) throws IOException {
    ALL.setLevel(Level.SEVERE);
    var folder = Path.of(arguments[0]);
    var settings = Files.createDirectories(folder).resolve("server.properties");
    Files.writeString(settings, settings(folder.resolve("topics"), Integer.parseInt(arguments[1])));
    if (!Files.exists(folder.resolve("topics/meta.properties"))) format(settings);
    Kafka.main(new String[] {settings.toString()});
  }

  private static void format(Path settings) {
    var id = Uuid.randomUuid().toString();
    var command = new String[] {"format", "-t", id, "-c", settings.toString()};
    var silent = new PrintStream(PrintStream.nullOutputStream());
    if (StorageTool.execute(command, silent) != 0) {
      throw new IllegalStateException("the folder cannot be prepared");
    }
  }

  /** Short intervals, because a broker that was killed starts once its old session has ended. */
  private static String settings(Path topics, int port) {
    return """
    process.roles=broker,controller
    node.id=1
    controller.quorum.voters=1@127.0.0.1:%2$d
    controller.listener.names=CONTROLLER
    listeners=PLAINTEXT://127.0.0.1:%1$d,CONTROLLER://127.0.0.1:%2$d
    listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT
    log.dirs=%3$s
    broker.session.timeout.ms=3000
    broker.heartbeat.interval.ms=500
    offsets.topic.num.partitions=1
    offsets.topic.replication.factor=1
    transaction.state.log.num.partitions=1
    transaction.state.log.replication.factor=1
    transaction.state.log.min.isr=1
    group.initial.rebalance.delay.ms=0
    auto.create.topics.enable=false
    """
        .formatted(port, port + 1, topics);
  }
}
