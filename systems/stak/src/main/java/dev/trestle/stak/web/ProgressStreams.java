package dev.trestle.stak.web;

import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.delivery.DeliveryState;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.event.InboxSignals;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.TenantId;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Delivery progress and dead letters, live for administrators. One poll of the messages sent last
 * serves all who watch an inbox: at once when something happens on any server, every half second
 * while a delivery is under way, since another server may work on it, and otherwise every few
 * seconds. So it shows the same whichever server delivers.
 */
public final class ProgressStreams implements InboxSignals.Listener, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(ProgressStreams.class.getName());
  private static final int QUEUED_MAX = 256;
  private static final int STREAMS_PER_INBOX_MAX = 50;

  /** A tenant may have many inboxes, and each stream takes one of the server's connections. */
  private static final int STREAMS_PER_TENANT_MAX = 100;

  private static final int MESSAGES_WATCHED = 25;

  /** Events that come within this time are answered by one poll. */
  private static final long PACE_MILLIS = 200;

  private static final long UNDER_WAY_MILLIS = 500;
  private static final long IDLE_MILLIS = 5000;

  private final Store store;
  private final DeadLetters deadLetters;
  private final InstantSource clock;
  private final Map<InboxKey, Watch> watches = new ConcurrentHashMap<>();
  private final ExecutorService threads =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("stak-watch-", 0).factory());
  private volatile boolean isClosed;

  record CountView(long count) {}

  public ProgressStreams(Store store, DeadLetters deadLetters, InstantSource clock) {
    this.store = store;
    this.deadLetters = deadLetters;
    this.clock = clock;
  }

  /** Sends {@code sent} with a message as the list has it, {@code dead-letters} with a count. */
  Reply open(InboxKey inbox, BooleanSupplier isAllowed) {
    var existing = watches.get(inbox);
    if (existing != null && existing.streams.size() >= STREAMS_PER_INBOX_MAX) {
      throw new Refusal.TooManyStreams();
    }
    if (open(inbox.tenant()) >= STREAMS_PER_TENANT_MAX) throw new Refusal.TooManyStreams();
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              var watch =
                  watches.compute(inbox, (_, known) -> joined(known, inbox, stream, isAllowed));
              return () -> watches.computeIfPresent(inbox, (_, _) -> watch.without(stream));
            }));
  }

  private int open(TenantId tenant) {
    return watches.values().stream()
        .filter(watch -> watch.inbox.tenant().equals(tenant))
        .mapToInt(watch -> watch.streams.size())
        .sum();
  }

  private Watch joined(
      @Nullable Watch known, InboxKey inbox, EventStream stream, BooleanSupplier isAllowed) {
    var watch = known == null ? new Watch(inbox) : known;
    watch.streams.put(stream, isAllowed);
    watch.isJoined = true;
    if (known == null) start(watch);
    watch.wakeups.release();
    return watch;
  }

  private void start(Watch watch) {
    try {
      threads.execute(watch);
    } catch (RejectedExecutionException closed) {
      watch.streams.keySet().forEach(EventStream::end);
    }
  }

  @Override
  public void happened(InboxEvent event) {
    var watch = watches.get(event.inbox());
    if (watch != null) watch.wakeups.release();
  }

  @Override
  public void missed() {
    watches.values().forEach(watch -> watch.wakeups.release());
  }

  /** Ends all streams and waits for the polls under way. */
  @Override
  public void close() {
    isClosed = true;
    for (var watch : watches.values()) {
      watch.streams.keySet().forEach(EventStream::end);
      watch.wakeups.release();
    }
    threads.close();
  }

  /** One inbox that is watched. */
  private final class Watch implements Runnable {
    final InboxKey inbox;

    /** Each stream with a check whether its opener may still read it. */
    final Map<EventStream, BooleanSupplier> streams = new ConcurrentHashMap<>();

    /** A permit says that there is something to poll for. */
    final Semaphore wakeups = new Semaphore(0);

    /** Whether somebody has joined who knows nothing yet. */
    volatile boolean isJoined;

    private final Map<MessageId, SentMessage> known = new HashMap<>();
    private long deadLetterCount;
    private long checkedNanos = System.nanoTime();

    Watch(InboxKey inbox) {
      this.inbox = inbox;
    }

    @Nullable Watch without(EventStream stream) {
      streams.remove(stream);
      if (!streams.isEmpty()) return this;
      wakeups.release();
      return null;
    }

    @Override
    public void run() {
      try {
        while (!streams.isEmpty() && !isClosed) {
          boolean isUnderWay = poll();
          boolean isWoken =
              wakeups.tryAcquire(
                  isUnderWay ? UNDER_WAY_MILLIS : IDLE_MILLIS, TimeUnit.MILLISECONDS);
          if (isWoken && !isClosed) Thread.sleep(PACE_MILLIS);
          wakeups.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Sends what has changed; returns whether a delivery is under way. */
    private boolean poll() {
      try {
        endForbidden();
        if (isJoined) {
          isJoined = false;
          known.clear();
          deadLetterCount = -1;
        }
        var latest =
            store.stream(SentMessages.NEWEST_BELOW, inbox.message(MessageId.LAST), MESSAGES_WATCHED)
                .toList();
        for (var sent : latest) {
          if (!sent.equals(known.put(sent.id(), sent))) {
            send(LiveEvent.json("sent", SentMessageView.of(sent, clock.instant())));
          }
        }
        known.keySet().retainAll(latest.stream().map(SentMessage::id).toList());
        sendDeadLetterCount();
        return latest.stream()
            .anyMatch(sent -> DeliveryState.of(sent, clock.instant()).isUnderWay());
      } catch (RuntimeException | Error e) {
        // An error, too, must not end the thread: those who watch would hear nothing any more.
        if (RestartingThread.isFatal(e)) throw e;
        LOG.log(Level.WARNING, "progress was not sent", e);
        return false;
      }
    }

    /** Ends the streams whose keys are no longer valid, from time to time. */
    private void endForbidden() {
      long now = System.nanoTime();
      if (now - checkedNanos < TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS)) return;
      checkedNanos = now;
      streams.forEach((stream, isAllowed) -> {
        if (!isAllowed.getAsBoolean()) stream.end();
      });
    }

    private void sendDeadLetterCount() {
      long count = deadLetters.list(inbox).size();
      if (count != deadLetterCount) send(LiveEvent.json("dead-letters", new CountView(count)));
      deadLetterCount = count;
    }

    private void send(LiveEvent event) {
      streams.keySet().forEach(stream -> stream.send(event));
    }
  }
}
