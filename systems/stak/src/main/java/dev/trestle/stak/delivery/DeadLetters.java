package dev.trestle.stak.delivery;

import dev.trestle.platform.queue.DeadJob;
import dev.trestle.platform.queue.Work;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.message.Job;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.AudienceChunk;
import dev.trestle.stak.model.Sends.DeadLetter;
import dev.trestle.stak.model.Sends.OfChunk;
import dev.trestle.stak.model.Sends.OfInbox;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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
    var of = new OfInbox(tenant, inbox);
    var letters = new ArrayList<>(store.stream(Sends.DEAD_LETTERS, of, LISTED_MAX).toList());
    for (var dead : abandoned()) {
      Job.parse(dead.payload())
          .filter(job -> isOf(job, tenant, inbox))
          .flatMap(job -> letter(dead, job))
          .ifPresent(letters::add);
    }
    return letters;
  }

  /**
   * Jobs whose workers died at each attempt: nobody was there to write a letter, so the queue has
   * them. Read with those of all tenants, and told only to their own.
   */
  private List<DeadJob> abandoned() {
    var jobs = new ArrayList<DeadJob>();
    var cursor = Optional.of(Cursor.start());
    while (cursor.isPresent() && jobs.size() < LISTED_MAX) {
      var page = queue.dead(Job.QUEUE, cursor.get());
      jobs.addAll(page.items());
      cursor = page.next();
    }
    return jobs;
  }

  private static boolean isOf(Job job, String tenant, String inbox) {
    return job.message().tenant().equals(tenant) && job.message().inbox().equals(inbox);
  }

  private Optional<DeadLetter> letter(DeadJob dead, Job job) {
    var of = new OfChunk(job.message(), job.number());
    var uids =
        job.isOfChunk()
            ? store.run(Sends.ONE_CHUNK, of).map(AudienceChunk::uids).orElse(List.of())
            : List.<String>of();
    return store
        .run(Sends.PROGRESS, job.message())
        .map(sent ->
            new DeadLetter(
                of.tenant(),
                of.inbox(),
                of.id(),
                of.chunk(),
                job.isRedaction() ? "redact" : "deliver",
                uids,
                dead.failure(),
                dead.died(),
                sent.ttl()));
  }

  /** Lets one be tried again; it stays listed until that has worked. False if there is none. */
  public boolean replay(OfMessage of, long chunk) {
    boolean isReplayed = false;
    for (var dead : abandoned()) {
      var job = Job.parse(dead.payload());
      if (job.isPresent() && job.get().message().equals(of) && job.get().number() == chunk) {
        isReplayed |= queue.replay(dead);
      }
    }
    if (store.run(Sends.ONE_DEAD, new OfChunk(of, chunk)).isEmpty()) return isReplayed;
    var job = new Job.Revive(of, chunk);
    queue.enqueue(new Work(Job.QUEUE, job.id(), job.text(), room.now()));
    return true;
  }
}
