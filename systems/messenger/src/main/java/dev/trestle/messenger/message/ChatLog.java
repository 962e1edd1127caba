package dev.trestle.messenger.message;

import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatCounters;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.thread.RestartingThread;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The writing end of one chat's log. Appends queue up here. One thread at a time works through the
 * queue and writes up to fifty texts in one transaction. Two such objects for one chat, on one
 * server or two, only slow each other down: an entry is written only where there is none.
 */
final class ChatLog {
  private static final System.Logger LOG = System.getLogger(ChatLog.class.getName());

  /** How long an append is tried while another server is faster each time. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final long PAUSE_MILLIS_MAX = 20;

  /** How many entries are read to find the last text. */
  private static final int LAST_TEXT_READ_MAX = 10_000;

  /** The head of a busy chat is published no more often than this. */
  private static final Duration PUBLISH_INTERVAL = Duration.ofMillis(200);

  /** Heads of all chats are published in rounds, so that the engine syncs them together. */
  private static final long PUBLISH_ROUND_NANOS = 50_000_000;

  /** What waits in the queue. */
  sealed interface Queued permits QueuedText, QueuedAppend {
    CompletableFuture<?> done();
  }

  record QueuedAppend<T>(Append<T> append, CompletableFuture<T> done) implements Queued {}

  private final ChatId chat;
  private final Store store;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final SendBatch batches;
  private final AppendListener listener;
  private final LogThreads threads;
  private final ConcurrentLinkedQueue<Queued> queue = new ConcurrentLinkedQueue<>();

  /** Set while a thread works through the queue. */
  private final AtomicBoolean busy = new AtomicBoolean();

  private final AtomicBoolean publishing = new AtomicBoolean();

  /** Written by the thread that works through the queue; null when it must be looked up. */
  private volatile @Nullable LogHead head;

  /** The newest entry that was heard of. It may be one of ours that is not in the head yet. */
  private final AtomicLong seen = new AtomicLong();

  private volatile long published;

  ChatLog(
      ChatId chat,
      Store store,
      InstantSource clock,
      RandomGenerator random,
      SendBatch batches,
      AppendListener listener,
      LogThreads threads) {
    this.chat = chat;
    this.store = store;
    this.clock = clock;
    this.random = random;
    this.batches = batches;
    this.listener = listener;
    this.threads = threads;
  }

  /** Adds to the queue, and works through it until this is done unless another thread does. */
  void submit(Queued item) {
    queue.add(item);
    if (busy.compareAndSet(false, true)) work(item.done());
  }

  /** Adds to the queue; another thread works through it. */
  void submitLater(Queued item) {
    queue.add(item);
    if (!busy.compareAndSet(false, true)) return;
    // While the server closes, the caller does the work itself.
    if (!threads.start(() -> work(new CompletableFuture<>()))) work(item.done());
  }

  private void work(CompletableFuture<?> own) {
    while (true) {
      while (!queue.isEmpty()) {
        // This caller need not wait for the rest.
        if (own.isDone() && threads.start(() -> work(new CompletableFuture<>()))) return;
        next();
      }
      busy.set(false);
      catchUp();
      if (queue.isEmpty() || !busy.compareAndSet(false, true)) return;
    }
  }

  private void next() {
    switch (queue.peek()) {
      case null -> {}
      case QueuedAppend<?> queued -> {
        queue.poll();
        run(queued);
      }
      case QueuedText _ -> {
        var batch = takeBatch();
        try {
          send(batch);
        } catch (RuntimeException | Error e) {
          head = null;
          batch.forEach(text -> text.done().completeExceptionally(e));
          RestartingThread.handOverIfFatal(e);
        }
      }
    }
  }

  /** A transaction must not contain an id twice: the second one waits for the next batch. */
  private List<QueuedText> takeBatch() {
    var batch = new ArrayList<QueuedText>();
    var ids = new HashSet<String>();
    while (batch.size() < Messages.BATCH
        && queue.peek() instanceof QueuedText text
        && ids.add(text.draft().clientMessageId())) {
      queue.poll();
      batch.add(text);
    }
    return batch;
  }

  private void send(List<QueuedText> batch) {
    var waiting = List.copyOf(batch);
    long start = System.nanoTime();
    for (int attempt = 0; !waiting.isEmpty(); attempt++) {
      if (attempt > 0) pause(attempt, start);
      var before = head();
      var result = batches.attempt(chat, before, waiting);
      switch (result.outcome()) {
        case AppendOutcome.Appended<Boolean>(var entries, _) -> {
          advance(before, entries);
          result.succeed();
          tell(entries);
        }
        case AppendOutcome.Unneeded<Boolean> _ -> {}
        case AppendOutcome.Overtaken<Boolean> _ -> head = null;
      }
      waiting = result.left();
    }
  }

  private <T> void run(QueuedAppend<T> queued) {
    try {
      long start = System.nanoTime();
      for (int attempt = 0; ; attempt++) {
        if (attempt > 0) pause(attempt, start);
        var before = head();
        switch (queued.append.attempt(before)) {
          case AppendOutcome.Appended<T>(var entries, T result) -> {
            advance(before, entries);
            queued.done.complete(result);
            tell(entries);
            return;
          }
          case AppendOutcome.Unneeded<T>(T result) -> {
            queued.done.complete(result);
            return;
          }
          case AppendOutcome.Overtaken<T> _ -> head = null;
        }
      }
    } catch (RuntimeException | Error e) {
      if (!(e instanceof Refusal)) head = null;
      queued.done.completeExceptionally(e);
      RestartingThread.handOverIfFatal(e);
    }
  }

  private void advance(LogHead before, List<Message> entries) {
    var last = entries.getLast();
    long lastText = before.lastText();
    for (var entry : entries) if (entry.kind() == Kind.text) lastText = entry.sequence();
    head = new LogHead(last.sequence(), last.ordinal(), lastText);
    publishSoon();
  }

  private void tell(List<Message> entries) {
    try {
      listener.appended(entries);
    } catch (RuntimeException e) {
      // They are stored, and the change feed will deliver them.
      LOG.log(Level.WARNING, "new entries were not delivered at once", e);
    }
  }

  /** The head as known here, looked up if it may be old. */
  LogHead head() {
    var known = head;
    if (known != null && isCurrent(known)) return known;
    var now = lookUp();
    head = now;
    return now;
  }

  /** The head if it is known and not old. */
  Optional<LogHead> known() {
    return Optional.ofNullable(head).filter(this::isCurrent);
  }

  /** Whether no newer entry was heard of. */
  private boolean isCurrent(LogHead known) {
    return known.sequence() >= seen.get();
  }

  /** Reads the head from the table. */
  LogHead lookUp() {
    var newest = store.first(Messages.NEWEST, new Messages.OfChat(chat));
    if (newest.isEmpty()) return LogHead.EMPTY;
    var entry = newest.get();
    return new LogHead(entry.sequence(), entry.ordinal(), lastText(entry));
  }

  private long lastText(Message newest) {
    if (newest.kind() == Kind.text) return newest.sequence();
    if (newest.ordinal() == 0) return 0;
    var before = new Messages.At(chat, newest.sequence());
    return store.stream(Messages.BEFORE, before, LAST_TEXT_READ_MAX)
        .filter(entry -> entry.kind() == Kind.text)
        .findFirst()
        .map(Message::sequence)
        .orElse(0L);
  }

  /** Publishes the head afterwards, with one write for all that was appended in the meantime. */
  void publishSoon() {
    if (!publishing.compareAndSet(false, true)) return;
    if (!threads.start(this::publishLoop)) publishing.set(false);
  }

  /** Publishes in the next round, and then at intervals while there are new entries. */
  private void publishLoop() {
    try {
      boolean isOpen = threads.sleep(untilNextRound());
      while (isOpen && newest() > published) {
        publish();
        isOpen = threads.sleep(PUBLISH_INTERVAL);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (RuntimeException | Error e) {
      // Not retried at once: the cause may persist.
      logUnpublished(e);
      publishing.set(false);
      RestartingThread.handOverIfFatal(e);
      return;
    }
    publishing.set(false);
    // An entry that came after the last check found the flag still set.
    if (newest() > published) publishSoon();
  }

  private static Duration untilNextRound() {
    long sinceRound = Math.floorMod(System.nanoTime(), PUBLISH_ROUND_NANOS);
    return Duration.ofNanos(PUBLISH_ROUND_NANOS - sinceRound);
  }

  /** Publishes without waiting for the interval. */
  void publishNow() {
    try {
      publish();
    } catch (RuntimeException e) {
      logUnpublished(e);
    }
  }

  private static void logUnpublished(Throwable e) {
    LOG.log(Level.WARNING, "a chat's head was not published; the next one will be", e);
  }

  /** Writes the head, unless it was written. */
  private void publish() {
    var now = headToPublish();
    if (now.sequence() <= published) return;
    store.run(
        ChatCounters.PUBLISH,
        new ChatCounters.Published(
            chat, now.sequence(), now.ordinal(), now.lastText(), clock.instant()));
    published = now.sequence();
  }

  /**
   * A head that is looked up here is not kept: the thread that works through the queue may have a
   * newer one by then. While it is at work, its head is used: there will be a next time.
   */
  private LogHead headToPublish() {
    var known = head;
    if (known != null && (isCurrent(known) || busy.get())) return known;
    // Work that ended between the two looks has left a newer head.
    return known().orElseGet(this::lookUp);
  }

  /** Whether the newest known head is published. */
  boolean isPublished() {
    return newest() <= published;
  }

  /** The newest entry that was written here or heard of. */
  private long newest() {
    var known = head;
    return Math.max(seen.get(), known == null ? 0 : known.sequence());
  }

  /**
   * There is an entry with this number. If it was not written here, the known head is old.
   *
   * @return whether a thread is at work here, which may have written it just now
   */
  boolean heardOf(long sequence) {
    seen.accumulateAndGet(sequence, Math::max);
    // A thread at work may have written it and not updated the head yet; it checks when done.
    if (busy.get()) return true;
    catchUp();
    return false;
  }

  private void catchUp() {
    var known = head;
    if (seen.get() <= published || (known != null && isCurrent(known))) return;
    publishSoon();
  }

  /** Pauses before another attempt, and gives up if the first one is too long ago. */
  private void pause(int attempt, long start) {
    if (System.nanoTime() - start > PATIENCE.toNanos()) {
      throw new Refusal.Unavailable("The chat is too busy. Try again.");
    }
    try {
      long most = Math.min(PAUSE_MILLIS_MAX, 1L << Math.min(attempt, 10));
      Thread.sleep(Duration.ofNanos(random.nextLong(most * 1_000_000)));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Refusal.Unavailable("The server is shutting down.");
    }
  }
}
