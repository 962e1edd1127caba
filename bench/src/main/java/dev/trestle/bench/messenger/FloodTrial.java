package dev.trestle.bench.messenger;

import dev.trestle.bench.messenger.HonestClient.Experience;
import dev.trestle.bench.messenger.HostileClient.Behaviour;
import dev.trestle.bench.messenger.HostileClient.ClientCounters;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * {@code ./trestle trial flood}: hostile connections of several kinds, while honest users go on.
 * The hostile ones come from other addresses of this machine, as they would from the internet.
 */
public final class FloodTrial {
  private static final double AIM_MILLIS = 100;
  private static final int HOSTILE_USERS = 50;
  private static final int HOSTILE_ADDRESSES = 10;
  private static final int BEHAVIOURS = Behaviour.values().length;

  /**
   * How much and how long.
   *
   * @param hostile hostile connections, in equal parts of each behaviour
   * @param honest honest connections
   * @param seconds how long the flood lasts
   * @param calmSeconds how long the honest ones are alone before, and how long each of the two
   *     situations lasts before it is measured: a server compiles its code while it serves, and a
   *     flood begins with what its users may send at once
   * @param pauseMillis how long an honest one waits after each two requests
   */
  public record Options(
      int hostile, int honest, double seconds, double calmSeconds, long pauseMillis) {
    public static final Options STANDARD = new Options(1000, 100, 60, 15, 1000);
  }

  /** What the honest ones experienced, and the processor time that the server used meanwhile. */
  private record Measured(Experience experience, Duration processorTime) {}

  private final PrintStream out;
  private final Options options;

  public FloodTrial(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
  }

  /** Runs and prints what was measured; false if honest users had to wait too long or failed. */
  public boolean run() {
    try (var server = MessengerServer.startLimited();
        var users = new BenchUsers(server.address())) {
      users.grow(options.honest + HOSTILE_USERS);
      var chats = new ArrayList<String>();
      for (int i = 0; i < users.people().size(); i++) {
        var next = users.people().get((i + 1) % users.people().size());
        chats.add(users.direct(users.people().get(i), next));
      }
      var calm = phase(server, users, chats, options.calmSeconds, Map.of());
      var counters = new EnumMap<Behaviour, ClientCounters>(Behaviour.class);
      for (var behaviour : Behaviour.values()) counters.put(behaviour, new ClientCounters());
      var flooded = phase(server, users, chats, options.seconds, counters);
      print(server, calm, flooded, counters);
      var experience = flooded.experience;
      return experience.failures() == 0 && experience.millis(0.99) < AIM_MILLIS;
    }
  }

  /** Measures the given time after the warm-up. */
  private Measured phase(
      MessengerServer server,
      BenchUsers users,
      List<String> chats,
      double seconds,
      Map<Behaviour, ClientCounters> hostile) {
    var end = new CountDownLatch(1);
    var experience = new AtomicReference<>(new Experience());
    var honestThreads = new ArrayList<Thread>();
    var hostileThreads = new ArrayList<Thread>();
    for (int i = 0; i < options.honest; i++) {
      honestThreads.add(
          Thread.startVirtualThread(
              new HonestClient(
                  server.socket(),
                  users.people().get(i),
                  chats.get(i),
                  options.pauseMillis,
                  experience,
                  end)));
    }
    hostile.forEach((behaviour, counters) -> {
      for (int i = 0; i < options.hostile / BEHAVIOURS; i++) {
        int user = options.honest + i % HOSTILE_USERS;
        hostileThreads.add(
            Thread.startVirtualThread(
                new HostileClient(
                    server.socket(),
                    "127.0.0." + (2 + i % HOSTILE_ADDRESSES),
                    behaviour,
                    users.people().get(user),
                    chats.get(user),
                    counters,
                    end)));
      }
    });
    try {
      TimeUnit.MILLISECONDS.sleep((long) (options.calmSeconds * 1000));
      experience.set(new Experience());
      var before = server.processorTime();
      TimeUnit.MILLISECONDS.sleep((long) (seconds * 1000));
      var processorTime = server.processorTime().minus(before);
      end.countDown();
      for (var thread : honestThreads) thread.join();
      // Some of these wait for the server in vain.
      for (var thread : hostileThreads) thread.interrupt();
      for (var thread : hostileThreads) thread.join();
      return new Measured(experience.get(), processorTime);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private void print(
      MessengerServer server,
      Measured calm,
      Measured flooded,
      Map<Behaviour, ClientCounters> counters) {
    out.printf(
        Locale.ROOT,
        "%d hostile connections for %.0f s, %d honest ones%n",
        options.hostile / BEHAVIOURS * BEHAVIOURS,
        options.seconds,
        options.honest);
    print("alone", calm);
    print("in the flood", flooded);
    counters.forEach((behaviour, sums) ->
        out.printf(
            Locale.ROOT,
            "  %-16s opened %6d, cut %6d, sent %8d%n",
            behaviour.name().toLowerCase(Locale.ROOT).replace('_', ' '),
            sums.opened().sum(),
            sums.cut().sum(),
            sums.sent().sum()));
    out.printf(
        Locale.ROOT,
        "server: %.0f MB of heap after a collection; aim: p99 below %.0f ms and no failure%n",
        server.heapBytes() / 1e6,
        AIM_MILLIS);
  }

  private void print(String when, Measured measured) {
    var experience = measured.experience;
    out.printf(
        Locale.ROOT,
        "honest, %-13s %6d requests, %d failed; p50 %.1f, p99 %.1f, p99.9 %.1f ms;"
            + " server: %.1f s of processor time%n",
        when + ":",
        experience.requests(),
        experience.failures(),
        experience.millis(0.5),
        experience.millis(0.99),
        experience.millis(0.999),
        measured.processorTime.toMillis() / 1e3);
  }
}
