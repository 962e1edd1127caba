package dev.trestle.stak.delivery;

import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.message.DeliveryJob;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.ChunkWork;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.TenantDirectory.TenantState;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.topic.TopicStore;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Handles delivery jobs: splits messages into chunks, delivers and redacts chunks.
 *
 * <p>A message has only a few chunks in the queue: each chunk enqueues the one that many places
 * after it, behind what other tenants have posted meanwhile. So a message to very many users does
 * not delay others.
 */
public final class DeliveryWorker {
  /** How many chunks of a message are queued or worked on at a time. */
  static final int CHUNKS_QUEUED = 8;

  /** How soon the jobs of a suspended tenant are looked at again. */
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private static final int CHUNKS_MAX = 10_000;

  private final Store store;
  private final UserInboxes inboxes;
  private final WorkQueue queue;
  private final Function<TenantId, TenantState> states;
  private final Consumer<SentMessage> publisher;
  private final DeliveryOptions options;
  private final ChunkDelivery chunks;
  private final TopicAudience audiences;

  public DeliveryWorker(
      Store store,
      UserInboxes inboxes,
      WorkQueue queue,
      TopicStore topics,
      SettingsStore settings,
      Function<TenantId, TenantState> states,
      Consumer<InboxEvent> events,
      Consumer<SentMessage> publisher,
      DeliveryOptions options) {
    this.store = store;
    this.inboxes = inboxes;
    this.queue = queue;
    this.states = states;
    this.publisher = publisher;
    this.options = options;
    this.audiences = new TopicAudience(store, topics);
    this.chunks =
        new ChunkDelivery(
            store, inboxes, settings, events, new ParallelTasks(options.recipients()));
  }

  /** How many recipients this process has delivered to. Broadcasts are not delivered. */
  public long delivered() {
    return chunks.delivered();
  }

  /** How many dead letters this process has written. */
  public long deadLetters() {
    return chunks.deadLetters();
  }

  /** Starts to handle jobs, until the worker is closed. */
  public Worker start() {
    var work = new WorkOptions(options.chunks(), options.visibility(), options.backoff());
    return queue.work(DeliveryJob.QUEUE, work, this::handle);
  }

  private JobOutcome handle(Claim claim) {
    var job = DeliveryJob.parse(claim.payload());
    if (job.isEmpty()) return JobOutcome.failed("not a delivery job");
    switch (states.apply(job.get().message().tenant())) {
      case active -> {}
      case suspended -> {
        // A new job, because waiting is not a failed attempt.
        queue.enqueue(job.get().job(inboxes.exactTime().plus(PAUSE)));
        return JobOutcome.done();
      }
      case deleting -> {
        return JobOutcome.done();
      }
    }
    boolean isLast = claim.attempt() >= options.backoff().attempts();
    run(job.get(), claim.attempt() == 1, isLast);
    return JobOutcome.done();
  }

  /**
   * Runs a job; running it again changes nothing.
   *
   * @param isFirst whether this is the first attempt
   * @param isLast whether this is the last attempt
   */
  void run(DeliveryJob job, boolean isFirst, boolean isLast) {
    var found = store.run(SentMessages.READ, job.message());
    if (found.isEmpty()) return;
    var sent = found.get();
    switch (job) {
      case DeliveryJob.DeliverAll _ -> deliverAll(sent);
      case DeliveryJob.RedactAll _ -> {
        if (!sent.awaitsAudience()) redactAll(sent.key());
      }
      case DeliveryJob.Publish _ -> {
        if (!sent.redacted()) publisher.accept(sent);
      }
      case DeliveryJob.Deliver(var chunk) -> {
        if (isNextDue(sent, chunk, isFirst, each -> each.outcome().isPresent())) {
          enqueue(new DeliveryJob.Deliver(next(chunk)));
        }
        chunks.deliver(sent, chunk, isLast);
      }
      case DeliveryJob.Redact(var chunk) -> {
        if (isNextDue(sent, chunk, isFirst, each -> each.retractedAt().isPresent())) {
          enqueue(new DeliveryJob.Redact(next(chunk)));
        }
        chunks.redact(sent, chunk, isLast);
      }
      case DeliveryJob.Replay(var chunk) -> replay(sent, chunk);
    }
  }

  private static ChunkKey next(ChunkKey chunk) {
    return chunk.message().chunk(chunk.chunk() + CHUNKS_QUEUED);
  }

  /** A repeated attempt enqueues the next chunk only if nobody has finished it. */
  private boolean isNextDue(
      SentMessage sent, ChunkKey chunk, boolean isFirst, Predicate<AudienceChunk> isDone) {
    var next = next(chunk);
    if (next.chunk() >= sent.chunks()) return false;
    return isFirst || store.run(SentMessages.READ_CHUNK, next).filter(isDone).isEmpty();
  }

  private void deliverAll(SentMessage posted) {
    var topic = posted.audience().topic();
    var found = Optional.of(posted);
    if (topic.isPresent() && posted.awaitsAudience()) {
      if (posted.redacted()) return;
      found = audiences.gather(posted, topic.get());
      // Redacted meanwhile: until now there was no audience to redact it for.
      if (found.filter(SentMessage::redacted).isPresent()) {
        enqueue(new DeliveryJob.RedactAll(posted.key()));
      }
    }
    found.ifPresent(this::deliverChunks);
  }

  private void deliverChunks(SentMessage sent) {
    for (long chunk = 0; chunk < Math.min(CHUNKS_QUEUED, sent.chunks()); chunk++) {
      enqueue(new DeliveryJob.Deliver(sent.key().chunk(chunk)));
    }
  }

  /** Reads the audience, as S3 does, instead of counting up to the number of chunks. */
  private void redactAll(MessageKey message) {
    try (var audience = store.stream(SentMessages.AUDIENCE, message, CHUNKS_MAX)) {
      audience
          .filter(chunk -> chunk.chunk() < CHUNKS_QUEUED)
          .forEach(chunk -> enqueue(new DeliveryJob.Redact(message.chunk(chunk.chunk()))));
    }
  }

  /** A dead letter without users is about the whole message. */
  private void replay(SentMessage sent, ChunkKey key) {
    var dead = store.run(SentMessages.READ_DEAD_LETTER, key);
    if (dead.isPresent() && dead.get().uids().isEmpty()) {
      enqueue(
          switch (dead.get().work()) {
            case deliver ->
                switch (sent.audience().kind()) {
                  case users, topic -> new DeliveryJob.DeliverAll(sent.key());
                  case everyone -> new DeliveryJob.Publish(sent.key());
                };
            case redact -> new DeliveryJob.RedactAll(sent.key());
          });
      chunks.removeDeadLetter(key);
    } else {
      chunks.replay(sent, key);
    }
  }

  /**
   * Turns a job that no worker finished into a dead letter of its tenant.
   *
   * @param failure how its last attempt ended
   */
  void abandon(DeliveryJob job, String failure) {
    var found = store.run(SentMessages.READ, job.message());
    if (found.isEmpty()) return;
    var sent = found.get();
    switch (job) {
      case DeliveryJob.Deliver(var chunk) -> {
        // Its first attempt may have ended before it enqueued the next chunk.
        if (isNextDue(sent, chunk, false, each -> each.outcome().isPresent())) {
          enqueue(new DeliveryJob.Deliver(next(chunk)));
        }
        chunks.abandon(sent, chunk, failure);
      }
      case DeliveryJob.Redact(var chunk) -> {
        var uids =
            store.run(SentMessages.READ_CHUNK, chunk).map(AudienceChunk::uids).orElse(List.of());
        chunks.addDeadLetter(sent, chunk, ChunkWork.redact, uids, failure);
      }
      case DeliveryJob.Publish(var message) ->
          chunks.addDeadLetter(sent, message.chunk(0), ChunkWork.deliver, List.of(), failure);
      case DeliveryJob.DeliverAll(var message) ->
          chunks.addDeadLetter(sent, message.chunk(0), ChunkWork.deliver, List.of(), failure);
      case DeliveryJob.RedactAll(var message) ->
          chunks.addDeadLetter(sent, message.chunk(0), ChunkWork.redact, List.of(), failure);
      // Its dead letter is still there.
      case DeliveryJob.Replay _ -> {}
    }
  }

  void enqueue(DeliveryJob job) {
    queue.enqueue(job.job(inboxes.exactTime()));
  }
}
