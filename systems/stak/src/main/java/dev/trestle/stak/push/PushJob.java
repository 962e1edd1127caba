package dev.trestle.stak.push;

import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserMessageKey;
import java.time.Instant;
import java.util.Optional;

/** A job of the push worker: a reference, never the message itself. */
sealed interface PushJob {
  String QUEUE = "stak-push";

  TenantId tenant();

  /** Finds the devices of a chunk's recipients. */
  record FanOut(ChunkKey chunk) implements PushJob {
    @Override
    public TenantId tenant() {
      return chunk.tenant();
    }
  }

  /** Pushes a message to one device of its recipient. */
  record Send(UserMessageKey message, String device) implements PushJob {
    @Override
    public TenantId tenant() {
      return message.tenant();
    }
  }

  private String payload() {
    return switch (this) {
      case FanOut(var chunk) ->
          "devices %s %s %s %d".formatted(chunk.tenant(), chunk.inbox(), chunk.id(), chunk.chunk());
      case Send(var key, var device) ->
          "send %s %s %s %s %s".formatted(key.tenant(), key.inbox(), key.user(), key.id(), device);
    };
  }

  /** The job for the queue. Its id is the same for the same work. */
  default NewJob job(Instant due) {
    var payload = payload();
    return new NewJob(QUEUE, Sha256.hex(payload), payload, due);
  }

  /** Reads a job's payload. No id in it contains a space. */
  static Optional<PushJob> parse(String payload) {
    var words = payload.split(" ", -1);
    if (words.length < 5 || words.length > 6) return Optional.empty();
    var inbox = InboxKey.of(words[1], words[2]);
    return switch (words[0]) {
      case "devices" ->
          Optional.of(
              new FanOut(inbox.message(new MessageId(words[3])).chunk(Long.parseLong(words[4]))));
      case "send" ->
          Optional.of(
              new Send(
                  inbox.user(new UserId(words[3])).message(new MessageId(words[4])), words[5]));
      default -> Optional.empty();
    };
  }
}
