package dev.trestle.stak.delivery;

import dev.trestle.stak.inbox.Item;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.UserInbox.Inspection;
import dev.trestle.stak.model.Inboxes.Counts;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Sends;
import dev.trestle.stak.model.Sends.AudienceChunk;
import dev.trestle.stak.model.Sends.OfMessage;
import dev.trestle.stak.model.Sends.SentMessage;
import dev.trestle.store.Store;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Why a user did not get a message: what is known of its way, in order, and where it ended. */
public final class Timeline {
  private static final int CHUNKS_MAX = 10_000;

  /** One thing that is known. */
  public record Step(Optional<Instant> at, String what, String detail) {}

  /**
   * The way of a message to a user.
   *
   * @param verdict where it ended: unread, read, archived, snoozed, muted, redacted, expired,
   *     not-addressed, before-known, unknown-user, queued, failed, missing
   */
  public record Story(String verdict, List<Step> steps) {}

  private final Store store;
  private final Mailroom room;

  public Timeline(Store store, Mailroom room) {
    this.store = store;
    this.room = room;
  }

  /** The story of a message and a user; none if there is no such message. */
  public Optional<Story> of(OfMessage of, String user) {
    return store.run(Sends.PROGRESS, of).map(sent -> new Telling(sent, user).story());
  }

  private final class Telling {
    private final SentMessage sent;
    private final String user;
    private final Inspection found;
    private final List<Step> steps = new ArrayList<>();

    Telling(SentMessage sent, String user) {
      this.sent = sent;
      this.user = user;
      this.found = room.inbox(new OfInbox(sent.tenant(), user, sent.inbox())).inspect(sent.id());
    }

    Story story() {
      step(sent.received(), "posted", "by " + sent.sender() + ", to " + sent.kind());
      var verdict = sent.kind().equals("everyone") ? everyones() : users();
      return new Story(verdict, List.copyOf(steps));
    }

    private void step(Instant at, String what, String detail) {
      steps.add(new Step(Optional.of(at), what, detail));
    }

    private void note(String what, String detail) {
      steps.add(new Step(Optional.empty(), what, detail));
    }

    private String users() {
      var chunk = chunk();
      if (chunk.isEmpty()) {
        note("not addressed", "the user is not in the audience of this message");
        return "not-addressed";
      }
      var outcome = chunk.get().outcome();
      if (outcome.isEmpty() && found.stored().isEmpty()) {
        note("queued", "chunk " + chunk.get().chunk() + " waits for a worker");
        return "queued";
      }
      var missed =
          outcome.stream()
              .flatMap(known -> known.missed().stream())
              .filter(each -> each.uid().equals(user))
              .findFirst();
      if (missed.isPresent() && found.item().isEmpty()) {
        step(outcome.orElseThrow().at(), "not delivered", missed.get().why());
        return missed.get().why().startsWith("failed") ? "failed" : missed.get().why();
      }
      found
          .stored()
          .filter(copy -> copy.sg() >= 0 || !copy.redacted())
          .ifPresent(
              copy -> step(copy.delivered(), "delivered", "in chunk " + chunk.get().chunk()));
      chunk.get().retractedAt().ifPresent(at -> step(at, "redacted", "for the whole chunk"));
      return found.item().map(this::state).orElseGet(this::gone);
    }

    private Optional<AudienceChunk> chunk() {
      var of = new OfMessage(sent.tenant(), sent.inbox(), sent.id());
      return store.stream(Sends.AUDIENCE, of, CHUNKS_MAX)
          .filter(chunk -> chunk.uids().contains(user))
          .findFirst();
    }

    private String everyones() {
      if (found.counts().isEmpty()) {
        note("not known", "the user was never registered or addressed and has never looked");
        return "unknown-user";
      }
      if (found.item().isPresent()) {
        step(sent.received(), "delivered", "to everyone");
        return state(found.item().get());
      }
      if (sent.redacted()) return gone();
      if (isMuted(found.counts().get())) {
        note("hidden", "the user has muted " + sent.category());
        return "muted";
      }
      if (!sent.expiredat().isAfter(room.now())) return gone();
      note("hidden", "it was sent before the user was known");
      return "before-known";
    }

    private boolean isMuted(Counts counts) {
      return counts.muted().contains(sent.category());
    }

    private String state(Item item) {
      if (item.snoozedUntil().isPresent()) {
        step(item.snoozedUntil().get(), "snoozed", "hidden until then");
        return "snoozed";
      }
      item.readat().ifPresent(at -> step(at, "read", ""));
      if (item.archived()) note("archived", "put away by the user");
      if (item.readat().isEmpty()) note("unread", item.seen() ? "seen" : "not seen yet");
      if (item.archived()) return "archived";
      return item.readat().isPresent() ? "read" : "unread";
    }

    private String gone() {
      if (sent.redacted()) {
        note("redacted", "taken back by an administrator");
        return "redacted";
      }
      if (!sent.expiredat().isAfter(room.now())) {
        step(sent.expiredat(), "expired", "its time was over");
        return "expired";
      }
      note("missing", "nothing says why");
      return "missing";
    }
  }
}
