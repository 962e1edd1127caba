package dev.trestle.stak.email;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.model.UserMessageKey;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** A job of the e-mail worker: a reference, never the e-mail itself. */
sealed interface EmailJob {
  TenantId tenant();

  /** Claims the e-mails about a message for the recipients of a chunk. */
  record Claim(ChunkKey chunk) implements EmailJob {
    @Override
    public TenantId tenant() {
      return chunk.tenant();
    }
  }

  /**
   * Sends an e-mail.
   *
   * @param waits how often it has waited because the tenant sent too many
   */
  record Send(UserMessageKey email, int waits) implements EmailJob {
    @Override
    public TenantId tenant() {
      return email.tenant();
    }
  }

  /** Sends a user's digests that are due. */
  record SendDigests(UserInboxKey user, int waits) implements EmailJob {
    @Override
    public TenantId tenant() {
      return user.tenant();
    }
  }

  private String payload() {
    return switch (this) {
      case Claim(var chunk) ->
          "claim " + chunk.tenant() + " " + chunk.inbox() + " " + chunk.id() + " " + chunk.chunk();
      case Send(var key, var waits) ->
          "send %s %s %s %s %d".formatted(key.tenant(), key.inbox(), key.user(), key.id(), waits);
      case SendDigests(var user, var waits) ->
          "digest %s %s %s %d".formatted(user.tenant(), user.inbox(), user.user(), waits);
    };
  }

  /** The job for the queue. Its id is the same for the same work. */
  default NewJob job(Instant due) {
    var payload = payload();
    var id = Sha256.hex(payload.getBytes(StandardCharsets.UTF_8));
    return new NewJob(EmailSender.QUEUE, id, payload, due);
  }

  /** Reads a job's payload. No id in it contains a space. */
  static Optional<EmailJob> parse(String payload) {
    var words = payload.split(" ", -1);
    if (words.length < 5 || words.length > 6) return Optional.empty();
    var inbox = InboxKey.of(words[1], words[2]);
    return switch (words[0]) {
      case "claim" ->
          Optional.of(
              new Claim(inbox.message(new MessageId(words[3])).chunk(Long.parseLong(words[4]))));
      case "send" ->
          Optional.of(
              new Send(
                  inbox.user(new UserId(words[3])).message(new MessageId(words[4])),
                  Integer.parseInt(words[5])));
      case "digest" ->
          Optional.of(
              new SendDigests(inbox.user(new UserId(words[3])), Integer.parseInt(words[4])));
      default -> Optional.empty();
    };
  }
}
