package dev.trestle.bench.messenger;

import dev.trestle.bench.Latencies;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** One honest connection: it sends a message, reads the chat, and waits a little. */
final class HonestClient implements Runnable {
  private static final AtomicInteger MESSAGES = new AtomicInteger();

  /** How long all of them waited for responses. */
  static final class Experience {
    private final Latencies latencies = new Latencies();
    private final LongAdder failures = new LongAdder();

    private synchronized void add(long nanos) {
      latencies.add(nanos);
    }

    synchronized double millis(double share) {
      return latencies.micros(share) / 1000;
    }

    synchronized long requests() {
      return latencies.count();
    }

    long failures() {
      return failures.sum();
    }
  }

  private final InetSocketAddress server;
  private final SignedInUser user;
  private final String chat;
  private final long pauseMillis;
  private final AtomicReference<Experience> experience;
  private final CountDownLatch end;

  HonestClient(
      InetSocketAddress server,
      SignedInUser user,
      String chat,
      long pauseMillis,
      AtomicReference<Experience> experience,
      CountDownLatch end) {
    this.server = server;
    this.user = user;
    this.chat = chat;
    this.pauseMillis = pauseMillis;
    this.experience = experience;
    this.end = end;
  }

  @Override
  public void run() {
    try (var connection = new PlainConnection(server, "127.0.0.1")) {
      while (!end.await(pauseMillis, TimeUnit.MILLISECONDS)) {
        request(connection, sending());
        request(connection, head("GET", "/messages?limit=20") + "\r\n");
      }
    } catch (IOException e) {
      experience.get().failures.increment();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void request(PlainConnection connection, String request) throws IOException {
    long start = System.nanoTime();
    connection.send(request);
    int status = connection.readResponse();
    var current = experience.get();
    current.add(System.nanoTime() - start);
    if (status >= 300) current.failures.increment();
  }

  private String sending() {
    var body =
        "{\"client_message_id\":\"m%d\",\"content\":\"Anybody there?\"}"
            .formatted(MESSAGES.incrementAndGet());
    return head("POST", "/messages")
        + "Content-Type: application/json\r\nContent-Length: "
        + body.getBytes(StandardCharsets.UTF_8).length
        + "\r\n\r\n"
        + body;
  }

  private String head(String method, String path) {
    return "%s /api/v1/chats/%s%s HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer %s\r\n"
        .formatted(method, chat, path, user.accessToken());
  }
}
