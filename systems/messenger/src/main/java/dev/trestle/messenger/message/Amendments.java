package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.cold.ColdEntries;
import dev.trestle.messenger.cold.ColdSegment;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.MessageId;
import dev.trestle.messenger.model.MessageSegments;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.system.Ids;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Edits, deletions and reactions: entries of the log that are also applied to their target. */
final class Amendments {
  /** The most reactions to one text, which keeps its item small. */
  private static final int REACTIONS_MAX = 100;

  /**
   * What is amended.
   *
   * @param segment where it is, if it is in cold storage
   */
  private record Target(Message message, Optional<ColdSegment> segment) {}

  private final Store store;
  private final ColdEntries cold;
  private final ChatAccess access;
  private final Ids ids;
  private final InstantSource clock;

  Amendments(Store store, ColdEntries cold, ChatAccess access, Ids ids, InstantSource clock) {
    this.store = store;
    this.cold = cold;
    this.access = access;
    this.ids = ids;
    this.clock = clock;
  }

  Append<Sent> append(ChatId chat, UserId author, Draft draft) {
    var hash = draft.bodyHash();
    return head -> {
      // What one has said can be taken back even then.
      boolean isDeletion = draft.kind() == Kind.delete;
      var member = isDeletion ? access.member(chat, author) : access.writer(chat, author);
      var target = target(member, draft.targetSequence().orElseThrow());
      allow(member, target.message, draft);
      return write(head, member, target, draft, hash);
    };
  }

  private Target target(Membership member, long sequence) {
    if (sequence < Math.max(1, member.joinedSequence())) throw noTarget();
    var chat = member.chatId();
    return store
        .run(Messages.ONE_CONSISTENT, new Messages.At(chat, sequence))
        .map(message -> new Target(message, Optional.empty()))
        .or(() -> cold.find(chat, sequence).flatMap(segment -> inSegment(segment, sequence)))
        .filter(target -> target.message.kind() == Kind.text)
        .orElseThrow(Amendments::noTarget);
  }

  private static Optional<Target> inSegment(ColdSegment segment, long sequence) {
    return segment.entry(sequence).map(entry -> new Target(entry, Optional.of(segment)));
  }

  private static Refusal noTarget() {
    return new Refusal.InvalidField("target_sequence", "There is no such message.");
  }

  private static void allow(Membership member, Message target, Draft draft) {
    boolean own = target.senderId().equals(member.userId());
    switch (draft.kind()) {
      case edit -> {
        if (!own) throw new Refusal.Forbidden("Only the sender may edit a message.");
      }
      case delete -> {
        if (!own && member.role() == Role.member) {
          throw new Refusal.Forbidden("Only the sender or an admin may delete a message.");
        }
      }
      case reaction -> {
        var reactions = target.reactions();
        if (reactions.size() >= REACTIONS_MAX && !reactions.containsKey(member.userId().value())) {
          throw new Refusal.Conflict("This message cannot have more reactions.");
        }
      }
      case text, created, joined, left, role, renamed ->
          throw new IllegalStateException(draft.kind() + " amends nothing");
    }
  }

  private AppendOutcome<Sent> write(
      LogHead head, Membership author, Target target, Draft draft, String hash) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var chat = author.chatId();
    var of = target.message;
    var entry =
        draft.entry(
            chat, head.sequence() + 1, head.ordinal(), MessageId.next(ids), author.userId(), now);
    long by = entry.sequence();
    var change =
        new Messages.Amendment(
            entry,
            IdempotencyKeys.FirstUse.of(entry, hash, now),
            only(
                draft,
                Kind.edit,
                new Messages.Editing(chat, of.sequence(), draft.content(), now, by)),
            only(draft, Kind.delete, new Messages.Erasing(chat, of.sequence(), now, by)),
            only(
                draft,
                Kind.reaction,
                new Messages.Reacting(
                    chat, of.sequence(), author.userId().value(), draft.content(), by)),
            of.file()
                .filter(_ -> draft.kind() == Kind.delete)
                .map(file -> new MessageFiles.ById(file.fileId())));
    return target
        .segment
        .map(segment -> writeCold(segment, of, change, hash))
        .orElseGet(() -> writeInTable(change, hash));
  }

  private AppendOutcome<Sent> writeInTable(Messages.Amendment change, String hash) {
    return switch (store.run(Messages.AMEND, change)) {
      case TransactionOutcome.Done _ -> appended(change.entry());
      case TransactionOutcome.Refused refused -> refused(refused, change, hash);
    };
  }

  /** The segment is stored again with the change, and named by the same transaction. */
  private AppendOutcome<Sent> writeCold(
      ColdSegment segment, Message of, Messages.Amendment change, String hash) {
    if (of.deletedAt().isPresent()) return replayOfDeletion(change, hash);
    var changed =
        change
            .edit()
            .map(of::edited)
            .or(() -> change.erasure().map(of::erased))
            .or(() -> change.reaction().map(of::reacted))
            .orElseThrow();
    var amendment =
        new MessageSegments.Amendment(
            change.entry(), change.key(), cold.replace(segment, changed), change.file());
    return switch (store.run(MessageSegments.AMEND, amendment)) {
      case TransactionOutcome.Done _ -> appended(change.entry());
      case TransactionOutcome.Refused refused ->
          replayed(refused.one(MessageSegments.Amendment::key), change, hash)
              .orElseGet(AppendOutcome.Overtaken::new);
    };
  }

  private AppendOutcome<Sent> replayOfDeletion(Messages.Amendment change, String hash) {
    var entry = change.entry();
    return store
        .run(IdempotencyKeys.FIND, new IdempotencyKeys.Of(entry.chatId(), entry.clientMessageId()))
        .map(first -> Sent.replay(first, entry.senderId(), hash))
        .<AppendOutcome<Sent>>map(AppendOutcome.Unneeded::new)
        .orElseThrow(Amendments::wasDeleted);
  }

  private static AppendOutcome<Sent> appended(Message entry) {
    return new AppendOutcome.Appended<>(List.of(entry), Sent.of(entry));
  }

  private static <T> Optional<T> only(Draft draft, Kind kind, T change) {
    return draft.kind() == kind ? Optional.of(change) : Optional.empty();
  }

  private static AppendOutcome<Sent> refused(
      TransactionOutcome.Refused refused, Messages.Amendment change, String hash) {
    var replay = replayed(refused.one(Messages.Amendment::key), change, hash);
    if (replay.isPresent()) return replay.get();
    boolean overtaken =
        !refused.isConditionFailed() || refused.one(Messages.Amendment::entry).isPresent();
    if (overtaken || isMoved(refused)) return new AppendOutcome.Overtaken<>();
    throw wasDeleted();
  }

  /** Whether the target is no longer in the table: it has just been moved to cold storage. */
  private static boolean isMoved(TransactionOutcome.Refused refused) {
    return refused
        .one(Messages.Amendment::edit)
        .or(() -> refused.one(Messages.Amendment::erasure))
        .or(() -> refused.one(Messages.Amendment::reaction))
        .filter(reason -> reason.current(Messages.MESSAGE).isEmpty())
        .isPresent();
  }

  private static Optional<AppendOutcome<Sent>> replayed(
      Optional<TransactionOutcome.Reason> key, Messages.Amendment change, String hash) {
    return key.flatMap(reason -> reason.current(IdempotencyKeys.KEY))
        .map(first ->
            new AppendOutcome.Unneeded<>(Sent.replay(first, change.entry().senderId(), hash)));
  }

  private static Refusal wasDeleted() {
    return new Refusal.Conflict("This message was deleted.");
  }
}
