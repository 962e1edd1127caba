package dev.trestle.stak.delivery;

import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.util.List;

/**
 * Deliveries and redactions that failed for good. They are stored under their tenant and inbox, so
 * that nobody sees or replays another tenant's.
 *
 * <p>A job whose workers died at every attempt leaves no dead letter: nobody was left to write one.
 * It is among the queue's own dead jobs, together with those of other tenants, until {@link
 * #collect} writes its dead letter.
 */
public final class DeadLetters {
  private static final int LIST_MAX = 1000;

  /** The most dead jobs that one call collects; the next call continues. */
  private static final int COLLECTED_MAX = 10_000;

  private final Store store;
  private final UserInboxes inboxes;
  private final WorkQueue queue;
  private final DeliveryWorker worker;

  public DeadLetters(Store store, UserInboxes inboxes, WorkQueue queue, DeliveryWorker worker) {
    this.store = store;
    this.inboxes = inboxes;
    this.queue = queue;
    this.worker = worker;
  }

  public List<DeadLetter> list(InboxKey inbox) {
    collect();
    return store.stream(SentMessages.DEAD_LETTERS, inbox, LIST_MAX).toList();
  }

  /** Moves the queue's dead jobs to dead letters of their tenants. Repeating it changes nothing. */
  private void collect() {
    int collected = 0;
    while (collected < COLLECTED_MAX) {
      var page = queue.dead(DeliveryJob.QUEUE, Cursor.start()).items();
      if (page.isEmpty()) return;
      for (var dead : page) {
        DeliveryJob.parse(dead.payload()).ifPresent(job -> worker.abandon(job, dead.failure()));
        queue.drop(dead);
      }
      collected += page.size();
    }
  }

  /** Tries a dead letter again. It stays listed until that has worked. False if there is none. */
  public boolean replay(ChunkKey key) {
    collect();
    if (store.run(SentMessages.READ_DEAD_LETTER, key).isEmpty()) return false;
    queue.enqueue(new DeliveryJob.Replay(key).job(inboxes.exactTime()));
    return true;
  }
}
