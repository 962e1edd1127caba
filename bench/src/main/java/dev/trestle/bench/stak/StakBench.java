package dev.trestle.bench.stak;

import dev.trestle.bench.ServerProcess;
import dev.trestle.bench.stak.CapacityMeter.Consumed;
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
 * Stak while a message goes to very many users: how long until the last one has it, what it writes
 * and consumes, how much memory it takes, and how long others wait for their feeds meanwhile.
 */
public final class StakBench {
  private static final long SEED = 20_261_116;
  private static final Content CONTENT =
      Content.of("New feature available", "Have a look at our latest feature, made for you.");

  /** The category of what goes to users; what goes to everyone has another. */
  static final String POSTED = "notification";

  private static final int POLL_MILLIS = 100;
  private static final int BROADCAST_MILLIS = 1000;
  private static final int QUIET_MILLIS = 5000;
  private static final int SLICE = 100_000;
  private static final int WARMED_MIN = 5000;

  /** How often it is said how far a delivery is. */
  private static final long TOLD_NANOS = 10_000_000_000L;

  private static final int CHECKED = 200;

  /** A delivery that stands still for so long is given up. */
  private static final long STILL_NANOS_MAX = 120_000_000_000L;

  private static final double MEGA = 1 << 20;

  /**
   * What to measure.
   *
   * @param users how many a message goes to
   * @param known how many are known
   * @param reads feeds and counts read each second
   * @param heap the most heap of the server, as {@code -Xmx} has it
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

  /** The server under measurement, with clients of it. */
  private record Ground(ServerProcess process, StakClient client, AdminClient admin, String key) {
    Consumed consumed() {
      return Consumed.of(process.ask("consumed"));
    }

    /** By Stak's table alone. */
    Consumed consumedByStak() {
      return Consumed.of(process.ask("consumed-by-stak"));
    }
  }

  public void run() {
    try (var process = ServerProcess.start(ServedStak.class, options.heap);
        var client = new StakClient(URI.create("http://127.0.0.1:" + process.port()))) {
      var keys = process.ask("tenant").split(" ", -1);
      var admin = client.admin(Crowd.TENANT, Crowd.INBOX, keys[0], "bench");
      var ground = new Ground(process, client, admin, keys[1]);
      out.printf("durable, heap of the server at most %s%n", options.heap);
      broadcast(ground); // the inbox's first header is made once
      broadcast(ground, "nobody is known");
      register(ground);
      broadcast(ground, options.known + " are known");
      warmUp(ground);
      quiet(ground);
      deliver(ground, "known", 0, options.users);
      int newcomers = Math.max(1, options.users / 10);
      deliver(ground, "new", options.known, newcomers);
      memory(ground);
      check(ground, newcomers);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }

  private static void broadcast(Ground ground) {
    ground.admin.postToEveryone("news", CONTENT, UUID.randomUUID().toString());
  }

  private void broadcast(Ground ground, String who) {
    var before = ground.consumedByStak();
    long start = System.nanoTime();
    broadcast(ground);
    double millis = (System.nanoTime() - start) / 1e6;
    out.printf(
        Locale.ROOT,
        "message to everyone while %s: %s, answered in %.1f ms%n",
        who,
        units(ground.consumedByStak().minus(before)),
        millis);
  }

  private void register(Ground ground) {
    long start = System.nanoTime();
    for (int from = 0; from < options.known; from += SLICE) {
      int to = Math.min(options.known, from + SLICE);
      var known = ground.process.ask("register " + from + " " + to);
      out.printf(
          Locale.ROOT,
          "%s users were made known, two items each, in %.1f s%n",
          known,
          (System.nanoTime() - start) / 1e9);
    }
  }

  /**
   * Reads and deliveries before anything is measured: a server that has just started runs code that
   * is not compiled yet.
   */
  private void warmUp(Ground ground) throws InterruptedException {
    int number = warmed();
    if (number == 0) return;
    var uids = IntStream.range(options.users, options.users + number).mapToObj(Crowd::user);
    long start = System.nanoTime();
    try (var _ = readers(ground)) {
      var posted = ground.admin.post(POSTED, uids.toList(), CONTENT, UUID.randomUUID().toString());
      await(ground, posted.id());
      Thread.sleep(QUIET_MILLIS);
    }
    out.printf(
        Locale.ROOT,
        "warmed up in %.1f s: a post to %d others, with the same readers%n",
        (System.nanoTime() - start) / 1e9,
        number);
  }

  /** How many of those who are known get a message before the one that counts. */
  private int warmed() {
    return Math.min(options.known - options.users, Math.max(WARMED_MIN, options.users / 10));
  }

  private Readers readers(Ground ground) {
    return new Readers(ground.client, ground.key, options.users, options.reads, SEED);
  }

  private void quiet(Ground ground) throws InterruptedException {
    var readers = readers(ground);
    try (readers) {
      Thread.sleep(QUIET_MILLIS);
    }
    out.printf(Locale.ROOT, "reading %.0f/s in quiet: %s%n", options.reads, readers.figures());
  }

  private void deliver(Ground ground, String who, int from, int number)
      throws InterruptedException {
    var uids = IntStream.range(from, from + number).mapToObj(Crowd::user).toList();
    var before = ground.consumed();
    var processor = ground.process.processorTime();
    var readers = readers(ground);
    long start = System.nanoTime();
    double answered;
    double seconds;
    int broadcasts;
    try (readers) {
      var posted = ground.admin.post(POSTED, uids, CONTENT, UUID.randomUUID().toString());
      answered = (System.nanoTime() - start) / 1e9;
      broadcasts = await(ground, posted.id());
      seconds = (System.nanoTime() - start) / 1e9;
    }
    var consumed = ground.consumed().minus(before);
    var cpu = ground.process.processorTime().minus(processor);
    out.printf(
        Locale.ROOT,
        "%npost to %d users who are %s: answered after %.1f s, the last has it after %.1f s, "
            + "%.0f deliveries/s%n",
        number,
        who,
        answered,
        seconds,
        number / seconds);
    out.printf(
        Locale.ROOT,
        "  %s; a delivery: %.2f items, %.2f write units, %.0f µs of processor time%n",
        units(consumed),
        (double) consumed.written() / number,
        consumed.writeUnits() / number,
        cpu.toNanos() / 1e3 / number);
    out.printf("  all told, with %d messages to everyone and these readers:%n", broadcasts);
    out.printf(Locale.ROOT, "  reading %.0f/s: %s%n", options.reads, readers.figures());
  }

  /** Waits for the last delivery and posts to everyone meanwhile; how often. */
  private int await(Ground ground, String id) throws InterruptedException {
    int broadcasts = 0;
    long start = System.nanoTime();
    long due = start;
    long told = start;
    long moved = start;
    long done = -1;
    while (true) {
      var progress = ground.admin.progress(id);
      if (progress.failed() > 0) throw new IllegalStateException("given up: " + progress);
      if (progress.isDone()) return broadcasts;
      long now = System.nanoTime();
      if (progress.delivered() != done) moved = now;
      done = progress.delivered();
      if (now - moved > STILL_NANOS_MAX) throw new IllegalStateException("no end: " + progress);
      if (now - told >= TOLD_NANOS) {
        out.printf(Locale.ROOT, "  %d have it after %.0f s%n", done, (now - start) / 1e9);
        told = now;
      }
      if (now >= due) {
        broadcast(ground);
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

  private void memory(Ground ground) {
    var resident = ground.process.residentBytes();
    var heap = ground.process.ask("memory").split(" ", -1);
    out.printf(
        Locale.ROOT,
        "%nheap of the server: %.0f MB afterwards, %.0f MB at its peak, garbage included%s%n",
        Long.parseLong(heap[0]) / MEGA,
        Long.parseLong(heap[1]) / MEGA,
        resident
            .map(bytes -> String.format(Locale.ROOT, "; resident %.0f MB", bytes / MEGA))
            .orElse(""));
  }

  /** Users of one kind, and how many of the posts went to them. */
  private record Some(int from, int to, int posts) {}

  /** List, counts and recount of some users of each kind. */
  private void check(Ground ground, int newcomers) {
    var random = new Random(SEED);
    int checked = 0;
    for (var some :
        List.of(
            new Some(0, options.users, 1),
            new Some(options.users, options.users + warmed(), 1),
            new Some(options.users + warmed(), options.known, 0),
            new Some(options.known, options.known + newcomers, 1))) {
      for (int i = 0; i < CHECKED && some.from < some.to; i++) {
        var user = Crowd.user(random.nextInt(some.from, some.to));
        var answer = ground.process.ask("check " + user + " " + some.posts);
        if (!answer.equals("good")) throw new IllegalStateException(answer);
        checked++;
      }
    }
    out.printf("list = counts = recount for %d users%n", checked);
  }
}
