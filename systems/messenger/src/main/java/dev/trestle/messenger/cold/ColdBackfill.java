package dev.trestle.messenger.cold;

import dev.trestle.messenger.model.ChatCounters.ChatCounter;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.ColdChats;
import dev.trestle.messenger.model.ColdChats.ColdChat;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Has {@link ColdStorage} look at chats that were opened before it existed. They are found when one
 * of their members lists their chats, so that no table has to be scanned. A server asks once for
 * each chat that is long enough to have something to move.
 */
public final class ColdBackfill {
  private static final System.Logger LOG = System.getLogger(ColdBackfill.class.getName());

  /** A chat with fewer entries has nothing to move. */
  private static final long ENTRIES_MIN = ColdStorage.KEPT + MessageSegments.ENTRIES;

  /** The most chats that are remembered. Then they are asked for again. */
  private static final int KNOWN_MAX = 100_000;

  private final Store store;
  private final InstantSource clock;
  private final Set<ChatId> known = ConcurrentHashMap.newKeySet();

  /** One list at a time: others find the same chats later. */
  private final AtomicBoolean isRunning = new AtomicBoolean();

  public ColdBackfill(Store store, InstantSource clock) {
    this.store = store;
    this.clock = clock;
  }

  /** Notes the chats of a list. Returns at once; what fails is done with a later list. */
  public void seen(Collection<ChatCounter> heads) {
    var unknown =
        heads.stream()
            .filter(head -> head.sequenceCounter() >= ENTRIES_MIN)
            .map(ChatCounter::chatId)
            .filter(chat -> !known.contains(chat))
            .toList();
    if (unknown.isEmpty() || !isRunning.compareAndSet(false, true)) return;
    Thread.startVirtualThread(() -> add(unknown));
  }

  private void add(List<ChatId> chats) {
    try {
      if (known.size() > KNOWN_MAX) known.clear();
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      for (var chat : chats) {
        store.run(ColdChats.BACKFILL, new ColdChat(chat, now));
        known.add(chat);
      }
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "older chats are not noted for cold storage yet", e);
    } finally {
      isRunning.set(false);
    }
  }
}
