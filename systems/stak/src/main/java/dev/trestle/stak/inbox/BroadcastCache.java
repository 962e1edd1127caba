package dev.trestle.stak.inbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Broadcasts.BroadcastHeader;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.store.Store;
import java.util.List;

/**
 * The broadcasts of inboxes. The header is read each time; its version says whether the cached list
 * is still current.
 */
public final class BroadcastCache {
  private static final int INBOXES_MAX = 10_000;

  /** Only this many of the newest broadcasts are shown. */
  private static final int LIST_MAX = 1000;

  /**
   * The broadcasts of an inbox, newest first.
   *
   * @param count how many there ever were when the header was read
   */
  public record BroadcastList(long version, long count, List<Broadcast> messages) {
    static final BroadcastList NONE = new BroadcastList(0, 0, List.of());
  }

  private final Store store;
  private final Cache<InboxKey, BroadcastList> lists =
      Caffeine.newBuilder().maximumSize(INBOXES_MAX).build();

  public BroadcastCache(Store store) {
    this.store = store;
  }

  public BroadcastList of(InboxKey inbox) {
    return store
        .run(Broadcasts.READ_HEADER, inbox)
        .map(header -> list(inbox, header))
        .orElse(BroadcastList.NONE);
  }

  /** How many broadcasts there ever were. */
  public long count(InboxKey inbox) {
    return store.run(Broadcasts.READ_HEADER, inbox).map(BroadcastHeader::broadcasts).orElse(0L);
  }

  private BroadcastList list(InboxKey inbox, BroadcastHeader header) {
    var cached = lists.getIfPresent(inbox);
    if (cached != null && cached.version == header.version()) return cached;
    // Read after the header: it may already have more than the header says, never less.
    var messages = store.stream(Broadcasts.NEWEST, inbox, LIST_MAX).toList();
    var list = new BroadcastList(header.version(), header.broadcasts(), messages);
    lists.put(inbox, list);
    return list;
  }
}
