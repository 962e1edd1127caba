package dev.trestle.messenger.delivery;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Memberships;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Finds new entries in chats that no client here has synced, while signals are lost: chats that are
 * new to a connected user, and those that a page lists without having opened them. {@link
 * HeadWatch} covers the chats that are synced.
 *
 * <p>A pass reads the chats of every connected user, one user after the other, and the heads of
 * these chats. It costs half a read unit for each user, and half a read unit for each chat.
 */
final class MemberChatWatch implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(MemberChatWatch.class.getName());

  /** Users with more chats hear of new entries in only this many. */
  private static final int CHATS_MAX = 1000;

  /**
   * How far back a pass looks in a chat that the pass before did not see, and for how long heads
   * are remembered between passes. Longer than a server may stand still; shorter than a room is
   * kept, which knows what it has delivered.
   */
  private static final Duration LOOKBACK = Duration.ofMinutes(2);

  private static final Duration RETRY = Duration.ofSeconds(2);

  private final Store store;
  private final Hub hub;
  private final InstantSource clock;
  private final Consumer<NewEntries> found;
  private final Semaphore passes = new Semaphore(0);
  private final Thread thread = RestartingThread.of("messenger-chats", this::run);
  private volatile boolean isClosed;

  /** When the first of the passes began that have failed since; used by one thread. */
  private Optional<Instant> failingSince = Optional.empty();

  /** The heads that the last pass saw, and when it began; used by one thread. */
  private Map<ChatId, Long> known = Map.of();

  private Instant lastPass = Instant.MIN;

  MemberChatWatch(Store store, Hub hub, InstantSource clock, Consumer<NewEntries> found) {
    this.store = store;
    this.hub = hub;
    this.clock = clock;
    this.found = found;
  }

  void start() {
    thread.start();
  }

  /** Starts a pass, after the one that may be under way. */
  void passSoon() {
    passes.release();
  }

  private void run() {
    while (!isClosed) {
      try {
        awaitPass();
        if (!isClosed) pass();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return;
      } catch (RuntimeException e) {
        LOG.log(Level.WARNING, "new chats of connected users could not be read", e);
      }
    }
  }

  /** A pass that failed is repeated: what it was to find is told by nobody else. */
  private void awaitPass() throws InterruptedException {
    if (failingSince.isEmpty()) {
      passes.acquire();
    } else {
      var _ = passes.tryAcquire(RETRY.toMillis(), TimeUnit.MILLISECONDS);
    }
    passes.drainPermits();
  }

  private void pass() {
    var now = clock.instant();
    var begin = failingSince.orElse(now);
    failingSince = Optional.of(begin);
    boolean isFirst = lastPass.isBefore(begin.minus(LOOKBACK));
    var before = isFirst ? Map.<ChatId, Long>of() : known;
    var since = (isFirst ? begin : lastPass).minus(LOOKBACK);
    var covered = new HashSet<>(hub.syncedChats().keySet());
    var heads = new HashMap<ChatId, Long>();
    for (var user : hub.users()) {
      if (isClosed) return;
      for (var counter : store.run(ChatCounters.OF_CHATS, chats(user, covered))) {
        covered.add(counter.chatId());
        heads.put(counter.chatId(), counter.sequenceCounter());
        tell(counter, before, since);
      }
    }
    known = heads;
    lastPass = now;
    failingSince = Optional.empty();
  }

  private List<ChatCounters.OfChat> chats(UserId user, Set<ChatId> covered) {
    return store.stream(Memberships.OF_USER, new Memberships.OfUser(user), CHATS_MAX)
        .map(Membership::chatId)
        .filter(chat -> !covered.contains(chat))
        .map(ChatCounters.OfChat::new)
        .toList();
  }

  /** Of a chat that was not seen before, the newest entry is enough: clients sync the others. */
  private void tell(ChatCounter counter, Map<ChatId, Long> before, Instant since) {
    long head = counter.sequenceCounter();
    long unseen = counter.updatedAt().isAfter(since) ? head - 1 : head;
    long last = before.getOrDefault(counter.chatId(), unseen);
    if (head > last) found.accept(new NewEntries(counter.chatId(), last + 1, head));
  }

  @Override
  public void close() {
    isClosed = true;
    passes.release();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
