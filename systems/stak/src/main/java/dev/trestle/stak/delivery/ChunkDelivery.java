package dev.trestle.stak.delivery;

import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.inbox.Recipient;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.DeliveryProgress;
import dev.trestle.stak.model.DeliveryProgress.ConcludedChunk;
import dev.trestle.stak.model.DeliveryProgress.Conclusion;
import dev.trestle.stak.model.DeliveryProgress.Resolution;
import dev.trestle.stak.model.DeliveryProgress.RetractedChunk;
import dev.trestle.stak.model.DeliveryProgress.Retraction;
import dev.trestle.stak.model.DeliveryProgress.Totals;
import dev.trestle.stak.model.InboxWrites;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.ChunkOutcome;
import dev.trestle.stak.model.SentMessages.ChunkWork;
import dev.trestle.stak.model.SentMessages.DeadLetter;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.Trends.DailyCounts;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Works on chunks of audiences. Each recipient is a transaction of its own; the outcome of the
 * chunk is written at the end, once. A worker that is killed at any point leaves a chunk without an
 * outcome: the next one does it all again, and recipients who have the message keep it.
 */
final class ChunkDelivery {
  /** Some recipients could not be served at this attempt. */
  static final class UnservedException extends RuntimeException {
    UnservedException(String reason) {
      super(reason, null, false, false);
    }
  }

  private final Store store;
  private final UserInboxes inboxes;
  private final SettingsStore settings;
  private final Consumer<InboxEvent> events;
  private final ParallelTasks tasks;
  private final LongAdder delivered = new LongAdder();
  private final LongAdder deadLetters = new LongAdder();

  ChunkDelivery(
      Store store,
      UserInboxes inboxes,
      SettingsStore settings,
      Consumer<InboxEvent> events,
      ParallelTasks tasks) {
    this.store = store;
    this.inboxes = inboxes;
    this.settings = settings;
    this.events = events;
    this.tasks = tasks;
  }

  /** How many recipients this process has delivered to. */
  long delivered() {
    return delivered.sum();
  }

  /** How many dead letters this process has written. */
  long deadLetters() {
    return deadLetters.sum();
  }

  /**
   * Delivers to a chunk.
   *
   * @param isLast whether this is the last attempt: recipients that fail go to a dead letter
   */
  void deliver(SentMessage sent, ChunkKey key, boolean isLast) {
    var chunk = store.run(SentMessages.READ_CHUNK, key);
    if (chunk.isEmpty() || chunk.get().outcome().isPresent()) return;
    var outcomes = deliver(sent, chunk.get().uids());
    if (outcomes.hasFailures() && !isLast) throw new UnservedException(outcomes.lastFailure());
    conclude(sent, key, outcomes);
  }

  /** Concludes a chunk that no worker finished: all its recipients go to a dead letter. */
  void abandon(SentMessage sent, ChunkKey key, String failure) {
    var chunk = store.run(SentMessages.READ_CHUNK, key);
    if (chunk.isEmpty() || chunk.get().outcome().isPresent()) return;
    conclude(sent, key, RecipientOutcomes.allFailed(chunk.get().uids(), failure));
  }

  private void conclude(SentMessage sent, ChunkKey key, RecipientOutcomes outcomes) {
    var outcome = new ChunkOutcome(outcomes.delivered().size(), outcomes.missed(), inboxes.now());
    var deadLetter =
        outcomes.hasFailures()
            ? Optional.of(
                deadLetter(sent, key, ChunkWork.deliver, outcomes.failed(), outcomes.lastFailure()))
            : Optional.<DeadLetter>empty();
    var concluded = new ConcludedChunk(key.tenant(), key.inbox(), key.id(), key.chunk(), outcome);
    var totals = outcomes.totals(key);
    // Published before the chunk is concluded: a worker that is killed in between repeats it.
    var part = Long.toString(key.chunk());
    publishDelivered(sent, key, part, outcomes.delivered());
    if (outcomes.hasFailures()) {
      events.accept(
          new InboxEvent.Undelivered(key.message(), sent.category(), part, outcomes.failed()));
    }
    var counts =
        DailyCounts.of(sent, isSentWith(sent, key) ? 1 : 0, totals.delivered(), totals.failed());
    var conclusion =
        new Conclusion(
            concluded, totals, Optional.of(counts).filter(each -> !each.isNothing()), deadLetter);
    if (isOurs(store.run(DeliveryProgress.CONCLUDE, conclusion))) {
      delivered.add(outcomes.delivered().size());
      if (deadLetter.isPresent()) deadLetters.increment();
    }
  }

  /**
   * The first chunk, of which every message has one, counts the message; unless it was redacted.
   */
  private static boolean isSentWith(SentMessage sent, ChunkKey key) {
    return key.chunk() == 0 && !sent.redacted();
  }

  private void publishDelivered(SentMessage sent, ChunkKey key, String part, List<UserId> users) {
    if (users.isEmpty()) return;
    events.accept(new InboxEvent.Delivered(key.message(), sent.category(), part, users));
  }

  /** Repeats what a dead letter is about. */
  void replay(SentMessage sent, ChunkKey key) {
    var dead = store.run(SentMessages.READ_DEAD_LETTER, key);
    if (dead.isEmpty()) return;
    switch (dead.get().work()) {
      case redact -> {
        redact(sent, key, false);
        removeDeadLetter(key);
      }
      case deliver -> {
        var outcomes = deliver(sent, dead.get().uids());
        if (outcomes.hasFailures()) throw new UnservedException(outcomes.lastFailure());
        publishDelivered(sent, key, key.chunk() + ".again", outcomes.delivered());
        var totals = outcomes.totals(key).minusFailed(dead.get().uids().size());
        var counts = DailyCounts.of(sent, 0, totals.delivered(), totals.failed());
        if (isOurs(resolve(key, totals, Optional.of(counts)))) {
          delivered.add(outcomes.delivered().size());
        }
      }
    }
  }

  private TransactionOutcome resolve(ChunkKey key, Totals totals, Optional<DailyCounts> counts) {
    return store.run(DeliveryProgress.RESOLVE, new Resolution(key, totals, counts));
  }

  private RecipientOutcomes deliver(SentMessage sent, List<UserId> uids) {
    if (sent.redacted()) return RecipientOutcomes.allRedacted(uids);
    // The last chunk of a topic's audience.
    if (uids.isEmpty()) return new RecipientOutcomes();
    var inbox = sent.key().inboxKey();
    var keys = uids.stream().map(inbox::user).toList();
    long broadcasts = inboxes.broadcasts().count(inbox);
    var counts =
        store.run(InboxWrites.COUNTS_OF_CHUNK, keys).stream()
            .collect(Collectors.toMap(Counts::user, Function.identity()));
    var copies = new MessageCopies(sent, inboxes::now);
    boolean isRequired =
        settings.config(inbox).filter(each -> each.isRequired(sent.category())).isPresent();
    var results =
        tasks.all(
            keys,
            key ->
                new Recipient(inboxes, key)
                    .deliver(
                        Optional.ofNullable(counts.get(key.user())),
                        broadcasts,
                        isRequired,
                        generations -> copies.copy(key.user(), generations)));
    var outcomes = new RecipientOutcomes();
    for (int i = 0; i < uids.size(); i++) outcomes.add(uids.get(i), results.get(i));
    return outcomes;
  }

  /** Redacts for a chunk. Recipients who have not got the message get a tombstone. */
  void redact(SentMessage sent, ChunkKey key, boolean isLast) {
    var chunk = store.run(SentMessages.READ_CHUNK, key);
    if (chunk.isEmpty() || chunk.get().retractedAt().isPresent()) return;
    var uids = chunk.get().uids();
    var inbox = key.message().inboxKey();
    var copies = new MessageCopies(sent, inboxes::now);
    var results =
        tasks.all(
            uids,
            uid -> {
              new Recipient(inboxes, inbox.user(uid)).redact(copies.tombstone(uid));
              return true;
            });
    for (var result : results) {
      if (result instanceof ParallelTasks.Failed<Boolean>(var reason)) {
        if (!isLast) throw new UnservedException(reason);
        addDeadLetter(sent, key, ChunkWork.redact, uids, reason);
        return;
      }
    }
    var retracted =
        new RetractedChunk(key.tenant(), key.inbox(), key.id(), key.chunk(), inboxes.now());
    if (!uids.isEmpty()) {
      events.accept(new InboxEvent.Redacted(key.message(), Long.toString(key.chunk()), uids));
    }
    var retraction = new Retraction(retracted, Totals.retracted(key, uids.size()));
    isOurs(store.run(DeliveryProgress.RETRACT, retraction));
  }

  /** Writes a dead letter beside the progress: a redaction, or a message without any chunk yet. */
  void addDeadLetter(
      SentMessage sent, ChunkKey key, ChunkWork work, List<UserId> uids, String reason) {
    store.run(SentMessages.ADD_DEAD_LETTER, deadLetter(sent, key, work, uids, reason));
    deadLetters.increment();
  }

  /** Removes a dead letter whose work is queued again. */
  void removeDeadLetter(ChunkKey key) {
    isOurs(resolve(key, Totals.none(key), Optional.empty()));
  }

  private DeadLetter deadLetter(
      SentMessage sent, ChunkKey key, ChunkWork work, List<UserId> uids, String reason) {
    return new DeadLetter(
        key.tenant(),
        key.inbox(),
        key.id(),
        key.chunk(),
        work,
        uids,
        reason,
        inboxes.now(),
        sent.ttl());
  }

  /** Whether this worker wrote the outcome; a failed condition means that another was faster. */
  private static boolean isOurs(TransactionOutcome outcome) {
    return switch (outcome) {
      case TransactionOutcome.Done _ -> true;
      case TransactionOutcome.Refused refused -> {
        if (!refused.isConditionFailed()) throw new UnservedException("busy");
        yield false;
      }
    };
  }
}
