package dev.trestle.messenger.cold;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.MessageSegments.Replacing;
import dev.trestle.messenger.model.MessageSegments.Segment;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.store.Store;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads entries in cold storage. The item of a segment is read each time, consistently; its entries
 * are kept in memory for a while under the name of the blob, whose bytes never change.
 */
public final class ColdEntries {
  private static final System.Logger LOG = System.getLogger(ColdEntries.class.getName());

  /** The most characters of entries in memory. */
  private static final int CACHED_CHARS_MAX = 8 << 20;

  /** About what an entry takes beside its content. */
  private static final int ENTRY_CHARS = 512;

  /** A segment may be replaced between the reading of its item and of its blob. */
  private static final int READS_MAX = 3;

  private final Store store;
  final SegmentBlobs blobs;
  private final Cache<String, List<Message>> cache =
      Caffeine.newBuilder()
          .maximumWeight(CACHED_CHARS_MAX)
          .<String, List<Message>>weigher((_, entries) -> weight(entries))
          .build();

  public ColdEntries(Store store, SystemContext context) {
    this.store = store;
    this.blobs =
        new SegmentBlobs(store, context.queue(), context.blobs(), context.ids(), context.clock());
  }

  private static int weight(List<Message> entries) {
    return entries.stream().mapToInt(entry -> entry.content().length() + ENTRY_CHARS).sum();
  }

  /** The name of the queue of jobs that {@link #start} begins to run. */
  public static String queue() {
    return SegmentBlobs.QUEUE;
  }

  /** Starts to delete blobs that no segment names any more. */
  public AutoCloseable start() {
    return blobs.start();
  }

  /** The segment of an entry; empty if the entry is in the table, or nowhere. */
  public Optional<ColdSegment> find(ChatId chat, long sequence) {
    for (int read = 1; ; read++) {
      var segment =
          store
              .first(MessageSegments.FROM, new MessageSegments.From(chat, sequence))
              .filter(found -> found.firstSequence() <= sequence);
      if (segment.isEmpty()) return Optional.empty();
      var entries = entries(segment.get());
      if (entries.isPresent()) return Optional.of(new ColdSegment(segment.get(), entries.get()));
      if (read == READS_MAX) {
        LOG.log(Level.ERROR, "the blob {0} of a segment is missing", segment.get().blob());
        throw unreadable();
      }
    }
  }

  private Optional<List<Message>> entries(Segment segment) {
    var cached = cache.getIfPresent(segment.blob());
    if (cached != null) return Optional.of(cached);
    var entries = blobs.find(segment.blob()).map(bytes -> read(segment, bytes));
    entries.ifPresent(all -> cache.put(segment.blob(), all));
    return entries;
  }

  private static List<Message> read(Segment segment, byte[] bytes) {
    if (!Sha256.hex(bytes).equals(segment.sha256())) {
      LOG.log(Level.ERROR, "the blob {0} of a segment is damaged", segment.blob());
      throw unreadable();
    }
    return SegmentFile.read(bytes);
  }

  private static Refusal unreadable() {
    return new Refusal.Unavailable("Older messages cannot be read at the moment.");
  }

  /** Entries in cold storage from {@code first} on and below {@code end}, ascending. */
  public List<Message> between(ChatId chat, long first, long end, int limit) {
    var entries = new ArrayList<Message>();
    long next = first;
    while (next < end && entries.size() < limit) {
      var segment = find(chat, next);
      if (segment.isEmpty()) break;
      for (var entry : segment.get().from(next)) {
        if (entry.sequence() < end && entries.size() < limit) entries.add(entry);
      }
      next = segment.get().segment().lastSequence() + 1;
    }
    return entries;
  }

  /**
   * Stores a segment with a changed entry. It takes effect with the transaction that writes the
   * result.
   */
  public Replacing replace(ColdSegment segment, Message changed) {
    var old = segment.segment();
    var bytes = SegmentFile.write(segment.replacing(changed));
    var blob = blobs.put(old.chatId(), old.lastSequence(), bytes, Optional.of(old.blob()));
    return new Replacing(old.chatId(), old.lastSequence(), old.blob(), blob, Sha256.hex(bytes));
  }
}
