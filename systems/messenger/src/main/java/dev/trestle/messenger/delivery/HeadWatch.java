package dev.trestle.messenger.delivery;

import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds entries of other servers whose signals were lost: it compares the published heads of all
 * chats that this server's clients have synced with those it saw before. It costs half a read unit
 * for each such chat and look.
 */
public final class HeadWatch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(HeadWatch.class.getName());

  /** How often heads are compared where several servers share the tables. */
  public static final Duration INTERVAL = Duration.ofSeconds(2);

  private final Store store;
  private final Hub hub;
  private final Consumer<NewEntries> found;
  private final Duration interval;
  private final Semaphore looks = new Semaphore(0);
  private final Thread thread;
  private volatile boolean isClosed;

  /** The heads of the last look; used by one thread. */
  private Map<ChatId, Long> known = Map.of();

  HeadWatch(Store store, Hub hub, Duration interval, Consumer<NewEntries> found) {
    this.store = store;
    this.hub = hub;
    this.interval = interval;
    this.found = found;
    this.thread = RestartingThread.of("messenger-heads", this::run);
  }

  void start() {
    thread.start();
  }

  /** Looks at once, and then goes on as before. */
  void lookNow() {
    looks.release();
  }

  private void run() {
    while (!isClosed) {
      try {
        var _ = looks.tryAcquire(interval.toMillis(), TimeUnit.MILLISECONDS);
        looks.drainPermits();
        if (!isClosed) look();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "the heads of chats could not be compared", e);
      }
    }
  }

  private void look() {
    var synced = hub.syncedChats();
    if (synced.isEmpty()) return;
    var keys = synced.keySet().stream().map(ChatCounters.OfChat::new).toList();
    var now = new HashMap<ChatId, Long>();
    for (var counter : store.run(ChatCounters.OF_CHATS, keys)) {
      now.put(counter.chatId(), counter.sequenceCounter());
      var before = Optional.ofNullable(known.get(counter.chatId()));
      tell(
          counter,
          before.orElseGet(() -> synced.getOrDefault(counter.chatId(), counter.sequenceCounter())));
    }
    known = now;
  }

  private void tell(ChatCounter counter, long before) {
    long head = counter.sequenceCounter();
    if (head > before) found.accept(new NewEntries(counter.chatId(), before + 1, head));
  }

  @Override
  public void close() {
    isClosed = true;
    looks.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
