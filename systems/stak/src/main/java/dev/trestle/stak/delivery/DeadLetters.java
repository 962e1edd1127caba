package dev.trestle.stak.delivery;

import dev.trestle.platform.queue.Work;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.message.Job;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.DeadLetter;
import dev.trestle.stak.model.Sends.OfChunk;
import dev.trestle.stak.model.Sends.OfInbox;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.store.Store;
import java.util.List;

/**
 * Deliveries that were given up. They lie under the tenant and inbox they are of, so that nobody
 * sees or replays another's.
 */
public final class DeadLetters {
  private static final int LISTED_MAX = 1000;

  private final Store store;
  private final Mailroom room;
  private final WorkQueue queue;

  public DeadLetters(Store store, Mailroom room, WorkQueue queue) {
    this.store = store;
    this.room = room;
    this.queue = queue;
  }

  public List<DeadLetter> list(String tenant, String inbox) {
    return store.stream(Sends.DEAD_LETTERS, new OfInbox(tenant, inbox), LISTED_MAX).toList();
  }

  /** Lets one be tried again; it stays listed until that has worked. False if there is none. */
  public boolean replay(OfMessage of, long chunk) {
    if (store.run(Sends.ONE_DEAD, new OfChunk(of, chunk)).isEmpty()) return false;
    var job = new Job.Revive(of, chunk);
    queue.enqueue(new Work(Job.QUEUE, job.id(), job.text(), room.now()));
    return true;
  }
}
