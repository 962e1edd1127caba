package dev.trestle.stak.message;

import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.system.Ids;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.event.InboxEvent;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.Broadcast;
import dev.trestle.stak.model.Broadcasts.BroadcastHeader;
import dev.trestle.stak.model.Broadcasts.BroadcastRedaction;
import dev.trestle.stak.model.Broadcasts.NumberedBroadcast;
import dev.trestle.stak.model.Broadcasts.Numbering;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.TopicId;
import dev.trestle.stak.model.Topics;
import dev.trestle.stak.model.Topics.OfTopic;
import dev.trestle.stak.model.Topics.Topic;
import dev.trestle.stak.model.UserId;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.Written;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Posts messages. When a post returns, the message, its audience and the first job are stored: it
 * will be delivered, whatever is killed. A post that did not return was delivered to nobody, or
 * will be delivered to all.
 */
public final class Posts {
  private static final int CHUNKS_PER_BATCH = 25;

  private final Store store;
  private final UserInboxes inboxes;
  private final Ids ids;
  private final WorkQueue queue;
  private final Consumer<InboxEvent> events;

  public Posts(
      Store store, UserInboxes inboxes, Ids ids, WorkQueue queue, Consumer<InboxEvent> events) {
    this.store = store;
    this.inboxes = inboxes;
    this.ids = ids;
    this.queue = queue;
    this.events = events;
  }

  public MessageId nextId() {
    return new MessageId(ids.next());
  }

  public Posted post(Draft draft) {
    return post(draft.sendAt().map(this::idAt).orElseGet(this::nextId), draft);
  }

  /** An id that sorts by a later time, for a message that is sent then. */
  public MessageId idAt(Instant time) {
    return MessageId.derivedFrom(time, ids.next());
  }

  /** Posts under an id that is not in use, or for which {@link #resume} found nothing. */
  public Posted post(MessageId id, Draft draft) {
    return switch (draft.audience()) {
      case Audience.Users users -> toUsers(id, draft, users.ids());
      case Audience.Everyone _ -> toEveryone(id, draft);
      case Audience.OfTopic(var topic, _) -> toTopic(id, draft, topic);
    };
  }

  private Posted toUsers(MessageId id, Draft draft, Collection<UserId> users) {
    long chunks = Math.ceilDiv(users.size(), (long) SentMessages.CHUNK_UIDS_MAX);
    var sent = sentMessage(draft, id, users.size(), chunks);
    addAudience(sent, users);
    store.run(SentMessages.ADD, sent);
    enqueue(new DeliveryJob.DeliverAll(sent.key()), sent);
    return new Posted(id, users.size());
  }

  private void addAudience(SentMessage sent, Collection<UserId> users) {
    var chunks = new ArrayList<AudienceChunk>();
    var some = new ArrayList<UserId>(SentMessages.CHUNK_UIDS_MAX);
    long number = 0;
    for (var user : users) {
      some.add(user);
      if (some.size() < SentMessages.CHUNK_UIDS_MAX) continue;
      chunks.add(chunk(sent, number++, some));
      some.clear();
      if (chunks.size() == CHUNKS_PER_BATCH) {
        store.run(SentMessages.ADD_CHUNKS, chunks, List.of());
        chunks.clear();
      }
    }
    if (!some.isEmpty()) chunks.add(chunk(sent, number, some));
    if (!chunks.isEmpty()) store.run(SentMessages.ADD_CHUNKS, chunks, List.of());
  }

  private static AudienceChunk chunk(SentMessage sent, long number, List<UserId> users) {
    return new AudienceChunk(
        sent.tenant(),
        sent.inbox(),
        sent.id(),
        number,
        List.copyOf(users),
        Optional.empty(),
        Optional.empty(),
        sent.ttl());
  }

  /** The subscribers become its audience when it is sent: a worker does that. */
  private Posted toTopic(MessageId id, Draft draft, TopicId topic) {
    var key = new OfTopic(draft.inbox().tenant(), draft.inbox().inbox(), topic);
    long estimate = store.run(Topics.READ, key).map(Topic::subscribers).orElse(0L);
    var sent = sentMessage(draft, id, estimate, 0);
    store.run(SentMessages.ADD, sent);
    enqueue(new DeliveryJob.DeliverAll(sent.key()), sent);
    return new Posted(id, estimate);
  }

  /** Takes the same number of writes for any number of users. */
  private Posted toEveryone(MessageId id, Draft draft) {
    long estimate = knownUsers(draft.inbox());
    var sent = sentMessage(draft, id, estimate, 0);
    store.run(SentMessages.ADD, sent);
    if (sent.sendAt().isPresent()) enqueue(new DeliveryJob.Publish(sent.key()), sent);
    else publish(sent);
    return new Posted(id, estimate);
  }

  /** Makes a broadcast visible to everyone. Doing it again changes nothing. */
  public void publish(SentMessage sent) {
    inboxes.retry(() -> attemptBroadcast(sent));
    events.accept(new InboxEvent.BroadcastSent(sent.key(), sent.category()));
  }

  /**
   * Resumes a post that may have been interrupted: once its message is stored, it is posted.
   *
   * @return none if the message is not stored; then nobody has it, and it can be posted again
   */
  public Optional<Posted> resume(MessageKey key) {
    var stored = store.run(SentMessages.READ, key);
    stored.ifPresent(sent -> {
      switch (sent.audience().kind()) {
        case users, topic -> enqueue(new DeliveryJob.DeliverAll(key), sent);
        case everyone -> {
          if (sent.sendAt().isPresent()) enqueue(new DeliveryJob.Publish(key), sent);
          else if (!sent.redacted()) publish(sent);
        }
      }
    });
    return stored.map(sent -> new Posted(sent.id(), sent.estimated()));
  }

  private Optional<Boolean> attemptBroadcast(SentMessage sent) {
    var inbox = sent.key().inboxKey();
    var header = store.run(Broadcasts.READ_HEADER, inbox);
    if (header.isEmpty()) {
      var first = new BroadcastHeader(inbox.tenant(), inbox.inbox(), 0, 0, 0);
      store.run(Broadcasts.ADD_HEADER, first);
      return Optional.empty();
    }
    long previous = header.get().broadcasts();
    var numbering = new Numbering(inbox.tenant(), inbox.inbox(), previous + 1, previous);
    var write = new NumberedBroadcast(broadcast(sent, previous + 1), numbering);
    return switch (store.run(Broadcasts.SEND, write)) {
      case TransactionOutcome.Done _ -> {
        inboxes.activity().sent(inbox, sent.category());
        yield Optional.of(true);
      }
      case TransactionOutcome.Refused refused ->
          refused
              .one(NumberedBroadcast::message)
              .flatMap(reason -> reason.current(Broadcasts.BROADCAST))
              .map(_ -> true);
    };
  }

  private static Broadcast broadcast(SentMessage sent, long number) {
    return new Broadcast(
        sent.tenant(),
        sent.inbox(),
        sent.id(),
        number,
        sent.hostSystemId(),
        sent.category(),
        sent.sender(),
        sent.audience().label(),
        sent.received(),
        sent.expiresAt(),
        false,
        sent.ttl(),
        sent.message());
  }

  /** How many users of an inbox are known. */
  public long knownUsers(InboxKey inbox) {
    var shards =
        LongStream.range(0, Broadcasts.SHARDS)
            .mapToObj(shard -> new OfShard(inbox.tenant(), inbox.inbox(), shard))
            .toList();
    return store.run(Broadcasts.KNOWN_COUNTS, shards).stream()
        .mapToLong(Broadcasts.KnownCount::users)
        .sum();
  }

  private SentMessage sentMessage(Draft draft, MessageId id, long estimate, long chunks) {
    var now = draft.sendAt().orElseGet(inboxes::now);
    var expiry = now.plus(draft.lifetime());
    return new SentMessage(
        draft.inbox().tenant(),
        draft.inbox().inbox(),
        id,
        draft.audience().summary(),
        draft.hostSystemId(),
        draft.category(),
        draft.sender(),
        draft.sendAt(),
        estimate,
        chunks,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        false,
        now,
        expiry,
        expiry.plus(UserInboxes.TTL_GRACE),
        draft.content());
  }

  private void enqueue(DeliveryJob job, SentMessage sent) {
    queue.enqueue(job.job(sent.sendAt().orElseGet(inboxes::exactTime)));
  }

  /**
   * Redacts a message for everyone who has it or would still get it. A scheduled message is
   * cancelled: nobody has it yet, so there is nothing to remove.
   *
   * @return the sent message; none if there is no such message
   * @throws Refusal.InboxBusy if it could not be redacted for everyone now
   */
  public Optional<SentMessage> redact(MessageKey key) {
    var marked = store.run(SentMessages.MARK_REDACTED, key);
    if (!(marked instanceof Written.Done<SentMessage>(var stored))) return Optional.empty();
    var sent = stored.orElseThrow();
    if (sent.isScheduled(inboxes.exactTime())) return Optional.of(sent);
    switch (sent.audience().kind()) {
      case users, topic -> queue.enqueue(new DeliveryJob.RedactAll(key).job(inboxes.exactTime()));
      case everyone -> redactBroadcast(key);
    }
    return Optional.of(sent);
  }

  private void redactBroadcast(MessageKey key) {
    var redaction = new BroadcastRedaction(key, key.inboxKey());
    switch (store.run(Broadcasts.REDACT, redaction)) {
      case TransactionOutcome.Done _ -> events.accept(new InboxEvent.BroadcastRedacted(key));
      case TransactionOutcome.Refused refused -> {
        if (!refused.isConditionFailed()) throw new Refusal.InboxBusy();
      }
    }
  }
}
