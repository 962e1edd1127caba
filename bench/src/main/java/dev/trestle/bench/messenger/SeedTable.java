package dev.trestle.bench.messenger;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.trestle.bench.Latencies;
import dev.trestle.bench.ResponseParser;
import java.io.PrintStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Supplier;

/**
 * A multiple of the load that section 7.2 of Messenger's seed expects. Each kind of request has its
 * rate, whatever comes back: an open loop, with latencies measured from when a request was due.
 */
final class SeedTable {
  private static final int CONNECTIONS = 32;
  private static final int CHATS = 200;
  private static final int TEXTS = 20;
  private static final double DRAIN_SECONDS = 60;
  private static final double AIM_MILLIS = 100;
  private static final int REFUSED = 300;

  /** One kind of request and its results. */
  private static final class Kind {
    final String title;
    final double perSecond;
    final Supplier<byte[]> request;
    final Latencies latencies = new Latencies();
    double due;

    Kind(String title, double perSecond, Supplier<byte[]> request) {
      this.title = title;
      this.perSecond = perSecond;
      this.request = request;
    }
  }

  private record Chat(String id, SignedInUser one, SignedInUser other) {}

  private final PrintStream out;
  private final MessengerServer served;
  private final BenchUsers users;
  private final MessengerBench.Options options;
  private final SplittableRandom random;
  private final List<Chat> chats = new ArrayList<>();
  private long outstanding;
  private long refused;
  private Optional<String> firstRefusal = Optional.empty();
  private int names;

  SeedTable(
      PrintStream out,
      MessengerServer served,
      BenchUsers users,
      MessengerBench.Options options,
      long seed) {
    this.out = out;
    this.served = served;
    this.users = users;
    this.options = options;
    this.random = new SplittableRandom(seed);
  }

  void run() {
    var people = users.people();
    for (int i = 0; i + 1 < Math.min(2 * CHATS, people.size()); i += 2) {
      var one = people.get(i);
      var other = people.get(i + 1);
      chats.add(new Chat(users.direct(one, other), one, other));
    }
    try (var driver = new SocketDriver(served.socket())) {
      var connections = new ArrayList<RequestConnection>();
      for (int i = 0; i < CONNECTIONS; i++) connections.add(driver.openConnection());
      fill(driver, connections);
      load(driver, connections, kinds(), options.warmUpSeconds());
      var kinds = kinds();
      var before = served.usage();
      var cpuBefore = served.processorTime();
      load(driver, connections, kinds, options.seconds());
      var cpu = served.processorTime().minus(cpuBefore);
      print(kinds, cpu, before, served.usage());
    }
  }

  /** Writes what will be read. */
  private void fill(SocketDriver driver, List<RequestConnection> connections) {
    for (int i = 0; i < TEXTS; i++) {
      for (int at = 0; at < chats.size(); at++) {
        outstanding++;
        connections.get(at % CONNECTIONS).ask(send(chats.get(at)), this::count);
      }
    }
    drain(driver);
  }

  /** The kinds with the seed's rates per second. */
  private List<Kind> kinds() {
    return List.of(
        new Kind("send (messages, counters, keys)", 12, () -> send(chat())),
        new Kind("messages after (M9)", 60, () -> get("/messages?after_sequence=2&limit=20")),
        new Kind("recent messages (M10)", 30, () -> get("/messages?limit=20")),
        new Kind("one message (M11)", 10, () -> get("/messages/2")),
        new Kind("watermark (M14)", 40, () -> plain(chat(), "/delivery-state/")),
        new Kind("all watermarks (M18)", 10, () -> ask("GET", "/delivery-state", "", person())),
        new Kind("move a watermark (M15)", 20, this::move),
        new Kind(
            "a profile (M1)", 20, () -> ask("GET", "/users/" + person().userId(), "", person())),
        new Kind("a chat, its members (M3, M4, M6)", 30, () -> get("")),
        new Kind("list of chats (M5)", 5, () -> ask("GET", "/chats", "", person())),
        new Kind("sessions (M17)", 10, () -> ask("GET", "/sessions", "", person())),
        new Kind("mute a chat", 1, () -> post(chat(), "/mute", "")),
        new Kind("another name", 0.1, () -> ask("PATCH", "/users/me", named(), person())),
        new Kind("open a chat", 0.5, this::open),
        new Kind("log in (sessions, users)", 1, this::code));
  }

  private Chat chat() {
    return chats.get(random.nextInt(chats.size()));
  }

  private SignedInUser person() {
    return users.people().get(random.nextInt(users.people().size()));
  }

  private byte[] get(String path) {
    var chat = chat();
    return ask("GET", "/chats/" + chat.id + path, "", chat.one);
  }

  private byte[] plain(Chat chat, String path) {
    return ask("GET", path + chat.id, "", chat.one);
  }

  private byte[] post(Chat chat, String path, String body) {
    return ask("POST", "/chats/" + chat.id + path, body, chat.other);
  }

  private byte[] send(Chat chat) {
    return post(
        chat,
        "/messages",
        "{\"client_message_id\":\"t-%d\",\"content\":\"%s\"}".formatted(names++, "x".repeat(100)));
  }

  private byte[] move() {
    var chat = chat();
    return ask(
        "PATCH",
        "/delivery-state/" + chat.id,
        "{\"last_acked_sequence\":%d}".formatted(random.nextInt(1, TEXTS)),
        chat.one);
  }

  private String named() {
    return "{\"display_name\":\"Person %d\"}".formatted(names++);
  }

  private byte[] open() {
    var one = person();
    var other = person();
    while (other.equals(one)) other = person();
    return ask(
        "POST",
        "/chats",
        "{\"type\":\"direct\",\"member_ids\":[\"%s\"]}".formatted(other.userId()),
        one);
  }

  /** A login code for an unused number. Signing in with it would be a second request. */
  private byte[] code() {
    return ask(
        "POST",
        "/auth/request-otp",
        "{\"phone_number\":\"+1212%07d\"}".formatted(2_000_000 + names++),
        person());
  }

  private static byte[] ask(String method, String path, String body, SignedInUser by) {
    return """
    %s /api/v1%s HTTP/1.1\r
    Host: 127.0.0.1\r
    Authorization: Bearer %s\r
    Content-Type: application/json\r
    Content-Length: %d\r
    \r
    %s\
    """
        .formatted(method, path, by.accessToken(), body.length(), body)
        .getBytes(UTF_8);
  }

  private void load(
      SocketDriver driver, List<RequestConnection> connections, List<Kind> kinds, double time) {
    long start = System.nanoTime();
    long end = start + (long) (time * 1e9);
    for (var kind : kinds)
      kind.due = start + random.nextDouble() * 1e9 / (options.times() * kind.perSecond);
    while (System.nanoTime() < end) {
      double next = end;
      for (var kind : kinds) {
        while (kind.due <= System.nanoTime()) {
          put(connections, kind, (long) kind.due);
          kind.due += -Math.log(1 - random.nextDouble()) * 1e9 / (options.times() * kind.perSecond);
        }
        next = Math.min(next, kind.due);
      }
      driver.turn((long) next);
    }
    drain(driver);
  }

  private void put(List<RequestConnection> connections, Kind kind, long due) {
    outstanding++;
    var least = connections.getFirst();
    for (var connection : connections)
      if (connection.waiting() < least.waiting()) least = connection;
    least.ask(
        kind.request.get(),
        (answer, bytes) -> {
          kind.latencies.add(System.nanoTime() - due);
          count(answer, bytes);
        });
  }

  private void count(ResponseParser answer, byte[] bytes) {
    outstanding--;
    if (answer.status(bytes) < REFUSED) return;
    refused++;
    if (firstRefusal.isEmpty()) firstRefusal = Optional.of(answer.text(bytes));
  }

  private void drain(SocketDriver driver) {
    if (!driver.until(() -> outstanding == 0, DRAIN_SECONDS)) {
      throw new IllegalStateException(outstanding + " requests were never answered");
    }
  }

  private void print(List<Kind> kinds, Duration cpu, String before, String after) {
    out.printf(
        "%n%-34s %10s %26s  (aim: p99 < %.0f ms, nothing throttled)%n",
        String.format(Locale.ROOT, "the seed's table 7.2 × %.0f", options.times()),
        "a second",
        "p50 / p99 / p99.9, ms",
        AIM_MILLIS);
    var all = new Latencies();
    for (var kind : kinds) {
      all.add(kind.latencies);
      out.printf(
          Locale.ROOT,
          "%-34s %10.0f %26s%n",
          kind.title,
          kind.latencies.count() / options.seconds(),
          MessengerBench.millis(kind.latencies));
    }
    out.printf(
        Locale.ROOT,
        "%-34s %10.0f %26s  %.0f µs of the server's processor time a request%n",
        "all",
        all.count() / options.seconds(),
        MessengerBench.millis(all),
        cpu.toNanos() / 1e3 / Math.max(1, all.count()));
    out.printf(
        "refused or failed: %d; calls to the store, tried again, failed: %s before, %s after%n",
        refused, before, after);
    firstRefusal.ifPresent(text -> out.println("the first refusal: " + text));
  }
}
