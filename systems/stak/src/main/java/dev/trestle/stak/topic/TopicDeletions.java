package dev.trestle.stak.topic;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.Topics;
import dev.trestle.stak.model.Topics.OfTopic;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.Optional;

/**
 * Deletes topics in the background. A topic that is marked gets no new subscribers; the job repeats
 * until its subscriptions and the topic are gone, whatever is killed.
 */
public final class TopicDeletions {
  public static final String QUEUE = "stak-topics";

  private static final int BATCH = 100;

  private final Store store;
  private final TopicStore topics;
  private final WorkQueue queue;
  private final InstantSource clock;

  public TopicDeletions(Store store, TopicStore topics, WorkQueue queue, InstantSource clock) {
    this.store = store;
    this.topics = topics;
    this.queue = queue;
    this.clock = clock;
  }

  /** Requests a deletion, again if it was requested before; false if there is no such topic. */
  public boolean request(OfTopic key) {
    if (!store.run(Topics.MARK_DELETING, key).isDone()) return false;
    // No id contains a space.
    var payload = key.tenant() + " " + key.inbox() + " " + key.topic();
    var id = Sha256.hex(payload.getBytes(StandardCharsets.UTF_8));
    queue.enqueue(new NewJob(QUEUE, id, payload, clock.instant()));
    return true;
  }

  /** Starts to delete, until the worker is closed. */
  public Worker start() {
    return queue.work(QUEUE, WorkOptions.STANDARD.concurrency(1), this::handle);
  }

  private JobOutcome handle(Claim claim) {
    var words = claim.payload().split(" ", -1);
    if (words.length != 3) return JobOutcome.failed("not a deletion");
    delete(TopicStore.key(InboxKey.of(words[0], words[1]), new TopicId(words[2])));
    return JobOutcome.done();
  }

  /** Deletes a topic that is marked, with its subscriptions. Others stay. */
  public void delete(OfTopic key) {
    while (store.run(Topics.READ, key).filter(Topics.Topic::deleting).isPresent()) {
      for (var user : topics.subscribers(key, Optional.empty(), BATCH)) {
        topics.unsubscribe(key.subscriber(user));
      }
      store.run(Topics.REMOVE, key);
    }
  }
}
