package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Look;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Live events to the users who are looking: what happened, and the counts after it. A stream is of
 * one user of one tenant and inbox, and is found by exactly these.
 *
 * <p>What happens in this process is told at once. What expires or wakes is told when it is due.
 * What happens on other machines is found by looking again every minute; then it is told that
 * something has changed, not what. A client that comes back, or was dropped, reads its list.
 */
public final class LiveFeeds implements Consumer<Happening>, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LiveFeeds.class.getName());
  private static final int QUEUED_MAX = 64;
  private static final int STREAMS_OF_ONE_MAX = 20;

  /** How long what another machine did may go unseen. */
  private static final Duration LOOKED_EVERY = Duration.ofMinutes(1);

  /** Counts know whole seconds: what is due in one is done at its end. */
  private static final Duration LATER = Duration.ofMillis(50);

  private final Mailroom room;
  private final InstantSource clock;
  private final Duration lookedEvery;
  private final ExecutorService tasks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("stak-live-", 0).factory());
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("stak-due").factory());

  /** Users with open streams, by tenant and inbox. */
  private final Map<Sends.OfInbox, Map<String, Watched>> inboxes = new ConcurrentHashMap<>();

  private final AtomicInteger open = new AtomicInteger();

  /** A user who is looking. */
  private final class Watched {
    final OfInbox of;

    /** Each with whether whoever opened it may still be here. */
    final Map<EventStream, BooleanSupplier> streams = new ConcurrentHashMap<>();

    /** What was seen at the last look; guarded by this. */
    private String stamp = "";

    /** The next look; guarded by this. */
    private @Nullable Future<?> next;

    Watched(OfInbox of) {
      this.of = of;
    }

    void send(LiveEvent event) {
      streams.keySet().forEach(stream -> stream.send(event));
    }

    /** Tells the counts after something was told, and when to look again. */
    void tellCounts() {
      var look = Look.at(room.inbox(of), lookedEvery);
      send(LiveEvent.json("counts", MessageJson.of(look.unread())));
      plan(look);
    }

    private synchronized void plan(Look look) {
      stamp = look.stamp();
      if (next != null) next.cancel(false);
      if (streams.isEmpty() || timer.isShutdown()) return;
      var wait =
          look.due()
              .map(due -> Duration.between(clock.instant(), due).plus(LATER))
              .filter(time -> time.compareTo(lookedEvery) < 0)
              .orElse(lookedEvery);
      boolean isDue = look.due().isPresent();
      long millis = Math.max(1, wait.toMillis());
      next = timer.schedule(() -> later(() -> again(isDue)), millis, TimeUnit.MILLISECONDS);
    }

    /** Looks again: because something is due, or to see what others have done. */
    private void again(boolean isDue) {
      streams.forEach((stream, isWelcome) -> {
        if (!isWelcome.getAsBoolean()) stream.end();
      });
      if (streams.isEmpty()) return;
      var look = Look.at(room.inbox(of), lookedEvery);
      if (isDue || isOther(look)) {
        send(LiveEvent.json("changed", Map.of("messages", List.of())));
        send(LiveEvent.json("counts", MessageJson.of(look.unread())));
      }
      plan(look);
    }

    private synchronized boolean isOther(Look look) {
      return !look.stamp().equals(stamp);
    }

    synchronized void rest() {
      if (next != null) next.cancel(false);
    }
  }

  public LiveFeeds(Mailroom room, InstantSource clock) {
    this(room, clock, LOOKED_EVERY);
  }

  LiveFeeds(Mailroom room, InstantSource clock, Duration lookedEvery) {
    this.room = room;
    this.clock = clock;
    this.lookedEvery = lookedEvery;
  }

  /** How many streams are open. */
  public int open() {
    return open.get();
  }

  /** A stream; it is ended when its opener is welcome no more, at the next look. */
  Reply open(OfInbox of, BooleanSupplier isWelcome) {
    var users = inboxes.computeIfAbsent(key(of), _ -> new ConcurrentHashMap<>());
    var mine = users.get(of.user());
    if (mine != null && mine.streams.size() >= STREAMS_OF_ONE_MAX) {
      throw ApiError.of(429, "RATE_LIMITED", "This user has too many open streams.");
    }
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              var watched =
                  users.compute(of.user(), (_, known) -> with(known, of, stream, isWelcome));
              open.incrementAndGet();
              watched.tellCounts();
              return () -> {
                users.computeIfPresent(of.user(), (_, known) -> without(known, stream));
                open.decrementAndGet();
              };
            }));
  }

  private Watched with(
      @Nullable Watched known, OfInbox of, EventStream one, BooleanSupplier isWelcome) {
    var watched = known == null ? new Watched(of) : known;
    watched.streams.put(one, isWelcome);
    return watched;
  }

  private static @Nullable Watched without(Watched watched, EventStream one) {
    watched.streams.remove(one);
    if (!watched.streams.isEmpty()) return watched;
    watched.rest();
    return null;
  }

  private static Sends.OfInbox key(OfInbox of) {
    return new Sends.OfInbox(of.tenant(), of.inbox());
  }

  @Override
  public void accept(Happening happening) {
    var users = inboxes.get(new Sends.OfInbox(happening.tenant(), happening.inbox()));
    if (users == null || users.isEmpty()) return;
    var event = event(happening);
    for (var user : concerned(happening, users.keySet())) {
      var watched = users.get(user);
      if (watched == null) continue;
      watched.send(event);
      later(watched::tellCounts);
    }
  }

  private static Collection<String> concerned(Happening happening, Set<String> users) {
    return switch (happening) {
      case Happening.Delivered delivered -> delivered.users();
      case Happening.Redacted redacted -> redacted.users();
      case Happening.Broadcast _, Happening.BroadcastRedacted _ -> users;
      case Happening.Read read -> List.of(read.of().user());
      case Happening.AllRead all -> List.of(all.of().user());
      case Happening.Changed changed -> List.of(changed.of().user());
    };
  }

  private static LiveEvent event(Happening happening) {
    return switch (happening) {
      case Happening.Delivered(_, _, var id, var category, _, _) ->
          LiveEvent.json("new", Map.of("id", id, "category", category));
      case Happening.Broadcast(_, _, var id, var category) ->
          LiveEvent.json("new", Map.of("id", id, "category", category));
      case Happening.Redacted(_, _, var id, _) -> LiveEvent.json("redacted", Map.of("id", id));
      case Happening.BroadcastRedacted(_, _, var id) ->
          LiveEvent.json("redacted", Map.of("id", id));
      case Happening.Read(_, var ids, _) -> LiveEvent.json("read", Map.of("messages", ids));
      case Happening.AllRead(_, var upTo, _) ->
          LiveEvent.json("read", Map.of("after", upTo.getEpochSecond()));
      case Happening.Changed(_, var ids) -> LiveEvent.json("changed", Map.of("messages", ids));
    };
  }

  private void later(Runnable task) {
    try {
      tasks.execute(() -> {
        try {
          task.run();
        } catch (RuntimeException e) {
          LOG.log(Level.WARNING, "counts were not told", e);
        }
      });
    } catch (RejectedExecutionException e) {
      // Closed: nobody is listening any more.
    }
  }

  /** Ends all streams. */
  @Override
  public void close() {
    timer.shutdownNow();
    for (var users : inboxes.values()) {
      users.values().forEach(watched -> watched.streams.keySet().forEach(EventStream::end));
    }
    tasks.close();
  }
}
