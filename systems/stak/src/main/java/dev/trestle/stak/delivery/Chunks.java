package dev.trestle.stak.delivery;

import dev.trestle.stak.event.Happening;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.Recipient;
import dev.trestle.stak.model.Broadcasts;
import dev.trestle.stak.model.Changes;
import dev.trestle.stak.model.Inboxes.Audience;
import dev.trestle.stak.model.Inboxes.Content;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Progress;
import dev.trestle.stak.model.Progress.Concluded;
import dev.trestle.stak.model.Progress.Conclusion;
import dev.trestle.stak.model.Progress.Resolution;
import dev.trestle.stak.model.Progress.Retracted;
import dev.trestle.stak.model.Progress.Retraction;
import dev.trestle.stak.model.Progress.Sums;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.AudienceChunk;
import dev.trestle.stak.model.Sends.DeadLetter;
import dev.trestle.stak.model.Sends.Missed;
import dev.trestle.stak.model.Sends.OfChunk;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.stak.model.Sends.Outcome;
import dev.trestle.stak.model.Sends.SentMessage;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Works on chunks of audiences. Each recipient is a transaction of its own; what became of the
 * chunk is written at the end, once. A worker that is killed anywhere leaves a chunk without an
 * outcome: the next one does it all again, and those who have the message keep the one they have.
 */
final class Chunks {
  /** Someone could not be served this time. */
  static final class UnservedException extends RuntimeException {
    UnservedException(String reason) {
      super(reason, null, false, false);
    }
  }

  private final Store store;
  private final Mailroom room;
  private final Consumer<Happening> happenings;
  private final Crew crew;
  private final LongAdder delivered = new LongAdder();
  private final LongAdder buried = new LongAdder();

  Chunks(Store store, Mailroom room, Consumer<Happening> happenings, Crew crew) {
    this.store = store;
    this.room = room;
    this.happenings = happenings;
    this.crew = crew;
  }

  /**
   * Delivers to a chunk.
   *
   * @param isLast this is the last attempt: who cannot be served gets into a dead letter
   */
  void deliver(OfChunk of, boolean isLast) {
    var sent = store.run(Sends.PROGRESS, message(of));
    var chunk = store.run(Sends.ONE_CHUNK, of);
    if (sent.isEmpty() || chunk.isEmpty() || chunk.get().outcome().isPresent()) return;
    var outcomes = deliver(sent.get(), chunk.get().uids());
    if (!outcomes.failed.isEmpty() && !isLast) throw new UnservedException(outcomes.reason);
    var outcome = new Outcome(outcomes.delivered.size(), outcomes.missed, room.now());
    var sums = sums(of, outcomes.delivered.size(), outcomes.muted, outcomes.failed.size(), 0);
    var dead =
        outcomes.failed.isEmpty()
            ? Optional.<DeadLetter>empty()
            : Optional.of(dead(sent.get(), of, "deliver", outcomes.failed, outcomes.reason));
    var concluded = new Concluded(of.tenant(), of.inbox(), of.id(), of.chunk(), outcome);
    // Told before it is concluded: a worker that is killed in between tells it again.
    tellDelivered(sent.get(), of, Long.toString(of.chunk()), outcomes.delivered);
    if (settle(store.run(Progress.CONCLUDE, new Conclusion(concluded, sums, dead)))) {
      delivered.add(outcomes.delivered.size());
      if (dead.isPresent()) buried.increment();
    }
  }

  /** To how many recipients messages came in this process. */
  long delivered() {
    return delivered.sum();
  }

  /** How many dead letters were written in this process. */
  long buried() {
    return buried.sum();
  }

  private void tellDelivered(SentMessage sent, OfChunk of, String part, List<String> users) {
    if (users.isEmpty()) return;
    happenings.accept(
        new Happening.Delivered(of.tenant(), of.inbox(), of.id(), sent.category(), part, users));
  }

  /** Delivers to those whom a dead letter names. */
  void revive(OfChunk of) {
    var sent = store.run(Sends.PROGRESS, message(of));
    var dead = store.run(Sends.ONE_DEAD, of);
    if (sent.isEmpty() || dead.isEmpty()) return;
    if (dead.get().work().equals("redact")) {
      redact(of, false);
    } else {
      var outcomes = deliver(sent.get(), dead.get().uids());
      if (!outcomes.failed.isEmpty()) throw new UnservedException(outcomes.reason);
      tellDelivered(sent.get(), of, of.chunk() + ".again", outcomes.delivered);
      var sums = sums(of, outcomes.delivered.size(), outcomes.muted, -dead.get().uids().size(), 0);
      if (settle(store.run(Progress.RESOLVE, new Resolution(of, sums)))) {
        delivered.add(outcomes.delivered.size());
      }
      return;
    }
    settle(store.run(Progress.RESOLVE, new Resolution(of, sums(of, 0, 0, 0, 0))));
  }

  /** What became of recipients. */
  private static final class Outcomes {
    final List<String> delivered = new ArrayList<>();
    final List<Missed> missed = new ArrayList<>();
    final List<String> failed = new ArrayList<>();
    long muted;
    String reason = "";
  }

  private Outcomes deliver(SentMessage sent, List<String> uids) {
    var outcomes = new Outcomes();
    if (sent.redacted()) {
      uids.forEach(uid -> outcomes.missed.add(new Missed(uid, "redacted")));
      return outcomes;
    }
    var users = uids.stream().map(uid -> new OfInbox(sent.tenant(), uid, sent.inbox())).toList();
    long n = room.publicMessages().n(new Broadcasts.OfInbox(sent.tenant(), sent.inbox()));
    Map<String, Counts> known =
        store.run(Changes.GENERATIONS, users).stream()
            .collect(Collectors.toMap(Counts::user, Function.identity()));
    var results =
        crew.all(
            users,
            user ->
                new Recipient(room, user)
                    .deliver(
                        Optional.ofNullable(known.get(user.user())),
                        n,
                        at -> copy(sent, user.user(), at)));
    for (int i = 0; i < uids.size(); i++) {
      note(outcomes, uids.get(i), results.get(i));
    }
    return outcomes;
  }

  private static void note(Outcomes outcomes, String uid, Crew.Result<Recipient.Outcome> result) {
    switch (result) {
      case Crew.Failed<Recipient.Outcome>(var reason) -> {
        outcomes.failed.add(uid);
        outcomes.missed.add(new Missed(uid, "failed: " + reason));
        outcomes.reason = reason;
      }
      case Crew.Made<Recipient.Outcome>(var made) -> {
        switch (made) {
          case DELIVERED, REPEATED -> outcomes.delivered.add(uid);
          case MUTED -> {
            outcomes.muted++;
            outcomes.missed.add(new Missed(uid, "muted"));
          }
          case REDACTED -> outcomes.missed.add(new Missed(uid, "redacted"));
          case EXPIRED -> outcomes.missed.add(new Missed(uid, "expired"));
        }
      }
    }
  }

  private Message copy(SentMessage sent, String user, Recipient.Generations at) {
    return new Message(
        sent.tenant(),
        user,
        sent.inbox(),
        sent.id(),
        sent.hostSystemId(),
        sent.category(),
        sent.sender(),
        new Audience(sent.kind(), sent.label()),
        sent.received(),
        room.now(),
        Optional.empty(),
        false,
        false,
        at.generation(),
        at.seenGeneration(),
        sent.expiredat(),
        sent.ttl(),
        sent.message());
  }

  /** Redacts for a chunk; who has not got the message gets a tombstone in its place. */
  void redact(OfChunk of, boolean isLast) {
    var sent = store.run(Sends.PROGRESS, message(of));
    var chunk = store.run(Sends.ONE_CHUNK, of);
    if (sent.isEmpty() || chunk.isEmpty() || chunk.get().retractedAt().isPresent()) return;
    var uids = chunk.get().uids();
    var results =
        crew.all(
            uids,
            uid -> {
              new Recipient(room, new OfInbox(of.tenant(), uid, of.inbox()))
                  .redact(tombstone(sent.get(), uid));
              return true;
            });
    for (var result : results) {
      if (result instanceof Crew.Failed<Boolean>(var reason)) {
        if (isLast) buryRedaction(sent.get(), chunk.get(), of, reason);
        else throw new UnservedException(reason);
        return;
      }
    }
    var retracted = new Retracted(of.tenant(), of.inbox(), of.id(), of.chunk(), room.now());
    var retraction = new Retraction(retracted, sums(of, 0, 0, 0, uids.size()));
    if (settle(store.run(Progress.RETRACT, retraction))) {
      happenings.accept(new Happening.Redacted(of.tenant(), of.inbox(), of.id(), uids));
    }
  }

  private void buryRedaction(SentMessage sent, AudienceChunk chunk, OfChunk of, String reason) {
    store.run(Sends.BURY, dead(sent, of, "redact", chunk.uids(), reason));
    buried.increment();
  }

  private Message tombstone(SentMessage sent, String user) {
    return new Message(
        sent.tenant(),
        user,
        sent.inbox(),
        sent.id(),
        Optional.empty(),
        sent.category(),
        sent.sender(),
        new Audience(sent.kind(), Optional.empty()),
        sent.received(),
        room.now(),
        Optional.empty(),
        true,
        false,
        0,
        -1,
        sent.expiredat(),
        sent.ttl(),
        Content.NONE);
  }

  private DeadLetter dead(
      SentMessage sent, OfChunk of, String work, List<String> uids, String reason) {
    return new DeadLetter(
        of.tenant(), of.inbox(), of.id(), of.chunk(), work, uids, reason, room.now(), sent.ttl());
  }

  /** Whether it was this worker's; a refusal by a condition means another was faster. */
  private static boolean settle(TransactionOutcome outcome) {
    return switch (outcome) {
      case TransactionOutcome.Done _ -> true;
      case TransactionOutcome.Refused refused -> {
        if (!refused.isConditionFailed()) throw new UnservedException("busy");
        yield false;
      }
    };
  }

  private static OfMessage message(OfChunk of) {
    return new OfMessage(of.tenant(), of.inbox(), of.id());
  }

  private static Sums sums(OfChunk of, long delivered, long muted, long failed, long retracted) {
    return new Sums(of.tenant(), of.inbox(), of.id(), delivered, muted, failed, retracted);
  }
}
