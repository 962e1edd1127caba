package dev.trestle.bench.messenger;

import dev.trestle.bench.Latencies;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Messenger under load. Server and load share the machine, so the server's processor time is
 * printed as well.
 */
public final class MessengerBench {
  /** The options of the command line. */
  public record Options(
      double seconds,
      double warmUpSeconds,
      int people,
      double times,
      int storm,
      int idle,
      Optional<List<String>> only) {}

  private static final long SEED = 42;
  private static final int CONTENT_BYTES = 100;
  private static final double LEAD_IN_SHARE = 0.2;
  private static final int WARM_UP_SPEAKING = 64;
  private static final double BUSY_MESSAGES = 3000;
  private static final double USUAL_MESSAGES = 300;
  private static final String CLOSED_AIM =
      "aim in a closed loop: 10 000 messages/s, p99 to the ack < 50 ms";
  private static final double AIM_DELIVERIES = 10_000;
  private static final int GROUP_PEOPLE = 1000;
  private static final double CONNECT_SECONDS_MAX = 60;

  private final PrintStream out;
  private final Options options;

  public MessengerBench(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
  }

  public void run() {
    out.printf(
        Locale.ROOT,
        "%d processors; texts of %d bytes, every write synced to disk, seed %d%n"
            + "rate limits: none (1 000 000 a second of each kind)%n"
            + "a part starts with %.0f s of its load for the server to become warm;%n"
            + "each load goes on for %.1f s before it is measured for %.1f s%n",
        Runtime.getRuntime().availableProcessors(),
        CONTENT_BYTES,
        SEED,
        options.warmUpSeconds,
        leadIn(),
        options.seconds);
    try (var served = MessengerServer.start();
        var users = new BenchUsers(served.address())) {
      long start = System.nanoTime();
      users.grow(options.people);
      out.printf(
          Locale.ROOT,
          "%d people have logged in, in %.1f s%n",
          options.people,
          (System.nanoTime() - start) / 1e9);
      if (isWanted("direct")) direct(served, users);
      for (int size : new int[] {10, 100, GROUP_PEOPLE}) {
        if (isWanted("group" + size) && size <= options.people) group(served, users, size);
      }
      if (isWanted("table")) {
        new SeedTable(out, served, users, options, SEED).run();
      }
      if (isWanted("storm")) new ReconnectStorm(out, served, users, options.storm).run();
      if (isWanted("idle")) new IdleSockets(out, served, users, options.idle).run();
    }
  }

  private boolean isWanted(String title) {
    return options.only.isEmpty() || options.only.get().stream().anyMatch(title::startsWith);
  }

  /** Seconds until the load is steady. */
  private double leadIn() {
    return options.seconds * LEAD_IN_SHARE;
  }

  private void title(String text) {
    out.printf(
        "%n%-38s %10s %12s %23s %23s %8s%n%-38s %10s %12s %23s %23s %8s%n",
        text,
        "messages/s",
        "deliveries/s",
        "to the ack, ms",
        "to the others, ms",
        "µs cpu a",
        "",
        "",
        "",
        "p50 / p99 / p99.9",
        "p50 / p99 / p99.9",
        "message");
  }

  /** Chats of two users, one of whom sends. */
  private void direct(MessengerServer served, BenchUsers users) {
    int pairs = users.people().size() / 2;
    try (var driver = new SocketDriver(served.socket())) {
      var talk = new ChatLoad(driver, served::processorTime, CONTENT_BYTES, SEED);
      for (int i = 0; i < pairs; i++) {
        var one = users.people().get(2 * i);
        var other = users.people().get(2 * i + 1);
        var chat = users.direct(one, other);
        talk.add(driver.connect(one.accessToken(), talk), chat);
        driver.connect(other.accessToken(), talk);
      }
      connect(driver);
      talk.closed(Math.min(pairs, WARM_UP_SPEAKING), options.warmUpSeconds, 0);
      title(pairs + " direct chats");
      for (int speaking : new int[] {1, 16, 64, 256}) {
        if (speaking > pairs) continue;
        closed(talk, speaking);
      }
      open(talk, BUSY_MESSAGES, "");
      open(talk, USUAL_MESSAGES, "(aim: others p99 < 4 ms)");
      out.println(CLOSED_AIM);
      talk.errors().ifPresent(out::println);
    }
  }

  private void connect(SocketDriver driver) {
    boolean isThere =
        driver.until(
            () -> driver.sockets().stream().allMatch(SocketClient::isOpen), CONNECT_SECONDS_MAX);
    if (!isThere) throw new IllegalStateException("not everybody could connect");
  }

  private void group(MessengerServer served, BenchUsers users, int size) {
    int groups = Math.min(10, users.people().size() / size);
    try (var driver = new SocketDriver(served.socket())) {
      var talk = new ChatLoad(driver, served::processorTime, CONTENT_BYTES, SEED);
      var speakers = new ArrayList<SocketClient>();
      var chats = new ArrayList<String>();
      for (int i = 0; i < groups; i++) {
        var members = users.people().subList(i * size, (i + 1) * size);
        var chat = users.group("bench " + size, members);
        for (int at = 0; at < size; at++) {
          var socket = driver.connect(members.get(at).accessToken(), talk);
          if (at < 2) {
            speakers.add(socket);
            chats.add(chat);
          }
        }
      }
      for (int i = 0; i < speakers.size(); i++) talk.add(speakers.get(i), chats.get(i));
      connect(driver);
      talk.closed(speakers.size(), options.warmUpSeconds, 0);
      title(groups + (groups == 1 ? " group of " : " groups of ") + size);
      closed(talk, 1);
      closed(talk, speakers.size());
      double rate = AIM_DELIVERIES / (size - 1);
      open(talk, rate, size == GROUP_PEOPLE ? "(aim: 10000 deliveries/s)" : "(10000 deliveries/s)");
      talk.errors().ifPresent(out::println);
    }
  }

  private void closed(ChatLoad talk, int speaking) {
    var result = talk.closed(speaking, leadIn(), options.seconds);
    print("closed loop, " + speaking + " speaking", result);
  }

  private void open(ChatLoad talk, double perSecond, String remark) {
    var result = talk.open(perSecond, leadIn(), options.seconds);
    print(String.format(Locale.ROOT, "open loop, %.0f/s %s", perSecond, remark).strip(), result);
  }

  private void print(String how, ChatLoad.Result result) {
    out.printf(
        Locale.ROOT,
        "%-38s %10.0f %12.0f %23s %23s %8.0f%n",
        how,
        result.messagesPerSecond(),
        result.deliveriesPerSecond(),
        millis(result.acks()),
        millis(result.deliveries()),
        result.microsPerMessage());
  }

  static String millis(Latencies latencies) {
    return String.format(
        Locale.ROOT,
        "%.1f / %.1f / %.1f",
        latencies.micros(0.5) / 1000,
        latencies.micros(0.99) / 1000,
        latencies.micros(0.999) / 1000);
  }
}
