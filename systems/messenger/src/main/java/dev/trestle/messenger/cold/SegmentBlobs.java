package dev.trestle.messenger.cold;

import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.MessageSegments.Segment;
import dev.trestle.platform.blob.BlobKey;
import dev.trestle.platform.blob.Blobs;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;

/**
 * The blobs of segments. A blob is never changed: a changed segment is a new blob under a new name,
 * which the segment's item then names. Before a blob is put, a job is enqueued that looks much
 * later which blob the item names and deletes the others, so neither a crash nor a change leaves
 * one behind.
 */
final class SegmentBlobs {
  /** The queue of blobs to look at. */
  static final String QUEUE = "messenger-segments";

  /** A table that is restored from a backup finds the blobs of its time. */
  static final Duration KEPT = Duration.ofDays(MessageSegments.BACKUP_DAYS);

  private static final String COLLECTION = "messenger-segments";
  private static final String PREFIX = "seg_";
  private static final WorkOptions WORK = WorkOptions.STANDARD.concurrency(2);
  private static final Duration GRACE = Duration.ofSeconds(2);

  private final Store store;
  private final WorkQueue queue;
  private final Blobs blobs;
  private final Ids ids;
  private final InstantSource clock;

  SegmentBlobs(Store store, WorkQueue queue, Blobs blobs, Ids ids, InstantSource clock) {
    this.store = store;
    this.queue = queue;
    this.blobs = blobs;
    this.ids = ids;
    this.clock = clock;
  }

  /**
   * Stores the bytes of a segment and returns the blob's name. It is deleted in the end unless the
   * segment's item names it.
   *
   * @param last the segment's last entry
   * @param replaced the blob that it takes the place of
   */
  String put(ChatId chat, long last, byte[] bytes, Optional<String> replaced) {
    var name = ids.next(PREFIX);
    var payload =
        chat.value() + " " + last + " " + name + replaced.map(old -> " " + old).orElse("");
    queue.enqueue(new NewJob(QUEUE, name, payload, clock.instant().plus(KEPT)));
    blobs.put(key(name), bytes);
    return name;
  }

  Optional<byte[]> find(String name) {
    return blobs.get(key(name));
  }

  /** Starts to delete, as one of the servers that share the queue. */
  AutoCloseable start() {
    var worker = queue.work(QUEUE, WORK, this::deleteUnnamed);
    return () -> worker.stop(GRACE);
  }

  private JobOutcome deleteUnnamed(Claim claim) {
    var parts = claim.payload().split(" ", -1);
    long last = Long.parseLong(parts[1]);
    var named =
        store
            .first(MessageSegments.FROM, new MessageSegments.From(new ChatId(parts[0]), last))
            .filter(segment -> segment.lastSequence() == last)
            .map(Segment::blob);
    for (int i = 2; i < parts.length; i++) {
      if (!named.equals(Optional.of(parts[i]))) blobs.delete(key(parts[i]));
    }
    return JobOutcome.done();
  }

  private static BlobKey key(String name) {
    return new BlobKey(COLLECTION, name);
  }
}
