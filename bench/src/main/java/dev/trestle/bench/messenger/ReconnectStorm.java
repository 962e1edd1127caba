package dev.trestle.bench.messenger;

import dev.trestle.bench.Latencies;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * All clients reconnect at once, as after a restart: each connects, authenticates and asks what it
 * missed in a chat.
 */
final class ReconnectStorm implements SocketClient.Listener {
  private static final int MISSED = 20;
  private static final double SECONDS_MAX = 120;
  private static final double AIM_SECONDS = 10;
  private static final byte[] SYNCED = FrameText.bytes("sync_response");

  private final PrintStream out;
  private final MessengerServer served;
  private final BenchUsers users;
  private final int clients;
  private final List<String> chats = new ArrayList<>();
  private final Latencies latencies = new Latencies();
  private final AtomicInteger synced = new AtomicInteger();
  private long start;
  private int bytes;

  ReconnectStorm(PrintStream out, MessengerServer served, BenchUsers users, int clients) {
    this.out = out;
    this.served = served;
    this.users = users;
    this.clients = clients;
  }

  void run() {
    var people = users.people();
    for (int i = 0; i + 1 < people.size(); i += 2) {
      chats.add(users.direct(people.get(i), people.get(i + 1)));
    }
    speak();
    try (var driver = new SocketDriver(served.socket())) {
      var before = served.processorTime();
      start = System.nanoTime();
      for (int i = 0; i < clients; i++) {
        var socket = driver.connect(people.get(i % people.size()).accessToken(), this);
        socket.number = i % people.size();
        // Handles events while further clients still connect.
        if (i % 50 == 0) driver.turn(0);
      }
      boolean isDone = driver.until(() -> synced.get() == clients, SECONDS_MAX);
      double seconds = (System.nanoTime() - start) / 1e9;
      double cpu = served.processorTime().minus(before).toNanos() / 1e9;
      out.printf(
          Locale.ROOT,
          "%nreconnect storm: %d of %d clients connected and synced %d messages each"
              + " in %.1f s (aim: 5000 within %.0f s)%s%n"
              + "  from the first connect, s: p50 %.1f, p99 %.1f; server %.1f s of processor%n",
          synced.get(),
          clients,
          MISSED,
          seconds,
          AIM_SECONDS,
          isDone ? "" : " GIVEN UP",
          latencies.micros(0.5) / 1e6,
          latencies.micros(0.99) / 1e6,
          cpu);
      out.printf(Locale.ROOT, "  %d bytes of messages a client%n", bytes / Math.max(1, clients));
    }
  }

  /** Sends the messages that they will have missed. */
  private void speak() {
    try (var driver = new SocketDriver(served.socket())) {
      var talk = new ChatLoad(driver, served::processorTime, 100, 1);
      for (int i = 0; i < chats.size(); i++) {
        var socket = driver.connect(users.people().get(2 * i).accessToken(), talk);
        talk.add(socket, chats.get(i));
      }
      driver.until(() -> driver.sockets().stream().allMatch(SocketClient::isOpen), SECONDS_MAX);
      talk.each(MISSED);
    }
  }

  @Override
  public void opened(SocketClient socket) {
    socket.send(
        """
        {"type":"sync_request","request_id":"s","payload":\
        {"chat_id":"%s","after_sequence":1,"limit":%d}}\
        """
            .formatted(chats.get(Math.min(socket.number / 2, chats.size() - 1)), MISSED));
  }

  @Override
  public void text(SocketClient socket, byte[] text, int from, int to) {
    if (!FrameText.is(SYNCED, text, from, to)) return;
    bytes += to - from;
    latencies.add(System.nanoTime() - start);
    synced.incrementAndGet();
  }

  @Override
  public void closed(SocketClient socket) {}
}
