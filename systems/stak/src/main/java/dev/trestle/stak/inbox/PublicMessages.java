package dev.trestle.stak.inbox;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.OfInbox;
import dev.trestle.stak.model.Broadcasts.PublicHeader;
import dev.trestle.stak.model.Broadcasts.PublicMessage;
import dev.trestle.store.Store;
import java.util.List;

/**
 * Public messages of inboxes. The header is read each time and tells by its version whether the
 * list that is kept here is still the list.
 */
public final class PublicMessages {
  private static final int KEPT_INBOXES_MAX = 10_000;

  /** The newest so many are shown; older ones are past. */
  private static final int LIST_MAX = 1000;

  /**
   * The public messages of an inbox, newest first.
   *
   * @param n how many there ever were when the header was read
   */
  public record PublicList(long version, long n, List<PublicMessage> messages) {
    static final PublicList NONE = new PublicList(0, 0, List.of());
  }

  private final Store store;
  private final Cache<OfInbox, PublicList> kept =
      Caffeine.newBuilder().maximumSize(KEPT_INBOXES_MAX).build();

  public PublicMessages(Store store) {
    this.store = store;
  }

  public PublicList of(OfInbox inbox) {
    var header = store.run(Broadcasts.READ_HEADER, inbox);
    return header.map(read -> list(inbox, read)).orElse(PublicList.NONE);
  }

  /** How many public messages there ever were. */
  public long n(OfInbox inbox) {
    return store.run(Broadcasts.READ_HEADER, inbox).map(PublicHeader::n).orElse(0L);
  }

  private PublicList list(OfInbox inbox, PublicHeader header) {
    var known = kept.getIfPresent(inbox);
    if (known != null && known.version == header.version()) return known;
    // Read after the header: it may already have more than the header says, never less.
    var messages = store.stream(Broadcasts.PUBLIC_LATEST, inbox, LIST_MAX).toList();
    var list = new PublicList(header.version(), header.n(), messages);
    kept.put(inbox, list);
    return list;
  }
}
