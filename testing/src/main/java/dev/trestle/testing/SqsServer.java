package dev.trestle.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.URI;
import org.apache.pekko.actor.ActorSystem;
import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/**
 * An SQS on a free port of this machine, in this process: ElasticMQ, with one queue. It keeps
 * messages in memory and does not check signatures.
 */
public final class SqsServer implements AutoCloseable {
  private static final String HOST = "127.0.0.1";
  private static final String QUEUE = "wakeups";

  private final int port;
  private ActorSystem system = ActorSystem.create(QUEUE);

  private SqsServer() {
    this.port = listen(0);
    createQueue();
  }

  public static SqsServer start() {
    return new SqsServer();
  }

  /** Returns the port. */
  private int listen(int wanted) {
    return SQSRestServerBuilder.withActorSystem(system)
        .withInterface(HOST)
        .withPort(wanted)
        .start()
        .waitUntilStarted()
        .localAddress()
        .getPort();
  }

  private void createQueue() {
    var create = "http://%s:%d/?Action=CreateQueue&QueueName=%s".formatted(HOST, port, QUEUE);
    try {
      var connection = (HttpURLConnection) URI.create(create).toURL().openConnection();
      if (connection.getResponseCode() != HttpURLConnection.HTTP_OK) {
        throw new IllegalStateException("ElasticMQ answers " + connection.getResponseCode());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The address of the queue. */
  public URI address() {
    return URI.create("http://%s:%d/000000000000/%s".formatted(HOST, port, QUEUE));
  }

  /**
   * Ends it, with its messages and connections. Its own end would let requests wait for messages.
   */
  public void stop() {
    system.terminate();
    system.getWhenTerminated().toCompletableFuture().join();
  }

  /** Starts it again on the same port, with an empty queue. */
  public void restart() {
    system = ActorSystem.create(QUEUE);
    listen(port);
    createQueue();
  }

  @Override
  public void close() {
    stop();
  }
}
