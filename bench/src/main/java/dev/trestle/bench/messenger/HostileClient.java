package dev.trestle.bench.messenger;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** One hostile connection, which is opened again whenever the server cuts it. */
final class HostileClient implements Runnable {
  private static final long DRIP_MILLIS = 1000;
  private static final long FLOOD_MILLIS = 20;
  private static final long RECONNECT_MILLIS = 200;

  /** What it does. */
  enum Behaviour {
    /** Opens a connection and sends nothing. */
    SILENT,
    /** Sends a header a byte at a time. */
    SLOW_HEAD,
    /** Announces a body and sends it a byte at a time. */
    SLOW_BODY,
    /** Asks for long responses and reads none. */
    UNREAD_RESPONSES,
    /** Sends requests without a token. */
    REQUEST_FLOOD,
    /** Sends frames of a signed-in user and reads nothing. */
    FRAME_FLOOD
  }

  /** What happened to all of them. */
  record ClientCounters(LongAdder opened, LongAdder cut, LongAdder sent) {
    ClientCounters() {
      this(new LongAdder(), new LongAdder(), new LongAdder());
    }
  }

  private final InetSocketAddress server;
  private final String from;
  private final Behaviour behaviour;
  private final SignedInUser user;
  private final String chat;
  private final ClientCounters counters;
  private final CountDownLatch end;

  HostileClient(
      InetSocketAddress server,
      String from,
      Behaviour behaviour,
      SignedInUser user,
      String chat,
      ClientCounters counters,
      CountDownLatch end) {
    this.server = server;
    this.from = from;
    this.behaviour = behaviour;
    this.user = user;
    this.chat = chat;
    this.counters = counters;
    this.end = end;
  }

  @Override
  public void run() {
    try {
      do {
        try (var connection = new PlainConnection(server, from)) {
          counters.opened().increment();
          behave(connection);
        } catch (IOException cutOff) {
          counters.cut().increment();
        }
      } while (!end.await(RECONNECT_MILLIS, TimeUnit.MILLISECONDS));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void behave(PlainConnection connection) throws IOException, InterruptedException {
    switch (behaviour) {
      case SILENT -> end.await();
      case SLOW_HEAD -> {
        connection.send("GET /api/v1/ HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ");
        repeat(connection, "x", DRIP_MILLIS);
      }
      case SLOW_BODY -> {
        connection.send(head("POST", "/api/v1/auth/request-otp") + "Content-Length: 60000\r\n\r\n");
        repeat(connection, "x", DRIP_MILLIS);
      }
      case UNREAD_RESPONSES ->
          repeat(connection, head("GET", "/api/v1/openapi.json") + "\r\n", DRIP_MILLIS);
      case REQUEST_FLOOD -> {
        var request = head("GET", "/api/v1/chats") + "\r\n";
        do {
          connection.send(request);
          connection.readResponse();
          counters.sent().increment();
        } while (!end.await(FLOOD_MILLIS, TimeUnit.MILLISECONDS));
      }
      case FRAME_FLOOD -> floodFrames(connection);
    }
  }

  private void repeat(PlainConnection connection, String text, long millis)
      throws IOException, InterruptedException {
    do {
      connection.send(text);
      counters.sent().increment();
    } while (!end.await(millis, TimeUnit.MILLISECONDS));
  }

  private void floodFrames(PlainConnection connection) throws IOException, InterruptedException {
    connection.send(
        head("GET", "/v1/ws")
            + "Authorization: Bearer "
            + user.accessToken()
            + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n");
    connection.readResponse();
    var sync =
        "{\"type\":\"sync_request\",\"payload\":{\"chat_id\":\"%s\",\"after_sequence\":0,\"limit\":500}}"
            .formatted(chat);
    var typing = "{\"type\":\"typing_start\",\"payload\":{\"chat_id\":\"%s\"}}".formatted(chat);
    do {
      connection.sendFrame(typing);
      connection.sendFrame(sync);
      counters.sent().add(2);
    } while (!end.await(FLOOD_MILLIS, TimeUnit.MILLISECONDS));
  }

  private static String head(String method, String path) {
    return method + " " + path + " HTTP/1.1\r\nHost: 127.0.0.1\r\n";
  }
}
