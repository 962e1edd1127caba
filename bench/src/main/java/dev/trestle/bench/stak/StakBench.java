package dev.trestle.bench.stak;

import dev.trestle.bench.Latencies;
import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.engine.EngineOptions;
import dev.trestle.platform.identity.MemorySecrets;
import dev.trestle.platform.lease.LeaseModel;
import dev.trestle.platform.queue.QueueModel;
import dev.trestle.platform.queue.QueueOptions;
import dev.trestle.platform.queue.TableQueue;
import dev.trestle.stak.Stak;
import dev.trestle.stak.inbox.Listing.Filter;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.message.Draft;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.io.PrintStream;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.stream.IntStream;

/**
 * A post to many users and a broadcast to all that are known, on a durable engine in this process,
 * with the workers that a server has, while others read. Afterwards a sample of inboxes is counted.
 */
public final class StakBench {
  private static final String TENANT = "bench";
  private static final String INBOX = "DEFAULT";
  private static final int REGISTERING = 64;
  private static final int SAMPLE = 1000;
  private static final Duration LOOK_EVERY = Duration.ofMillis(50);
  private static final Duration PATIENCE = Duration.ofMinutes(30);

  /**
   * How much.
   *
   * @param known users who are known before the broadcast
   * @param addressed of these, recipients of the post
   */
  public record Options(int known, int addressed) {
    public Options {
      if (addressed < 1 || known < addressed) {
        throw new IllegalArgumentException("--users must be 1 to --known");
      }
    }
  }

  /** What the store has done so far. */
  private record Done(long calls, double readUnits, double writeUnits) {
    Done since(Done before) {
      return new Done(
          calls - before.calls, readUnits - before.readUnits, writeUnits - before.writeUnits);
    }
  }

  private final PrintStream out;
  private final Options options;
  private final Path root;

  public StakBench(PrintStream out, Options options, Path root) {
    this.out = out;
    this.options = options;
    this.root = root;
  }

  static OfInbox of(int user) {
    return new OfInbox(TENANT, "user-" + user, INBOX);
  }

  public void run() throws InterruptedException {
    try (var trestle = Trestle.open(EngineOptions.at(root.resolve("stak")))) {
      for (var model : Stak.MODELS) TableCreation.create(model, trestle.client(), "");
      TableCreation.create(QueueModel.MODEL, trestle.client(), "");
      TableCreation.create(LeaseModel.MODEL, trestle.client(), "");
      var standard = StoreOptions.standard();
      var queue = new TableQueue(trestle.client(), standard, QueueOptions.of("bench"));
      try (var stak =
          new Stak(
              trestle.client(),
              standard,
              queue,
              new MemorySecrets(new SecureRandom()),
              Stak.Options.STANDARD)) {
        stak.createTenant(TENANT);
        stak.start();
        register(stak);
        post(stak);
        broadcast(stak);
        check(stak);
      }
    }
  }

  private void register(Stak stak) throws InterruptedException {
    long start = System.nanoTime();
    var room = new Semaphore(REGISTERING);
    try (var people = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < options.known; i++) {
        int user = i;
        room.acquire();
        people.execute(() -> {
          try {
            stak.room().inbox(of(user)).register();
          } finally {
            room.release();
          }
        });
      }
    }
    double seconds = seconds(start);
    out.printf(
        "%,d users registered in %.1f s, %,.0f/s%n",
        options.known, seconds, options.known / seconds);
  }

  private void post(Stak stak) throws InterruptedException {
    var uids = IntStream.range(0, options.addressed).mapToObj(i -> of(i).user()).toList();
    var before = done(stak);
    try (var heap = new HeapWatch();
        var readers = new Readers(stak.room(), options.addressed)) {
      long start = System.nanoTime();
      var posted = stak.posts().toUsers(draft("news", "To some"), uids);
      double answered = seconds(start);
      awaitDelivery(stak, posted.id());
      double delivered = seconds(start);
      out.printf(
          "post to %,d users: answered after %.2f s, the last has it after %.1f s, %,.0f/s%n",
          options.addressed, answered, delivered, options.addressed / delivered);
      var latencies = readers.end();
      told(done(stak).since(before), options.addressed, heap);
      read(latencies);
    }
  }

  private void told(Done done, int deliveries, HeapWatch heap) {
    out.printf(
        "  %,d calls of the store, %.2f write units and %.2f read units a delivery (with those who"
            + " read); heap at most %,d MB%n",
        done.calls, done.writeUnits / deliveries, done.readUnits / deliveries, heap.megabytes());
  }

  private void read(Latencies latencies) {
    out.printf(
        "  list and counts meanwhile: %,d times, p50 %.1f ms, p99 %.1f ms%n",
        latencies.count(), latencies.micros(0.5) / 1000, latencies.micros(0.99) / 1000);
  }

  private void awaitDelivery(Stak stak, String id) throws InterruptedException {
    var of = new OfMessage(TENANT, INBOX, id);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() < end) {
      var sent = stak.store().run(Sends.PROGRESS, of).orElseThrow();
      if (sent.failed() > 0) throw new IllegalStateException(sent.failed() + " deliveries failed");
      if (sent.delivered() == sent.estimated()) return;
      Thread.sleep(LOOK_EVERY);
    }
    throw new IllegalStateException("not delivered in time");
  }

  private void broadcast(Stak stak) {
    var before = done(stak);
    long start = System.nanoTime();
    var posted = stak.posts().toEveryone(draft("all", "To everyone"));
    double took = seconds(start);
    var done = done(stak).since(before);
    out.printf(
        "broadcast to %,d known users: %.1f ms, %d calls of the store, %.0f write units%n",
        posted.estimateRecipient(), took * 1000, done.calls, done.writeUnits);
    try (var readers = new Readers(stak.room(), options.known)) {
      Thread.sleep(Duration.ofSeconds(2));
      read(readers.end());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** List, counts and a recount of some users, each of whom has two messages or one. */
  private void check(Stak stak) {
    var random = new SplittableRandom(1);
    for (int i = 0; i < SAMPLE; i++) {
      int user = random.nextInt(options.known);
      var inbox = stak.room().inbox(of(user));
      int wanted = user < options.addressed ? 2 : 1;
      int listed = inbox.list(Filter.ALL, MessageIds.LAST, 10).items().size();
      var unread = inbox.unread();
      if (listed != wanted || unread.total() != wanted || !unread.equals(inbox.recount())) {
        throw new IllegalStateException(
            "user %d: %d listed, %s counted, %d wanted".formatted(user, listed, unread, wanted));
      }
    }
    out.printf("%,d inboxes looked at: list = counts = recount%n", SAMPLE);
  }

  private static Draft draft(String category, String title) {
    return new Draft(
        TENANT,
        INBOX,
        "bench",
        Optional.empty(),
        Optional.empty(),
        category,
        Content.text(
            title, "A body of about a hundred characters, as a message of some use has it."),
        Duration.ofDays(30));
  }

  private static Done done(Stak stak) {
    long calls = 0;
    double reads = 0;
    double writes = 0;
    for (var usage : stak.store().usage().values()) {
      calls += usage.calls();
      reads += usage.readUnits();
      writes += usage.writeUnits();
    }
    return new Done(calls, reads, writes);
  }

  private static double seconds(long startNanos) {
    return (System.nanoTime() - startNanos) / 1e9;
  }
}
