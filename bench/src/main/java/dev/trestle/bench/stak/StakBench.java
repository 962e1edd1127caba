package dev.trestle.bench.stak;

import dev.trestle.bench.ChildProcess;
import dev.trestle.bench.stak.CapacityCounter.Consumed;
import dev.trestle.stak.client.AdminClient;
import dev.trestle.stak.client.AdminClient.Content;
import dev.trestle.stak.client.StakClient;
import java.io.PrintStream;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.UUID;
import java.util.stream.IntStream;

/**
 * Stak while a message is delivered to very many users: how long until the last one has it, what it
 * writes and consumes, how much memory it takes, and how long readers and another tenant wait
 * meanwhile.
 */
public final class StakBench {
  private static final long SEED = 20_261_116;
  private static final Content CONTENT =
      Content.of("New feature available", "Have a look at our latest feature, made for you.");

  /** The category of messages to users. Broadcasts have another. */
  static final String POSTED = "notification";

  private static final int POLL_MILLIS = 100;
  private static final int BROADCAST_MILLIS = 1000;
  private static final int QUIET_MILLIS = 5000;
  private static final int SLICE = 100_000;
  private static final int WARMED_MIN = 5000;

  /** How often progress is printed. */
  private static final long PRINTED_NANOS = 10_000_000_000L;

  private static final int CHECKED = 200;

  /** A delivery without progress for this long has failed. */
  private static final long STALLED_NANOS_MAX = 120_000_000_000L;

  private static final double MEGA = 1 << 20;

  /**
   * What to measure.
   *
   * @param users how many users a message is delivered to
   * @param known how many users are known
   * @param reads lists and counts read per second
   * @param heap the server's maximum heap, as for {@code -Xmx}
   */
  public record Options(int users, int known, double reads, String heap) {
    public Options {
      if (users < 1 || users > known) throw new IllegalArgumentException("--users 1 to --known");
    }
  }

  private final PrintStream out;
  private final Options options;

  public StakBench(PrintStream out, Options options) {
    this.out = out;
    this.options = options;
  }

  /** The server that is measured, with its clients. */
  private record MeasuredServer(
      ChildProcess process, StakClient client, AdminClient admin, String key, AdminClient small) {
    Consumed consumed() {
      return Consumed.of(process.ask("consumed"));
    }

    /** Stak's table alone. */
    Consumed consumedByStak() {
      return Consumed.of(process.ask("consumed-by-stak"));
    }
  }

  public void run() {
    try (var process = ChildProcess.start(StakProcess.class, options.heap);
        var client = new StakClient(URI.create("http://127.0.0.1:" + process.port()))) {
      var keys = process.ask("tenant").split(" ", -1);
      var admin =
          client.admin(
              BulkUsers.INBOX.tenant().value(), BulkUsers.INBOX.inbox().value(), keys[0], "bench");
      var smallKey = process.ask("small-tenant").split(" ", -1)[0];
      var small =
          client.admin(
              StakProcess.SMALL_TENANT, BulkUsers.INBOX.inbox().value(), smallKey, "bench");
      var server = new MeasuredServer(process, client, admin, keys[1], small);
      out.printf("durable engine, server heap at most %s%n", options.heap);
      broadcast(server); // the first one also writes the inbox's header
      broadcast(server, "no user is known");
      register(server);
      broadcast(server, options.known + " users are known");
      warmUp(server);
      quiet(server);
      deliver(server, "known", 0, options.users);
      int newcomers = Math.max(1, options.users / 10);
      deliver(server, "new", options.known, newcomers);
      memory(server);
      check(server, newcomers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void broadcast(MeasuredServer server) {
    server.admin.postToEveryone("news", CONTENT, UUID.randomUUID().toString());
  }

  private void broadcast(MeasuredServer server, String who) {
    var before = server.consumedByStak();
    long start = System.nanoTime();
    broadcast(server);
    double millis = (System.nanoTime() - start) / 1e6;
    out.printf(
        Locale.ROOT,
        "broadcast while %s: %s, accepted in %.1f ms%n",
        who,
        units(server.consumedByStak().minus(before)),
        millis);
  }

  private void register(MeasuredServer server) {
    long start = System.nanoTime();
    for (int from = 0; from < options.known; from += SLICE) {
      int to = Math.min(options.known, from + SLICE);
      var known = server.process.ask("register " + from + " " + to);
      out.printf(
          Locale.ROOT,
          "%s users registered, two items each, in %.1f s%n",
          known,
          (System.nanoTime() - start) / 1e9);
    }
  }

  /** Reads and delivers before anything is measured, so that the server's code is compiled. */
  private void warmUp(MeasuredServer server) throws InterruptedException {
    int number = warmed();
    if (number == 0) return;
    var uids = IntStream.range(options.users, options.users + number).mapToObj(BulkUsers::user);
    long start = System.nanoTime();
    try (var _ = readers(server);
        var _ = new SmallTenant(server.small)) {
      var posted = server.admin.post(POSTED, uids.toList(), CONTENT, UUID.randomUUID().toString());
      await(server, posted.id());
      Thread.sleep(QUIET_MILLIS);
    }
    out.printf(
        Locale.ROOT,
        "warmed up in %.1f s: a post to %d other users, with the same readers%n",
        (System.nanoTime() - start) / 1e9,
        number);
  }

  /** How many known users get a message before the one that is measured. */
  private int warmed() {
    return Math.min(options.known - options.users, Math.max(WARMED_MIN, options.users / 10));
  }

  private InboxReaders readers(MeasuredServer server) {
    return new InboxReaders(server.client, server.key, options.users, options.reads, SEED);
  }

  private void quiet(MeasuredServer server) throws InterruptedException {
    var readers = readers(server);
    var small = new SmallTenant(server.small);
    try (readers;
        small) {
      Thread.sleep(QUIET_MILLIS);
    }
    out.printf(
        Locale.ROOT, "reading %.0f/s, otherwise idle: %s%n", options.reads, readers.summary());
    out.printf("messages of a small tenant: %s%n", small.summary());
  }

  private void deliver(MeasuredServer server, String who, int from, int number)
      throws InterruptedException {
    var uids = IntStream.range(from, from + number).mapToObj(BulkUsers::user).toList();
    var before = server.consumed();
    var processor = server.process.processorTime();
    var readers = readers(server);
    var small = new SmallTenant(server.small);
    long start = System.nanoTime();
    double answered;
    double seconds;
    int broadcasts;
    try (readers;
        small) {
      var posted = server.admin.post(POSTED, uids, CONTENT, UUID.randomUUID().toString());
      answered = (System.nanoTime() - start) / 1e9;
      broadcasts = await(server, posted.id());
      seconds = (System.nanoTime() - start) / 1e9;
    }
    var consumed = server.consumed().minus(before);
    var cpu = server.process.processorTime().minus(processor);
    out.printf(
        Locale.ROOT,
        "%npost to %d %s users: accepted after %.1f s, delivered to the last after %.1f s, "
            + "%.0f deliveries/s%n",
        number,
        who,
        answered,
        seconds,
        number / seconds);
    out.printf(
        Locale.ROOT,
        "  %s; per delivery: %.2f items, %.2f write units, %.0f µs of processor time%n",
        units(consumed),
        (double) consumed.written() / number,
        consumed.writeUnits() / number,
        cpu.toNanos() / 1e3 / number);
    out.printf("  including %d broadcasts and these readers:%n", broadcasts);
    out.printf(Locale.ROOT, "  reading %.0f/s: %s%n", options.reads, readers.summary());
    out.printf("  messages of a small tenant: %s%n", small.summary());
  }

  /** Waits for the last delivery and sends broadcasts meanwhile; returns how many. */
  private int await(MeasuredServer server, String id) throws InterruptedException {
    int broadcasts = 0;
    long start = System.nanoTime();
    long due = start;
    long printed = start;
    long moved = start;
    long done = -1;
    while (true) {
      var progress = server.admin.progress(id);
      if (progress.failed() > 0)
        throw new IllegalStateException("some deliveries failed: " + progress);
      if (progress.isDone()) return broadcasts;
      long now = System.nanoTime();
      if (progress.delivered() != done) moved = now;
      done = progress.delivered();
      if (now - moved > STALLED_NANOS_MAX)
        throw new IllegalStateException("no progress: " + progress);
      if (now - printed >= PRINTED_NANOS) {
        out.printf(Locale.ROOT, "  %d delivered after %.0f s%n", done, (now - start) / 1e9);
        printed = now;
      }
      if (now >= due) {
        broadcast(server);
        broadcasts++;
        due += BROADCAST_MILLIS * 1_000_000L;
      }
      Thread.sleep(POLL_MILLIS);
    }
  }

  private static String units(Consumed consumed) {
    return String.format(
        Locale.ROOT,
        "%d items written, %.0f write units, %.0f read units, %d refused",
        consumed.written(),
        consumed.writeUnits(),
        consumed.readUnits(),
        consumed.refused());
  }

  private void memory(MeasuredServer server) {
    var resident = server.process.residentBytes();
    var heap = server.process.ask("memory").split(" ", -1);
    out.printf(
        Locale.ROOT,
        "%nserver heap: %.0f MB afterwards, peak %.0f MB including garbage%s%n",
        Long.parseLong(heap[0]) / MEGA,
        Long.parseLong(heap[1]) / MEGA,
        resident
            .map(bytes -> String.format(Locale.ROOT, "; resident %.0f MB", bytes / MEGA))
            .orElse(""));
  }

  /** Users of one kind, and how many posts they got. */
  private record UserRange(int from, int to, int posts) {}

  /** Compares list, counts and recount of some users of each kind. */
  private void check(MeasuredServer server, int newcomers) {
    var random = new Random(SEED);
    int checked = 0;
    for (var range :
        List.of(
            new UserRange(0, options.users, 1),
            new UserRange(options.users, options.users + warmed(), 1),
            new UserRange(options.users + warmed(), options.known, 0),
            new UserRange(options.known, options.known + newcomers, 1))) {
      for (int i = 0; i < CHECKED && range.from < range.to; i++) {
        var user = BulkUsers.user(random.nextInt(range.from, range.to));
        var result = server.process.ask("check " + user + " " + range.posts);
        if (!result.equals("good")) throw new IllegalStateException(result);
        checked++;
      }
    }
    out.printf("list = counts = recount for %d users%n", checked);
  }
}
