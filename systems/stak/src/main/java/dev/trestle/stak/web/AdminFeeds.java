package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.delivery.DeadLetters;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.OfInbox;
import dev.trestle.stak.model.Sends.SentMessage;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Delivery progress and dead letters, to the administrators who are watching. One look at what was
 * sent last serves all who watch an inbox: at once when something happens in this process, every
 * half second while something is under way, since a worker of another machine may have it, and
 * otherwise every few seconds. So it tells the same whichever machine delivers.
 */
public final class AdminFeeds implements Consumer<Happening>, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AdminFeeds.class.getName());
  private static final int QUEUED_MAX = 256;
  private static final int STREAMS_OF_ONE_MAX = 50;
  private static final int WATCHED = 25;
  private static final long PACE_MILLIS = 200;
  private static final long UNDER_WAY_MILLIS = 500;
  private static final long IDLE_MILLIS = 5000;

  private final Store store;
  private final DeadLetters deadLetters;
  private final Map<OfInbox, Watch> watches = new ConcurrentHashMap<>();
  private volatile boolean isClosed;

  public AdminFeeds(Store store, DeadLetters deadLetters) {
    this.store = store;
    this.deadLetters = deadLetters;
  }

  /** Events {@code sent} with a message as the list has it, {@code dead-letters} with how many. */
  Reply open(OfInbox of, BooleanSupplier isWelcome) {
    var there = watches.get(of);
    if (there != null && there.streams.size() >= STREAMS_OF_ONE_MAX) {
      throw ApiError.of(429, "RATE_LIMITED", "Too many watch this inbox.");
    }
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              var watch = watches.compute(of, (_, known) -> joined(known, of, stream, isWelcome));
              return () -> watches.computeIfPresent(of, (_, _) -> watch.without(stream));
            }));
  }

  private Watch joined(
      @Nullable Watch known, OfInbox of, EventStream stream, BooleanSupplier isWelcome) {
    var watch = known == null ? new Watch(of) : known;
    watch.streams.put(stream, isWelcome);
    watch.isJoined = true;
    if (known == null) Thread.ofVirtual().name("stak-watch").start(watch);
    watch.look.release();
    return watch;
  }

  @Override
  public void accept(Happening happening) {
    var watch = watches.get(new OfInbox(happening.tenant(), happening.inbox()));
    if (watch != null) watch.look.release();
  }

  /** Ends all streams. */
  @Override
  public void close() {
    isClosed = true;
    for (var watch : watches.values()) {
      watch.streams.keySet().forEach(EventStream::end);
      watch.look.release();
    }
  }

  /** One inbox that is watched. */
  private final class Watch implements Runnable {
    final OfInbox of;

    /** Each with whether whoever opened it may still be here. */
    final Map<EventStream, BooleanSupplier> streams = new ConcurrentHashMap<>();

    /** A permit says that there is something to see. */
    final Semaphore look = new Semaphore(0);

    /** Someone has come who was told nothing yet. */
    volatile boolean isJoined;

    private final Map<String, SentMessage> told = new HashMap<>();
    private long letters;
    private long checked = System.nanoTime();

    Watch(OfInbox of) {
      this.of = of;
    }

    @Nullable Watch without(EventStream stream) {
      streams.remove(stream);
      if (!streams.isEmpty()) return this;
      look.release();
      return null;
    }

    @Override
    public void run() {
      try {
        while (!streams.isEmpty() && !isClosed) {
          boolean isUnderWay = lookOnce();
          boolean isCalled =
              look.tryAcquire(isUnderWay ? UNDER_WAY_MILLIS : IDLE_MILLIS, TimeUnit.MILLISECONDS);
          // What is said of many chunks at once is one look.
          if (isCalled) Thread.sleep(PACE_MILLIS);
          look.drainPermits();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }

    /** Whether something is under way. */
    private boolean lookOnce() {
      try {
        dismiss();
        if (isJoined) {
          isJoined = false;
          told.clear();
          letters = -1;
        }
        var before = new Sends.Before(of.tenant(), of.inbox(), MessageIds.LAST);
        var latest = store.stream(Sends.SENT_LATEST, before, WATCHED).toList();
        for (var sent : latest) {
          if (!sent.equals(told.put(sent.id(), sent))) {
            send(LiveEvent.json("sent", MessageJson.of(sent)));
          }
        }
        told.keySet().retainAll(latest.stream().map(SentMessage::id).toList());
        tellLetters();
        return latest.stream().anyMatch(Watch::isUnderWay);
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "progress was not told", e);
        return false;
      }
    }

    /** Looks now and then whether the keys are still good. */
    private void dismiss() {
      long now = System.nanoTime();
      if (now - checked < TimeUnit.MILLISECONDS.toNanos(IDLE_MILLIS)) return;
      checked = now;
      streams.forEach((stream, isWelcome) -> {
        if (!isWelcome.getAsBoolean()) stream.end();
      });
    }

    private void tellLetters() {
      long now = deadLetters.list(of.tenant(), of.inbox()).size();
      if (now != letters) send(LiveEvent.json("dead-letters", Map.of("count", now)));
      letters = now;
    }

    private void send(LiveEvent event) {
      streams.keySet().forEach(stream -> stream.send(event));
    }

    private static boolean isUnderWay(SentMessage sent) {
      if (sent.kind().equals("everyone")) return false;
      if (sent.redacted()) return sent.retracted() < sent.delivered();
      return sent.delivered() + sent.muted() + sent.failed() < sent.estimated();
    }
  }
}
