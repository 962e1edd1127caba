package dev.trestle.messenger.delivery;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.message.Access;
import dev.trestle.messenger.message.Log;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.DeliveryStates;
import dev.trestle.messenger.model.DeliveryStates.DeliveryState;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
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
import java.util.function.Consumer;

/**
 * How far each person has received and read each chat. Marks never go back and never beyond the
 * chat's newest entry. Those that come by sockets wait a moment, so that many become one write.
 */
public final class Watermarks implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(Watermarks.class.getName());
  private static final Duration GATHERED_FOR = Duration.ofMillis(500);
  private static final int WRITES_AT_ONCE = 32;

  private record Key(UserId user, ChatId chat) {}

  /** Marks to be moved to; 0 where nothing is. */
  private record Marks(long acked, long read) {
    Marks with(Marks other) {
      return new Marks(Math.max(acked, other.acked), Math.max(read, other.read));
    }
  }

  private final Store store;
  private final Log log;
  private final Access access;
  private final InstantSource clock;
  private final Consumer<DeliveryState> moved;
  private final Map<Key, Marks> waiting = new ConcurrentHashMap<>();
  private final AtomicBoolean isScheduled = new AtomicBoolean();

  public Watermarks(
      Store store, Log log, Access access, InstantSource clock, Consumer<DeliveryState> moved) {
    this.store = store;
    this.log = log;
    this.access = access;
    this.clock = clock;
    this.moved = moved;
  }

  /** Somebody's device has everything up to here. Written within a second. */
  public void acked(UserId user, ChatId chat, long sequence) {
    later(new Key(user, chat), new Marks(sequence, 0));
  }

  /** Somebody has read everything up to here. Written within a second. */
  public void read(UserId user, ChatId chat, long sequence) {
    later(new Key(user, chat), new Marks(0, sequence));
  }

  private void later(Key key, Marks marks) {
    waiting.merge(key, marks, Marks::with);
    if (isScheduled.compareAndSet(false, true)) {
      Thread.startVirtualThread(() -> {
        try {
          Thread.sleep(GATHERED_FOR);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        flush();
      });
    }
  }

  /** Writes what waits. */
  public void flush() {
    isScheduled.set(false);
    var permits = new Semaphore(WRITES_AT_ONCE);
    var writers = new ArrayList<Thread>();
    for (var key : List.copyOf(waiting.keySet())) {
      var marks = waiting.remove(key);
      if (marks == null) continue;
      permits.acquireUninterruptibly();
      writers.add(
          Thread.startVirtualThread(() -> {
            try {
              write(key, marks);
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

  /** One-way: who sends a mark that cannot be is not told. */
  private void write(Key key, Marks marks) {
    try {
      var member = access.member(key.chat, key.user);
      move(
          member,
          marks.acked > 0 ? Optional.of(marks.acked) : Optional.empty(),
          marks.read > 0 ? Optional.of(marks.read) : Optional.empty());
    } catch (Refused refused) {
      LOG.log(Level.DEBUG, "a mark was refused: " + refused.code());
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "a mark was lost; the client sends the next one", e);
    }
  }

  /**
   * Moves marks now. A lower one is not written, and what is kept is told.
   *
   * @throws Refused VALIDATION_ERROR for a mark beyond the newest entry
   */
  public DeliveryState move(Membership member, Optional<Long> acked, Optional<Long> read) {
    var user = member.userId();
    var chat = member.chatId();
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Optional<DeliveryState> state = Optional.empty();
    if (acked.isPresent()) {
      mustExist(chat, acked.get(), "last_acked_sequence");
      state =
          kept(
              store.run(
                  DeliveryStates.M15, new DeliveryStates.Reached(user, chat, acked.get(), now)));
    }
    if (read.isPresent()) {
      mustExist(chat, read.get(), "last_read_sequence");
      var mark = new DeliveryStates.Read(user, chat, read.get(), ordinal(chat, read.get()), now);
      state = kept(store.run(DeliveryStates.READ, mark));
    }
    return state
        .or(() -> store.run(DeliveryStates.M14, new DeliveryStates.Of(user, chat)))
        .orElseGet(() -> new DeliveryState(user, chat, 0, 0, 0, now));
  }

  private Optional<DeliveryState> kept(Written<DeliveryState> written) {
    return switch (written) {
      case Written.Done<DeliveryState>(var state) -> {
        state.ifPresent(moved);
        yield state;
      }
      case Written.Refused<DeliveryState>(var state) -> state;
    };
  }

  private void mustExist(ChatId chat, long sequence, String field) {
    if (sequence < 1 || sequence > log.headFrom(chat, sequence).sequence()) {
      throw Refused.invalid(field, "The chat has no such entry.");
    }
  }

  /** How many texts there are up to here: nearly always it is the newest entry that was read. */
  private long ordinal(ChatId chat, long sequence) {
    var head = log.headFrom(chat, sequence);
    if (head.sequence() == sequence) return head.ordinal();
    return store
        .run(Messages.M11_SYNC, new Messages.At(chat, sequence))
        .map(Message::ordinal)
        .orElse(0L);
  }

  @Override
  public void close() {
    flush();
  }
}
