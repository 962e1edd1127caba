package dev.trestle.broker;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.pekko.actor.ActorSystem;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/**
 * An SQS with one queue on the loopback address. It keeps messages in memory and checks no
 * signatures.
 */
public final class ElasticMq {
  private static final Logger ALL = Logger.getLogger("");
  private static final String HOST = "127.0.0.1";

  private ElasticMq() {}

  /**
   * Runs until the process ends.
   *
   * @param arguments the port and the name of the queue
   */
  public static void main(String[] arguments) {
    ALL.setLevel(Level.SEVERE);
    int port = Integer.parseInt(arguments[0]);
    try {
      SQSRestServerBuilder.withActorSystem(ActorSystem.create("sqs"))
          .withInterface(HOST)
          .withPort(port)
          .start()
          .waitUntilStarted();
      createQueue(port, arguments[1]);
    } catch (IOException | RuntimeException e) {
      // The threads of the actor system would keep the process alive.
      ALL.log(Level.SEVERE, "ElasticMQ cannot start", e);
      Runtime.getRuntime().halt(1);
    }
  }

  private static void createQueue(int port, String name) throws IOException {
    var create = "http://%s:%d/?Action=CreateQueue&QueueName=%s".formatted(HOST, port, name);
    var connection = (HttpURLConnection) URI.create(create).toURL().openConnection();
    if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
      throw new IOException("ElasticMQ answers " + connection.getResponseCode());
    }
  }
}
