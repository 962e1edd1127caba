package dev.trestle.messenger.delivery;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.message.ChatAccess;
import dev.trestle.messenger.message.ChatLogs;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Consumer;

/**
 * How far each user has received and read each chat. A watermark never goes back and never past the
 * chat's newest entry. What a socket's device has received waits a moment, so that many become one
 * write; what the user has read is written at once, because other devices show it.
 */
public final class Watermarks implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Watermarks.class.getName());
  private static final Duration WRITE_DELAY = Duration.ofMillis(500);
  private static final int WRITES_MAX = 32;

  private record Key(UserId user, ChatId chat) {}

  /** Where the watermarks should move to; 0 for one that stays. */
  private record Marks(long acked, long read) {
    Marks with(Marks other) {
      return new Marks(Math.max(acked, other.acked), Math.max(read, other.read));
    }
  }

  private final Store store;
  private final ColdEntries cold;
  private final ChatLogs log;
  private final ChatAccess access;
  private final InstantSource clock;
  private final WatermarkListener listener;
  private final Map<Key, Marks> waiting = new ConcurrentHashMap<>();
  private final AtomicBoolean isScheduled = new AtomicBoolean();

  /** Shared by those who write; closing takes it alone, and so waits for them. Guards the flag. */
  private final ReentrantReadWriteLock closing = new ReentrantReadWriteLock();

  private boolean isClosed;

  public Watermarks(
      Store store,
      ColdEntries cold,
      ChatLogs log,
      ChatAccess access,
      InstantSource clock,
      WatermarkListener listener) {
    this.store = store;
    this.cold = cold;
    this.log = log;
    this.access = access;
    this.clock = clock;
    this.listener = listener;
  }

  /** A device of the user has received everything up to here. Written within a second. */
  public void acked(UserId user, ChatId chat, long sequence) {
    later(new Key(user, chat), new Marks(sequence, 0));
  }

  /** The user has read everything up to here. Written at once, by another thread. */
  public void read(UserId user, ChatId chat, long sequence) {
    var key = new Key(user, chat);
    waiting.merge(key, new Marks(0, sequence), Marks::with);
    Thread.startVirtualThread(() -> unlessClosed(() -> writeWaiting(key)));
  }

  private void later(Key key, Marks marks) {
    waiting.merge(key, marks, Marks::with);
    if (isScheduled.compareAndSet(false, true)) {
      Thread.startVirtualThread(() -> {
        try {
          Thread.sleep(WRITE_DELAY);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        flush();
      });
    }
  }

  /** Writes all waiting watermarks. */
  public void flush() {
    unlessClosed(this::writeAll);
  }

  private void unlessClosed(Runnable write) {
    closing.readLock().lock();
    try {
      if (!isClosed) write.run();
    } finally {
      closing.readLock().unlock();
    }
  }

  private void writeAll() {
    isScheduled.set(false);
    var permits = new Semaphore(WRITES_MAX);
    var writers = new ArrayList<Thread>();
    for (var key : List.copyOf(waiting.keySet())) {
      permits.acquireUninterruptibly();
      writers.add(
          Thread.startVirtualThread(() -> {
            try {
              writeWaiting(key);
            } finally {
              permits.release();
            }
          }));
    }
    try {
      for (var writer : writers) writer.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The client is not told if its watermark is refused. */
  private void writeWaiting(Key key) {
    var marks = waiting.remove(key);
    if (marks == null) return;
    try {
      var member = access.member(key.chat, key.user);
      move(
          member,
          marks.acked > 0 ? Optional.of(marks.acked) : Optional.empty(),
          marks.read > 0 ? Optional.of(marks.read) : Optional.empty());
    } catch (Refusal refusal) {
      LOG.log(Level.DEBUG, "a watermark was refused: " + refusal.getClass().getSimpleName());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a watermark was not written; the client will send the next one", e);
    }
  }

  /**
   * Moves watermarks now and returns the state. A lower one leaves the state as it is.
   *
   * @throws Refusal.InvalidField for a watermark past the newest entry
   */
  public DeliveryState move(Membership member, Optional<Long> acked, Optional<Long> read) {
    var user = member.userId();
    var chat = member.chatId();
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Optional<DeliveryState> state = Optional.empty();
    if (acked.isPresent()) {
      requireEntry(chat, acked.get(), "last_acked_sequence");
      state =
          kept(
              store.run(
                  DeliveryStates.ACKNOWLEDGE,
                  new DeliveryStates.Reached(user, chat, acked.get(), now)),
              listener::received);
    }
    if (read.isPresent()) {
      requireEntry(chat, read.get(), "last_read_sequence");
      var mark = new DeliveryStates.Read(user, chat, read.get(), ordinal(chat, read.get()), now);
      state = kept(store.run(DeliveryStates.MARK_READ, mark), listener::read);
    }
    return state
        .or(() -> find(member))
        .orElseGet(() -> new DeliveryState(user, chat, 0, 0, 0, now));
  }

  /** How far a member has received and read the chat; empty if nothing was written yet. */
  public Optional<DeliveryState> find(Membership member) {
    var key = new DeliveryStates.Of(member.userId(), member.chatId());
    return store.run(DeliveryStates.OF_MEMBER, key);
  }

  private static Optional<DeliveryState> kept(
      Written<DeliveryState> written, Consumer<DeliveryState> moved) {
    return switch (written) {
      case Written.Done<DeliveryState>(var state) -> {
        state.ifPresent(moved);
        yield state;
      }
      case Written.Refused<DeliveryState>(var state) -> state;
    };
  }

  private void requireEntry(ChatId chat, long sequence, String field) {
    if (sequence < 1 || sequence > log.headFrom(chat, sequence).sequence()) {
      throw new Refusal.InvalidField(field, "The chat has no such entry.");
    }
  }

  /** The number of texts up to an entry, which nearly always is the newest one. */
  private long ordinal(ChatId chat, long sequence) {
    var head = log.headFrom(chat, sequence);
    if (head.sequence() == sequence) return head.ordinal();
    return store
        .run(Messages.ONE_CONSISTENT, new Messages.At(chat, sequence))
        .or(() -> cold.find(chat, sequence).flatMap(segment -> segment.entry(sequence)))
        .map(Message::ordinal)
        .orElse(0L);
  }

  @Override
  public void close() {
    closing.writeLock().lock();
    try {
      if (!isClosed) writeAll();
      isClosed = true;
    } finally {
      closing.writeLock().unlock();
    }
  }
}
