package dev.trestle.stak.delivery;

import dev.trestle.stak.delivery.DeliveryTrace.Step;
import dev.trestle.stak.delivery.DeliveryTrace.Verdict;
import dev.trestle.stak.inbox.InboxMessage;
import dev.trestle.stak.inbox.UserInbox.Inspection;
import dev.trestle.stak.inbox.UserInboxes;
import dev.trestle.stak.model.Emails;
import dev.trestle.stak.model.Emails.Email;
import dev.trestle.stak.model.Inboxes.Message;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.SentMessages;
import dev.trestle.stak.model.SentMessages.AudienceChunk;
import dev.trestle.stak.model.SentMessages.ChunkOutcome;
import dev.trestle.stak.model.SentMessages.Missed;
import dev.trestle.stak.model.SentMessages.SentMessage;
import dev.trestle.stak.model.UserId;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Answers why a user did not get a message. */
public final class DeliveryTracer {
  private static final int CHUNKS_MAX = 10_000;

  private final Store store;
  private final UserInboxes inboxes;

  public DeliveryTracer(Store store, UserInboxes inboxes) {
    this.store = store;
    this.inboxes = inboxes;
  }

  /** The trace of a message to a user; none if there is no such message. */
  public Optional<DeliveryTrace> trace(MessageKey key, UserId user) {
    return store.run(SentMessages.READ, key).map(sent -> new Tracing(sent, user).trace());
  }

  /** One trace in the making. */
  private final class Tracing {
    private final SentMessage sent;
    private final UserId user;
    private final Inspection found;
    private final List<Step> steps = new ArrayList<>();

    Tracing(SentMessage sent, UserId user) {
      this.sent = sent;
      this.user = user;
      this.found = inboxes.of(sent.key().inboxKey().user(user)).inspect(sent.id());
    }

    DeliveryTrace trace() {
      step(sent.received(), "posted", "by " + sent.sender() + ", to " + to());
      var verdict =
          switch (sent.audience().kind()) {
            case users, topic -> toUsers();
            case everyone -> toEveryone();
          };
      store
          .run(Emails.READ, sent.key().inboxKey().user(user).message(sent.id()))
          .ifPresent(this::email);
      return new DeliveryTrace(verdict, List.copyOf(steps));
    }

    private void email(Email email) {
      var detail = email.detail().orElse("");
      switch (email.state()) {
        case waiting -> step(email.due(), "e-mail waiting", "");
        case sent -> step(email.doneAt().orElse(email.due()), "e-mail sent", detail);
        case skipped -> step(email.doneAt().orElse(email.due()), "e-mail not needed", detail);
        case refused -> step(email.doneAt().orElse(email.due()), "e-mail refused", detail);
        case failed -> step(email.doneAt().orElse(email.due()), "e-mail failed", detail);
        case digest -> step(email.due(), "e-mail digest", "in the digest of that time");
      }
    }

    private String to() {
      var kind = sent.audience().kind().name();
      return sent.audience().topic().map(topic -> kind + " " + topic).orElse(kind);
    }

    private void step(Instant at, String what, String detail) {
      steps.add(new Step(Optional.of(at), what, detail));
    }

    private void step(String what, String detail) {
      steps.add(new Step(Optional.empty(), what, detail));
    }

    private Verdict toUsers() {
      if (sent.awaitsAudience()) {
        if (sent.redacted()) return gone();
        step("queued", "its recipients are the subscribers of the topic when it is sent");
        return Verdict.QUEUED;
      }
      var chunk = chunk();
      if (chunk.isEmpty()) {
        step("not addressed", "the user is not in the audience of this message");
        return Verdict.NOT_ADDRESSED;
      }
      var outcome = chunk.get().outcome();
      if (outcome.isEmpty() && found.stored().isEmpty()) {
        step("queued", "chunk " + chunk.get().chunk() + " is waiting for a worker");
        return Verdict.QUEUED;
      }
      var missed = outcome.flatMap(this::missed);
      if (missed.isPresent() && found.view().isEmpty()) {
        return notDelivered(outcome.orElseThrow().at(), missed.get());
      }
      found
          .stored()
          .filter(copy -> !isTombstone(copy))
          .ifPresent(
              copy -> step(copy.delivered(), "delivered", "in chunk " + chunk.get().chunk()));
      chunk.get().retractedAt().ifPresent(at -> step(at, "redacted", "for the whole chunk"));
      return found.view().map(this::shown).orElseGet(this::gone);
    }

    private Optional<AudienceChunk> chunk() {
      try (var chunks = store.stream(SentMessages.AUDIENCE, sent.key(), CHUNKS_MAX)) {
        return chunks.filter(chunk -> chunk.uids().contains(user)).findFirst();
      }
    }

    private Optional<Missed> missed(ChunkOutcome outcome) {
      return outcome.missed().stream().filter(each -> each.uid().equals(user)).findFirst();
    }

    private Verdict notDelivered(Instant at, Missed missed) {
      var reason = missed.reason().name();
      step(
          at,
          "not delivered",
          missed.failure().map(failure -> reason + ": " + failure).orElse(reason));
      return switch (missed.reason()) {
        case muted -> Verdict.MUTED;
        case redacted -> Verdict.REDACTED;
        case expired -> Verdict.EXPIRED;
        case failed -> Verdict.FAILED;
      };
    }

    private static boolean isTombstone(Message copy) {
      return copy.redacted() && copy.seenGeneration() == MessageCopies.NEVER_UNSEEN;
    }

    private Verdict toEveryone() {
      if (found.counts().isEmpty()) {
        step(
            "unknown user",
            "the user was never registered or addressed and has never opened the inbox");
        return Verdict.UNKNOWN_USER;
      }
      if (found.view().isPresent()) {
        step(sent.received(), "delivered", "to everyone");
        return shown(found.view().get());
      }
      if (sent.redacted()) return gone();
      if (found.counts().get().muted().contains(sent.category())) {
        step("hidden", "the user has muted " + sent.category());
        return Verdict.MUTED;
      }
      if (!sent.expiresAt().isAfter(inboxes.now())) return gone();
      step("hidden", "it was sent before the user was known");
      return Verdict.BEFORE_KNOWN;
    }

    private Verdict shown(InboxMessage view) {
      if (view.snoozedUntil().isPresent()) {
        step(view.snoozedUntil().get(), "snoozed", "hidden until then");
        return Verdict.SNOOZED;
      }
      view.readAt().ifPresent(at -> step(at, "read", ""));
      if (view.archived()) step("archived", "by the user");
      if (view.readAt().isEmpty()) step("unread", view.seen() ? "seen" : "not seen yet");
      if (view.archived()) return Verdict.ARCHIVED;
      return view.readAt().isPresent() ? Verdict.READ : Verdict.UNREAD;
    }

    private Verdict gone() {
      if (sent.redacted()) {
        step("redacted", "by an administrator");
        return Verdict.REDACTED;
      }
      if (!sent.expiresAt().isAfter(inboxes.now())) {
        step(sent.expiresAt(), "expired", "");
        return Verdict.EXPIRED;
      }
      step("missing", "the reason is not known");
      return Verdict.MISSING;
    }
  }
}
