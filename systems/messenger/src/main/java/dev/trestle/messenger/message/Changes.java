package dev.trestle.messenger.message;

import dev.trestle.messenger.Ids;
import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.IdempotencyKeys;
import dev.trestle.messenger.model.Memberships.Membership;
import dev.trestle.messenger.model.Memberships.Role;
import dev.trestle.messenger.model.Messages;
import dev.trestle.messenger.model.Messages.Kind;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.messenger.model.UserId;
import dev.trestle.store.Store;
import dev.trestle.store.TransactionOutcome;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Edits, deletions and reactions: entries of the log that also change their target. */
final class Changes {
  /** So many people may react to one text; a text must stay small. */
  private static final int REACTIONS_MAX = 100;

  private final Store store;
  private final Access access;
  private final Ids ids;
  private final InstantSource clock;

  Changes(Store store, Access access, Ids ids, InstantSource clock) {
    this.store = store;
    this.access = access;
    this.ids = ids;
    this.clock = clock;
  }

  Step<Sent> step(ChatId chat, UserId author, Draft draft) {
    var hash = draft.bodyHash();
    return head -> {
      var member = access.member(chat, author);
      var target = target(member, draft.targetSequence().orElseThrow());
      allow(member, target, draft);
      return write(head, member, draft, hash);
    };
  }

  private Message target(Membership member, long sequence) {
    if (sequence < Math.max(1, member.joinedSequence())) throw noTarget();
    return store
        .run(Messages.M11_SYNC, new Messages.At(member.chatId(), sequence))
        .filter(message -> message.kind() == Kind.text)
        .orElseThrow(Changes::noTarget);
  }

  private static Refused noTarget() {
    return Refused.invalid("target_sequence", "There is no such message.");
  }

  private static void allow(Membership member, Message target, Draft draft) {
    boolean own = target.senderId().equals(member.userId());
    switch (draft.kind()) {
      case edit -> {
        if (!own) throw Refused.forbidden("Only the sender may edit a message.");
      }
      case delete -> {
        if (!own && member.role() == Role.member) {
          throw Refused.forbidden("Only the sender or an admin may delete a message.");
        }
      }
      case reaction -> {
        var reactions = target.reactions();
        if (reactions.size() >= REACTIONS_MAX && !reactions.containsKey(member.userId().value())) {
          throw Refused.conflict("This message has as many reactions as it can have.");
        }
      }
      case text, created, joined, left, role, renamed ->
          throw new IllegalStateException(draft.kind() + " changes nothing");
    }
  }

  private Attempt<Sent> write(Position head, Membership author, Draft draft, String hash) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var chat = author.chatId();
    long target = draft.targetSequence().orElseThrow();
    var entry =
        new Message(
            chat,
            head.sequence() + 1,
            ids.message(),
            author.userId(),
            draft.clientMessageId(),
            draft.content(),
            draft.contentType(),
            now,
            draft.kind(),
            head.ordinal(),
            draft.targetSequence(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Map.of());
    var change =
        new Messages.Changing(
            entry,
            Keys.firstUse(entry, hash, now),
            only(draft, Kind.edit, new Messages.Editing(chat, target, draft.content(), now)),
            only(draft, Kind.delete, new Messages.Erasing(chat, target, now)),
            only(
                draft,
                Kind.reaction,
                new Messages.Reacting(chat, target, author.userId().value(), draft.content())));
    return switch (store.run(Messages.CHANGE, change)) {
      case TransactionOutcome.Done _ -> new Attempt.Appended<>(List.of(entry), Keys.sent(entry));
      case TransactionOutcome.Refused refused -> refused(refused, author.userId(), hash);
    };
  }

  private static <T> Optional<T> only(Draft draft, Kind kind, T change) {
    return draft.kind() == kind ? Optional.of(change) : Optional.empty();
  }

  private static Attempt<Sent> refused(
      TransactionOutcome.Refused refused, UserId author, String hash) {
    var first =
        refused.one(Messages.Changing::key).flatMap(reason -> reason.current(IdempotencyKeys.KEY));
    if (first.isPresent()) {
      return new Attempt.Unneeded<>(Keys.replay(first.get(), author, hash));
    }
    boolean overtaken =
        !refused.isConditionFailed() || refused.one(Messages.Changing::entry).isPresent();
    if (overtaken) return new Attempt.Overtaken<>();
    throw Refused.conflict("This message was deleted.");
  }
}
