package dev.trestle.bench.stak;

import dev.trestle.bench.Latencies;
import dev.trestle.stak.client.StakClient;
import dev.trestle.stak.client.UserClient;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * Users who read their lists and counts at a fixed rate, however fast the server is. A slow read
 * delays those after it, and their waiting counts.
 */
final class InboxReaders implements AutoCloseable {
  private static final int LIST = 20;

  private final StakClient client;
  private final String key;
  private final int users;
  private final double perSecond;
  private final Random random;
  private final Latencies lists = new Latencies();
  private final Latencies counts = new Latencies();
  private final AtomicLong failed = new AtomicLong();
  private final ExecutorService reading = Executors.newVirtualThreadPerTaskExecutor();
  private final Thread starting;
  private volatile boolean isOver;

  /** Starts to read as users 0 to this number. */
  InboxReaders(StakClient client, String key, int users, double perSecond, long seed) {
    this.client = client;
    this.key = key;
    this.users = users;
    this.perSecond = perSecond;
    this.random = new Random(seed);
    this.starting = Thread.ofPlatform().start(this::start);
  }

  private void start() {
    long step = (long) (1e9 / perSecond);
    long due = System.nanoTime();
    for (int i = 0; !isOver; i++, due += step) {
      for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
        LockSupport.parkNanos(left);
      }
      var user =
          client.user(
              BulkUsers.INBOX.tenant().value(),
              BulkUsers.INBOX.inbox().value(),
              key,
              BulkUsers.user(random.nextInt(users)));
      long begun = due;
      boolean isList = i % 2 == 0;
      reading.execute(() -> {
        if (isList) read(user, begun, lists, reader -> reader.last(LIST));
        else read(user, begun, counts, UserClient::unread);
      });
    }
  }

  private void read(UserClient user, long due, Latencies latencies, Consumer<UserClient> how) {
    try {
      how.accept(user);
      synchronized (latencies) {
        latencies.add(System.nanoTime() - due);
      }
    } catch (RuntimeException _) {
      failed.incrementAndGet();
    }
  }

  /** Stops, and waits for reads under way. */
  @Override
  public void close() {
    isOver = true;
    try {
      starting.join();
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
    reading.close();
  }

  /** The latencies, once it is closed. */
  String summary() {
    return String.format(
        Locale.ROOT,
        "lists %s, counts %s (p50 / p99 / p99.9 ms of %d and %d reads, %d failed)",
        millis(lists),
        millis(counts),
        lists.count(),
        counts.count(),
        failed.get());
  }

  private static String millis(Latencies latencies) {
    return String.format(
        Locale.ROOT,
        "%.1f / %.1f / %.1f",
        latencies.micros(0.5) / 1000,
        latencies.micros(0.99) / 1000,
        latencies.micros(0.999) / 1000);
  }
}
