package dev.trestle.stak.web;

import dev.trestle.http.HttpLimits;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.SiteServer;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.event.InboxSignals;
import dev.trestle.stak.inbox.InboxSnapshot;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Live events for users whose page is open: what happened, and the counts after it.
 *
 * <p>What happens on any server comes by a signal and is sent at once. Expiry and waking are sent
 * when they are due. When signals were lost, and every minute, inboxes are polled; the event then
 * says that something has changed, not what. A client that reconnects, or was dropped, reads its
 * list.
 */
public final class InboxStreams implements InboxSignals.Listener, AutoCloseable {
  private static final int QUEUED_MAX = 64;
  private static final int STREAMS_PER_USER_MAX = 20;

  /** The most counts that are read at once: a broadcast asks for those of all open streams. */
  private static final int READS_AT_ONCE = 32;

  /** How long a change may go unnoticed if its signal is lost and nobody knows. */
  private static final Duration POLLED_EVERY = Duration.ofMinutes(1);

  /** Counts have whole seconds: what is due within a second happens at its end. */
  private static final Duration DUE_MARGIN = Duration.ofMillis(50);

  private final UserInboxes inboxes;
  private final InstantSource clock;
  private final Duration polledEvery;
  private final CountReads reads = new CountReads(READS_AT_ONCE);
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("stak-due").factory());

  /** Users with open streams, by inbox. */
  private final Map<InboxKey, Map<UserId, Subscriber>> subscribers = new ConcurrentHashMap<>();

  private final AtomicInteger open = new AtomicInteger();

  /** Each open stream takes one of the server's connections. */
  private final Map<TenantId, Integer> openByTenant = new ConcurrentHashMap<>();

  private final int tenantMax;

  record NewView(MessageId id, String category) {}

  record RedactedView(MessageId id) {}

  record ChangedView(List<MessageId> messages) {}

  record AllReadView(long after) {}

  /** A poll of a user's inbox, which also looks for what happened elsewhere. */
  private record Poll(UserInboxKey key) {}

  /** A user with open streams. */
  private final class Subscriber {
    final UserInboxKey key;

    /** Each stream with a check whether its opener may still read it. */
    final Map<EventStream, BooleanSupplier> streams = new ConcurrentHashMap<>();

    /** Held from a read to the end of its sending: older counts never come after newer ones. */
    private final ReentrantLock counting = new ReentrantLock();

    /** The inbox's version at the last snapshot. Guarded by this. */
    private String version = "";

    /** The next poll. Guarded by this. */
    private @Nullable Future<?> next;

    Subscriber(UserInboxKey key) {
      this.key = key;
    }

    void send(LiveEvent event) {
      streams.keySet().forEach(stream -> stream.send(event));
    }

    private InboxSnapshot snapshot() {
      return InboxSnapshot.of(inboxes.of(key), polledEvery);
    }

    /** Sends the counts and plans the next poll. */
    void sendCounts() {
      counting.lock();
      try {
        var snapshot = snapshot();
        send(LiveEvent.json("counts", UnreadView.of(snapshot.unread())));
        plan(snapshot);
      } finally {
        counting.unlock();
      }
    }

    private synchronized void plan(InboxSnapshot snapshot) {
      version = snapshot.version();
      var wait =
          snapshot
              .nextChange()
              .map(due -> Duration.between(clock.instant(), due).plus(DUE_MARGIN))
              .filter(time -> time.compareTo(polledEvery) < 0)
              .orElse(polledEvery);
      pollAfter(wait, snapshot.nextChange().isPresent());
    }

    private synchronized void pollAfter(Duration wait, boolean isDue) {
      if (next != null) next.cancel(false);
      if (streams.isEmpty() || timer.isShutdown()) return;
      long millis = Math.max(1, wait.toMillis());
      next =
          timer.schedule(
              () -> reads.request(new Poll(key), () -> poll(isDue)), millis, TimeUnit.MILLISECONDS);
    }

    /** A poll that failed is repeated: nothing else may tell of what happened elsewhere. */
    private void poll(boolean isDue) {
      try {
        look(isDue);
      } catch (RuntimeException | Error e) {
        pollAfter(polledEvery, isDue);
        throw e;
      }
    }

    private void look(boolean isDue) {
      streams.forEach((stream, isAllowed) -> {
        if (!isAllowed.getAsBoolean()) stream.end();
      });
      if (streams.isEmpty()) return;
      counting.lock();
      try {
        var snapshot = snapshot();
        if (isDue || isChanged(snapshot)) {
          send(LiveEvent.json("changed", new ChangedView(List.of())));
          send(LiveEvent.json("counts", UnreadView.of(snapshot.unread())));
        }
        plan(snapshot);
      } finally {
        counting.unlock();
      }
    }

    private synchronized boolean isChanged(InboxSnapshot snapshot) {
      return !snapshot.version().equals(version);
    }

    synchronized void cancel() {
      if (next != null) next.cancel(false);
    }
  }

  /** Leaves half of the server's connections to other tenants: a key can name any user. */
  public InboxStreams(UserInboxes inboxes, InstantSource clock) {
    this(inboxes, clock, POLLED_EVERY, connectionsMax() / 2);
  }

  InboxStreams(UserInboxes inboxes, InstantSource clock, Duration polledEvery, int tenantMax) {
    this.inboxes = inboxes;
    this.clock = clock;
    this.polledEvery = polledEvery;
    this.tenantMax = tenantMax;
  }

  private static int connectionsMax() {
    return HttpLimits.ofBodyBytes(SiteServer.BODY_BYTES_MAX).connections().all();
  }

  /** How many streams are open. */
  public int open() {
    return open.get();
  }

  /** Opens a stream. It ends, at the next poll, once its opener may no longer read it. */
  Reply open(UserInboxKey key, BooleanSupplier isAllowed) {
    var users = subscribers.computeIfAbsent(key.shared(), _ -> new ConcurrentHashMap<>());
    var mine = users.get(key.user());
    if (mine != null && mine.streams.size() >= STREAMS_PER_USER_MAX) {
      throw new Refusal.TooManyStreams();
    }
    var tenant = key.shared().tenant();
    if (openByTenant.getOrDefault(tenant, 0) >= tenantMax) throw new Refusal.TooManyStreams();
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              var subscriber =
                  users.compute(key.user(), (_, known) -> with(known, key, stream, isAllowed));
              open.incrementAndGet();
              openByTenant.merge(tenant, 1, Integer::sum);
              subscriber.sendCounts();
              return () -> {
                users.computeIfPresent(key.user(), (_, known) -> without(known, stream));
                open.decrementAndGet();
                openByTenant.computeIfPresent(tenant, (_, count) -> count > 1 ? count - 1 : null);
              };
            }));
  }

  private Subscriber with(
      @Nullable Subscriber known, UserInboxKey key, EventStream stream, BooleanSupplier isAllowed) {
    var subscriber = known == null ? new Subscriber(key) : known;
    subscriber.streams.put(stream, isAllowed);
    return subscriber;
  }

  private static @Nullable Subscriber without(Subscriber subscriber, EventStream stream) {
    subscriber.streams.remove(stream);
    if (!subscriber.streams.isEmpty()) return subscriber;
    subscriber.cancel();
    return null;
  }

  @Override
  public void missed() {
    for (var users : subscribers.values()) {
      for (var each : users.values()) {
        reads.request(new Poll(each.key), () -> each.poll(false));
      }
    }
  }

  @Override
  public void happened(InboxEvent event) {
    var users = subscribers.get(event.inbox());
    if (users == null || users.isEmpty()) return;
    var live = liveEvent(event);
    for (var user : affected(event, users.keySet())) {
      var subscriber = users.get(user);
      if (subscriber == null) continue;
      subscriber.send(live);
      reads.request(subscriber, subscriber::sendCounts);
    }
  }

  private static Collection<UserId> affected(InboxEvent event, Set<UserId> everyone) {
    return switch (event) {
      case InboxEvent.Delivered delivered -> delivered.users();
      case InboxEvent.Redacted redacted -> redacted.users();
      // Nothing has changed in their inboxes.
      case InboxEvent.Undelivered _ -> List.of();
      case InboxEvent.BroadcastSent _, InboxEvent.BroadcastRedacted _ -> everyone;
      case InboxEvent.ByUser change -> List.of(change.key().user());
    };
  }

  private static LiveEvent liveEvent(InboxEvent event) {
    return switch (event) {
      case InboxEvent.Delivered(var message, var category, _, _) ->
          LiveEvent.json("new", new NewView(message.id(), category));
      case InboxEvent.BroadcastSent(var message, var category) ->
          LiveEvent.json("new", new NewView(message.id(), category));
      case InboxEvent.Undelivered(var message, _, _, _) ->
          LiveEvent.json("changed", new ChangedView(List.of(message.id())));
      case InboxEvent.Redacted(var message, _, _) ->
          LiveEvent.json("redacted", new RedactedView(message.id()));
      case InboxEvent.BroadcastRedacted(var message) ->
          LiveEvent.json("redacted", new RedactedView(message.id()));
      case InboxEvent.MessagesRead(_, var ids, _) -> LiveEvent.json("read", new ChangedView(ids));
      case InboxEvent.AllRead(_, var upTo, _) ->
          LiveEvent.json("read", new AllReadView(upTo.getEpochSecond()));
      case InboxEvent.InboxChanged(_, var ids) -> LiveEvent.json("changed", new ChangedView(ids));
    };
  }

  /** Ends all streams. */
  @Override
  public void close() {
    timer.shutdownNow();
    for (var users : subscribers.values()) {
      users.values().forEach(subscriber -> subscriber.streams.keySet().forEach(EventStream::end));
    }
    reads.close();
  }
}
