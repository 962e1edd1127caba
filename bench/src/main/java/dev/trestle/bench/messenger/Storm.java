package dev.trestle.bench.messenger;

import dev.trestle.bench.Latencies;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Everybody comes back at once, as after a restart: connects, says who it is, and asks what it
 * missed in a chat.
 */
final class Storm implements Guest.Listener {
  private static final int MISSED = 20;
  private static final double SECONDS_MAX = 120;
  private static final double AIM_SECONDS = 10;
  private static final byte[] SYNCED = Frame.bytes("sync_response");

  private final PrintStream out;
  private final Served served;
  private final Town town;
  private final int clients;
  private final List<String> chats = new ArrayList<>();
  private final Latencies latencies = new Latencies();
  private final AtomicInteger synced = new AtomicInteger();
  private long start;
  private int bytes;

  Storm(PrintStream out, Served served, Town town, int clients) {
    this.out = out;
    this.served = served;
    this.town = town;
    this.clients = clients;
  }

  void run() {
    var people = town.people();
    for (int i = 0; i + 1 < people.size(); i += 2) {
      chats.add(town.direct(people.get(i), people.get(i + 1)));
    }
    speak();
    try (var crowd = new Crowd(served.socket())) {
      var before = served.processorTime();
      start = System.nanoTime();
      for (int i = 0; i < clients; i++) {
        var guest = crowd.invite(people.get(i % people.size()).accessToken(), this);
        guest.number = i % people.size();
        // What is under way is served while others still arrive.
        if (i % 50 == 0) crowd.turn(0);
      }
      boolean isDone = crowd.until(() -> synced.get() == clients, SECONDS_MAX);
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

  /** What they will have missed. */
  private void speak() {
    try (var crowd = new Crowd(served.socket())) {
      var talk = new Talk(crowd, served::processorTime, 100, 1);
      for (int i = 0; i < chats.size(); i++) {
        var guest = crowd.invite(town.people().get(2 * i).accessToken(), talk);
        talk.add(guest, chats.get(i));
      }
      crowd.until(() -> crowd.guests().stream().allMatch(Guest::isOpen), SECONDS_MAX);
      talk.each(MISSED);
    }
  }

  @Override
  public void opened(Guest guest) {
    guest.send(
        """
        {"type":"sync_request","request_id":"s","payload":\
        {"chat_id":"%s","after_sequence":1,"limit":%d}}\
        """
            .formatted(chats.get(Math.min(guest.number / 2, chats.size() - 1)), MISSED));
  }

  @Override
  public void text(Guest guest, byte[] text, int from, int to) {
    if (!Frame.is(SYNCED, text, from, to)) return;
    bytes += to - from;
    latencies.add(System.nanoTime() - start);
    synced.incrementAndGet();
  }

  @Override
  public void closed(Guest guest) {}
}
