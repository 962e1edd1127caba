package dev.trestle.messenger.message;

import dev.trestle.accounts.UserId;
import dev.trestle.messenger.Refusal;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.MessageFiles;
import dev.trestle.messenger.model.MessageId;
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

  private final Store store;
  private final ChatAccess access;
  private final Ids ids;
  private final InstantSource clock;

  Amendments(Store store, ChatAccess access, Ids ids, InstantSource clock) {
    this.store = store;
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
      allow(member, target, draft);
      return write(head, member, target, draft, hash);
    };
  }

  private Message target(Membership member, long sequence) {
    if (sequence < Math.max(1, member.joinedSequence())) throw noTarget();
    return store
        .run(Messages.ONE_CONSISTENT, new Messages.At(member.chatId(), sequence))
        .filter(message -> message.kind() == Kind.text)
        .orElseThrow(Amendments::noTarget);
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
      LogHead head, Membership author, Message of, Draft draft, String hash) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var chat = author.chatId();
    long target = of.sequence();
    var entry =
        draft.entry(
            chat, head.sequence() + 1, head.ordinal(), MessageId.next(ids), author.userId(), now);
    var change =
        new Messages.Amendment(
            entry,
            IdempotencyKeys.FirstUse.of(entry, hash, now),
            only(draft, Kind.edit, new Messages.Editing(chat, target, draft.content(), now)),
            only(draft, Kind.delete, new Messages.Erasing(chat, target, now)),
            only(
                draft,
                Kind.reaction,
                new Messages.Reacting(chat, target, author.userId().value(), draft.content())),
            of.file()
                .filter(_ -> draft.kind() == Kind.delete)
                .map(file -> new MessageFiles.ById(file.fileId())));
    return switch (store.run(Messages.AMEND, change)) {
      case TransactionOutcome.Done _ ->
          new AppendOutcome.Appended<>(List.of(entry), Sent.of(entry));
      case TransactionOutcome.Refused refused -> refused(refused, author.userId(), hash);
    };
  }

  private static <T> Optional<T> only(Draft draft, Kind kind, T change) {
    return draft.kind() == kind ? Optional.of(change) : Optional.empty();
  }

  private static AppendOutcome<Sent> refused(
      TransactionOutcome.Refused refused, UserId author, String hash) {
    var first =
        refused.one(Messages.Amendment::key).flatMap(reason -> reason.current(IdempotencyKeys.KEY));
    if (first.isPresent()) {
      return new AppendOutcome.Unneeded<>(Sent.replay(first.get(), author, hash));
    }
    boolean overtaken =
        !refused.isConditionFailed() || refused.one(Messages.Amendment::entry).isPresent();
    if (overtaken) return new AppendOutcome.Overtaken<>();
    throw new Refusal.Conflict("This message was deleted.");
  }
}
