package dev.trestle.stak.message;

import dev.trestle.platform.queue.Work;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.MessageIds;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Broadcasts.Next;
import dev.trestle.stak.model.Broadcasts.OfShard;
import dev.trestle.stak.model.Broadcasts.Posting;
import dev.trestle.stak.model.Broadcasts.PublicHeader;
import dev.trestle.stak.model.Broadcasts.PublicMessage;
import dev.trestle.stak.model.Broadcasts.PublicRecall;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.AudienceChunk;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.stak.model.Sends.SentMessage;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import dev.trestle.store.Written;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.LongStream;

/**
 * Posts messages. When a post is answered, the message, its audience and the first job are kept:
 * whatever is killed then, it will be delivered. A post that was not answered was delivered to
 * nobody, or will be to all.
 */
public final class Posts {
  /** The most recipients of a message to users. */
  public static final int UIDS_MAX = 200_000;

  private static final int CHUNKS_AT_ONCE = 25;

  private final Store store;
  private final Mailroom room;
  private final MessageIds ids;
  private final WorkQueue queue;
  private final Consumer<Happening> happenings;

  public Posts(
      Store store, Mailroom room, MessageIds ids, WorkQueue queue, Consumer<Happening> happenings) {
    this.store = store;
    this.room = room;
    this.ids = ids;
    this.queue = queue;
    this.happenings = happenings;
  }

  /** An id for a message. */
  public String nextId() {
    return ids.next();
  }

  /**
   * Posts to users, each once.
   *
   * @param uids distinct, at most {@link #UIDS_MAX}
   */
  public Posted toUsers(Draft draft, Collection<String> uids) {
    return toUsers(ids.next(), draft, uids);
  }

  /** The same under an id that is not in use, unless {@link #finish} found nothing of it. */
  public Posted toUsers(String id, Draft draft, Collection<String> uids) {
    if (uids.size() > UIDS_MAX) throw new IllegalArgumentException(uids.size() + " uids");
    long chunks = Math.ceilDiv(uids.size(), (long) Sends.CHUNK_UIDS);
    var sent = sent(draft, id, "users", uids.size(), chunks);
    keepAudience(sent, uids);
    store.run(Sends.SEND, sent);
    var of = new OfMessage(draft.tenant(), draft.inbox(), id);
    queue.enqueue(job(new Job.Spread(of)));
    return new Posted(id, uids.size());
  }

  private void keepAudience(SentMessage sent, Collection<String> uids) {
    var chunks = new ArrayList<AudienceChunk>();
    var some = new ArrayList<String>(Sends.CHUNK_UIDS);
    long number = 0;
    for (var uid : uids) {
      some.add(uid);
      if (some.size() < Sends.CHUNK_UIDS) continue;
      chunks.add(chunk(sent, number++, some));
      some.clear();
      if (chunks.size() == CHUNKS_AT_ONCE) {
        store.run(Sends.KEEP_CHUNKS, chunks, List.of());
        chunks.clear();
      }
    }
    if (!some.isEmpty()) chunks.add(chunk(sent, number, some));
    if (!chunks.isEmpty()) store.run(Sends.KEEP_CHUNKS, chunks, List.of());
  }

  private static AudienceChunk chunk(SentMessage sent, long number, List<String> uids) {
    return new AudienceChunk(
        sent.tenant(),
        sent.inbox(),
        sent.id(),
        number,
        List.copyOf(uids),
        Optional.empty(),
        Optional.empty(),
        sent.ttl());
  }

  /** Posts to everyone, in a number of writes that does not depend on how many they are. */
  public Posted toEveryone(Draft draft) {
    return toEveryone(ids.next(), draft);
  }

  /** The same under an id that is not in use, unless {@link #finish} found nothing of it. */
  public Posted toEveryone(String id, Draft draft) {
    long estimate = known(draft.tenant(), draft.inbox());
    var sent = sent(draft, id, "everyone", estimate, 0);
    store.run(Sends.SEND, sent);
    publish(sent);
    return new Posted(id, estimate);
  }

  private void publish(SentMessage sent) {
    Mailroom.insist(() -> attempt(sent));
    happenings.accept(
        new Happening.Broadcast(sent.tenant(), sent.inbox(), sent.id(), sent.category()));
  }

  /**
   * Goes on with a post that may have been begun: from where its message is kept, it is posted.
   *
   * @return none if the message is not kept; then nobody has got it, and it is to be posted anew
   */
  public Optional<Posted> finish(OfMessage of) {
    var kept = store.run(Sends.PROGRESS, of);
    kept.ifPresent(sent -> {
      if (sent.kind().equals("users")) queue.enqueue(job(new Job.Spread(of)));
      else if (!sent.redacted()) publish(sent);
    });
    return kept.map(sent -> new Posted(sent.id(), sent.estimated()));
  }

  private Optional<Boolean> attempt(SentMessage sent) {
    var of = new Broadcasts.OfInbox(sent.tenant(), sent.inbox());
    var header = store.run(Broadcasts.READ_HEADER, of);
    if (header.isEmpty()) {
      store.run(Broadcasts.OPEN, new PublicHeader(sent.tenant(), sent.inbox(), 0, 0, 0));
      return Optional.empty();
    }
    long n = header.get().n();
    var message =
        new PublicMessage(
            sent.tenant(),
            sent.inbox(),
            sent.id(),
            n + 1,
            sent.hostSystemId(),
            sent.category(),
            sent.sender(),
            sent.label(),
            sent.received(),
            sent.expiredat(),
            false,
            sent.ttl(),
            sent.message());
    var posting = new Posting(message, new Next(sent.tenant(), sent.inbox(), n + 1, n));
    return switch (store.run(Broadcasts.S2, posting)) {
      case TransactionOutcome.Done _ -> Optional.of(true);
      case TransactionOutcome.Refused refused ->
          refused
              .one(Posting::message)
              .flatMap(reason -> reason.current(Broadcasts.PUBLIC_MESSAGE))
              .map(_ -> true);
    };
  }

  /** How many users of an inbox are known. */
  public long known(String tenant, String inbox) {
    var shards =
        LongStream.range(0, Broadcasts.SHARDS)
            .mapToObj(shard -> new OfShard(tenant, inbox, shard))
            .toList();
    return store.run(Broadcasts.HOW_MANY, shards).stream()
        .mapToLong(Broadcasts.KnownCount::users)
        .sum();
  }

  private SentMessage sent(Draft draft, String id, String kind, long estimate, long chunks) {
    var now = room.now();
    var expiry = now.plus(draft.life());
    return new SentMessage(
        draft.tenant(),
        draft.inbox(),
        id,
        kind,
        draft.label(),
        draft.hostSystemId(),
        draft.category(),
        draft.sender(),
        estimate,
        chunks,
        0,
        0,
        0,
        0,
        false,
        now,
        expiry,
        expiry.plus(Mailroom.GRACE),
        draft.content());
  }

  private Work job(Job job) {
    return new Work(Job.QUEUE, job.id(), job.text(), room.now());
  }

  /**
   * Takes a message back from everyone who has it or would still get it.
   *
   * @return what is kept of it; none if there is no such message
   */
  public Optional<SentMessage> redact(OfMessage of) {
    var recalled = store.run(Sends.RECALL, of);
    if (!(recalled instanceof Written.Done<SentMessage>(var record))) return Optional.empty();
    var sent = record.orElseThrow();
    if (sent.kind().equals("everyone")) {
      redactPublic(of);
    } else {
      queue.enqueue(job(new Job.Retract(of)));
    }
    return Optional.of(sent);
  }

  private void redactPublic(OfMessage of) {
    var recall =
        new PublicRecall(
            new Broadcasts.OfMessage(of.tenant(), of.inbox(), of.id()),
            new Broadcasts.OfInbox(of.tenant(), of.inbox()));
    if (store.run(Broadcasts.REDACT_PUBLIC, recall).isDone()) {
      happenings.accept(new Happening.BroadcastRedacted(of.tenant(), of.inbox(), of.id()));
    }
  }
}
