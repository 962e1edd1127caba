package dev.trestle.messenger.message;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The end of one chat's log. Who wants to append queues up here; one thread at a time serves the
 * queue, texts up to fifty in one transaction. Two such objects for one chat, here or on two
 * machines, only slow each other down: an entry is written where none is, or not at all.
 */
final class ChatLog {
  private static final System.Logger LOG = System.getLogger(ChatLog.class.getName());
  private static final int TRIES_MAX = 24;
  private static final long PAUSE_MILLIS_MAX = 20;

  /** A busy chat's head is written no more often than this. */
  private static final Duration BETWEEN_HEADS = Duration.ofMillis(200);

  /** What waits in the queue. */
  sealed interface Work permits Sending, Stepping {
    CompletableFuture<?> done();
  }

  record Stepping<T>(Step<T> step, CompletableFuture<T> done) implements Work {}

  private final ChatId chat;
  private final Store store;
  private final InstantSource clock;
  private final SendBatch batches;
  private final Appended listener;
  private final ConcurrentLinkedQueue<Work> queue = new ConcurrentLinkedQueue<>();

  /** Held by the thread that serves the queue. */
  private final AtomicBoolean busy = new AtomicBoolean();

  private final AtomicBoolean publishing = new AtomicBoolean();

  /** Written while busy; null when it must be looked up. */
  private volatile @Nullable Position head;

  /** How far the change feed has come. What was appended here it may bring before it is noted. */
  private final AtomicLong seen = new AtomicLong();

  private volatile long published;

  ChatLog(ChatId chat, Store store, InstantSource clock, SendBatch batches, Appended listener) {
    this.chat = chat;
    this.store = store;
    this.clock = clock;
    this.batches = batches;
    this.listener = listener;
  }

  /** Queues up, and serves the queue until this is done unless somebody else does. */
  void submit(Work work) {
    queue.add(work);
    if (busy.compareAndSet(false, true)) serve(work.done());
  }

  /** Queues up; another thread serves the queue. */
  void submitLater(Work work) {
    queue.add(work);
    if (busy.compareAndSet(false, true)) {
      Thread.startVirtualThread(() -> serve(new CompletableFuture<>()));
    }
  }

  private void serve(CompletableFuture<?> own) {
    while (true) {
      while (!queue.isEmpty()) {
        if (own.isDone()) {
          // The rest is not this caller's to wait for.
          Thread.startVirtualThread(() -> serve(new CompletableFuture<>()));
          return;
        }
        round();
      }
      busy.set(false);
      catchUp();
      if (queue.isEmpty() || !busy.compareAndSet(false, true)) return;
    }
  }

  private void round() {
    switch (queue.peek()) {
      case null -> {}
      case Stepping<?> stepping -> {
        queue.poll();
        run(stepping);
      }
      case Sending _ -> {
        var batch = takeBatch();
        try {
          send(batch);
        } catch (RuntimeException e) {
          head = null;
          batch.forEach(sending -> sending.done().completeExceptionally(e));
        }
      }
    }
  }

  /** An id twice in one transaction would be refused: the second waits for the next one. */
  private List<Sending> takeBatch() {
    var batch = new ArrayList<Sending>();
    var ids = new HashSet<String>();
    while (batch.size() < Messages.BATCH
        && queue.peek() instanceof Sending sending
        && ids.add(sending.draft().clientMessageId())) {
      queue.poll();
      batch.add(sending);
    }
    return batch;
  }

  private void send(List<Sending> batch) {
    var waiting = List.copyOf(batch);
    for (int tries = 0; !waiting.isEmpty(); tries++) {
      if (tries == TRIES_MAX) throw busyElsewhere();
      if (tries > 0) pause(tries);
      var before = position();
      var attempt = batches.attempt(chat, before, waiting);
      switch (attempt.outcome()) {
        case Attempt.Appended<Boolean>(var entries, _) -> {
          advance(before, entries);
          attempt.succeed();
          tell(entries);
        }
        case Attempt.Unneeded<Boolean> _ -> {}
        case Attempt.Overtaken<Boolean> _ -> head = null;
      }
      waiting = attempt.left();
    }
  }

  private <T> void run(Stepping<T> stepping) {
    try {
      for (int tries = 0; tries < TRIES_MAX; tries++) {
        if (tries > 0) pause(tries);
        var before = position();
        switch (stepping.step.attempt(before)) {
          case Attempt.Appended<T>(var entries, T result) -> {
            advance(before, entries);
            stepping.done.complete(result);
            tell(entries);
            return;
          }
          case Attempt.Unneeded<T>(T result) -> {
            stepping.done.complete(result);
            return;
          }
          case Attempt.Overtaken<T> _ -> head = null;
        }
      }
      throw busyElsewhere();
    } catch (RuntimeException e) {
      if (!(e instanceof Refused)) head = null;
      stepping.done.completeExceptionally(e);
    }
  }

  private static Refused busyElsewhere() {
    return Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "The chat is too busy. Try again.");
  }

  private void advance(Position before, List<Message> entries) {
    var last = entries.getLast();
    long lastText = before.lastText();
    for (var entry : entries) if (entry.kind() == Kind.text) lastText = entry.sequence();
    head = new Position(last.sequence(), last.ordinal(), lastText);
    publishSoon();
  }

  private void tell(List<Message> entries) {
    try {
      listener.appended(entries);
    } catch (RuntimeException e) {
      // They are stored, and the change feed brings them again.
      LOG.log(Level.WARNING, "entries were not told at once", e);
    }
  }

  /** The head as it is known here, or looked up. */
  Position position() {
    var known = head;
    if (known != null && isCurrent(known)) return known;
    var now = lookUp();
    head = now;
    return now;
  }

  /** Whether nobody was seen to have written since, here or elsewhere. */
  private boolean isCurrent(Position known) {
    return known.sequence() >= seen.get();
  }

  /** The head as it is stored now. */
  Position lookUp() {
    var newest = store.run(Messages.HEAD, new Messages.OfChat(chat)).first();
    if (newest.isEmpty()) return Position.NOTHING;
    var entry = newest.get();
    return new Position(entry.sequence(), entry.ordinal(), lastText(entry));
  }

  private long lastText(Message newest) {
    if (newest.kind() == Kind.text) return newest.sequence();
    if (newest.ordinal() == 0) return 0;
    var before = new Messages.At(chat, newest.sequence());
    return store.run(Messages.BEFORE, before, Cursor.start()).items().stream()
        .filter(entry -> entry.kind() == Kind.text)
        .findFirst()
        .map(Message::sequence)
        .orElse(0L);
  }

  /** Heads are published after the fact, one write for all that was appended meanwhile. */
  void publishSoon() {
    if (publishing.compareAndSet(false, true)) Thread.startVirtualThread(this::publishInTurn);
  }

  /** The first head of a chat that was quiet at once, those of a busy one now and then. */
  private void publishInTurn() {
    try {
      do {
        publish();
        Thread.sleep(BETWEEN_HEADS);
      } while (newest() > published);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException e) {
      // Not again at once: what stood in the way may still stand there.
      notPublished(e);
      publishing.set(false);
      return;
    }
    publishing.set(false);
    // What came since the last look found it still set.
    if (newest() > published) publishSoon();
  }

  /** Publishes without waiting for its turn, for the last time. */
  void publishNow() {
    try {
      publish();
    } catch (RuntimeException e) {
      notPublished(e);
    }
  }

  private static void notPublished(RuntimeException e) {
    LOG.log(Level.WARNING, "a head was not published; the next one will be", e);
  }

  /** Writes the head, unless that was done. */
  private void publish() {
    // Only who serves the queue notes the head: what is looked up here may be old by then.
    // Nor is it looked up while somebody is about to note it: there is a next turn.
    var known = head;
    var now = known != null && (isCurrent(known) || busy.get()) ? known : lookUp();
    if (now.sequence() <= published) return;
    store.run(
        ChatCounters.M12,
        new ChatCounters.Published(
            chat, now.sequence(), now.ordinal(), now.lastText(), clock.instant()));
    published = now.sequence();
  }

  /** Whether all that is known here has been published. */
  boolean isPublished() {
    return newest() <= published;
  }

  /** The newest entry that was written or seen here. */
  private long newest() {
    var known = head;
    return Math.max(seen.get(), known == null ? 0 : known.sequence());
  }

  /** The feed has come this far: if that was not written here, what is known here is old. */
  void saw(long sequence) {
    seen.accumulateAndGet(sequence, Math::max);
    // Who serves the queue may have written it and not have noted it yet; it looks here when done.
    if (!busy.get()) catchUp();
  }

  private void catchUp() {
    var known = head;
    if (seen.get() <= published || (known != null && isCurrent(known))) return;
    publishSoon();
  }

  private static void pause(int tries) {
    try {
      long most = Math.min(PAUSE_MILLIS_MAX, 1L << Math.min(tries, 10));
      Thread.sleep(Duration.ofNanos(ThreadLocalRandom.current().nextLong(most * 1_000_000)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refused.of(Refused.Code.SERVICE_UNAVAILABLE, "The server is shutting down.");
    }
  }
}
