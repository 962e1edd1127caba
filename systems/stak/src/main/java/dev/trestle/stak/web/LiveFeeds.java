package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Live events to the users who are looking: what happened, and the counts after it. A stream is of
 * one user of one tenant and inbox, and is found by exactly these. It tells of what happens in this
 * process; a client that comes back, or was dropped, reads its list.
 */
public final class LiveFeeds implements Consumer<Happening>, AutoCloseable {
  private static final System.Logger LOG = System.getLogger(LiveFeeds.class.getName());
  private static final int QUEUED_MAX = 64;
  private static final int STREAMS_OF_ONE_MAX = 20;

  private final Mailroom room;
  private final ExecutorService tasks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("stak-live-", 0).factory());

  /** Users with open streams, by tenant and inbox. */
  private final Map<Sends.OfInbox, Map<String, Set<EventStream>>> inboxes =
      new ConcurrentHashMap<>();

  private final AtomicInteger open = new AtomicInteger();

  public LiveFeeds(Mailroom room) {
    this.room = room;
  }

  /** How many streams are open. */
  public int open() {
    return open.get();
  }

  Reply open(OfInbox of) {
    var users = inboxes.computeIfAbsent(key(of), _ -> new ConcurrentHashMap<>());
    var mine = users.get(of.user());
    if (mine != null && mine.size() >= STREAMS_OF_ONE_MAX) {
      throw ApiError.of(429, "RATE_LIMITED", "This user has too many open streams.");
    }
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              users.compute(of.user(), (_, streams) -> with(streams, stream));
              open.incrementAndGet();
              counts(of, List.of(stream));
              return () -> {
                users.computeIfPresent(of.user(), (_, streams) -> without(streams, stream));
                open.decrementAndGet();
              };
            }));
  }

  private static Set<EventStream> with(@Nullable Set<EventStream> streams, EventStream one) {
    var all = streams == null ? ConcurrentHashMap.<EventStream>newKeySet() : streams;
    all.add(one);
    return all;
  }

  private static @Nullable Set<EventStream> without(Set<EventStream> streams, EventStream one) {
    streams.remove(one);
    return streams.isEmpty() ? null : streams;
  }

  private static Sends.OfInbox key(OfInbox of) {
    return new Sends.OfInbox(of.tenant(), of.inbox());
  }

  @Override
  public void accept(Happening happening) {
    var users = inboxes.get(new Sends.OfInbox(happening.tenant(), happening.inbox()));
    if (users == null || users.isEmpty()) return;
    var event = event(happening);
    for (var user : concerned(happening, users)) {
      var streams = users.get(user);
      if (streams == null) continue;
      streams.forEach(stream -> stream.send(event));
      var of = new OfInbox(happening.tenant(), user, happening.inbox());
      later(() -> counts(of, streams));
    }
  }

  private static Collection<String> concerned(
      Happening happening, Map<String, Set<EventStream>> users) {
    return switch (happening) {
      case Happening.Delivered delivered -> delivered.users();
      case Happening.Redacted redacted -> redacted.users();
      case Happening.Broadcast _, Happening.BroadcastRedacted _ -> users.keySet();
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

  private void counts(OfInbox of, Collection<EventStream> streams) {
    var event = LiveEvent.json("counts", MessageJson.of(room.inbox(of).unread()));
    streams.forEach(stream -> stream.send(event));
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
    for (var users : inboxes.values()) {
      users.values().forEach(streams -> streams.forEach(EventStream::end));
    }
    tasks.close();
  }
}
