package dev.trestle.stak.message;

import dev.trestle.platform.queue.NewJob;
import dev.trestle.stak.model.ChunkKey;
import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.MessageKey;
import dev.trestle.stak.model.TenantId;
import java.time.Instant;
import java.util.Optional;

/** A job of the delivery workers: a reference, never the message itself. */
public sealed interface DeliveryJob {
  String QUEUE = "stak";

  MessageKey message();

  /** Enqueues a {@link Deliver} for each chunk of a message. */
  record DeliverAll(MessageKey message) implements DeliveryJob {}

  /** Enqueues a {@link Redact} for each chunk of a message. */
  record RedactAll(MessageKey message) implements DeliveryJob {}

  /** Publishes a broadcast whose time has come. */
  record Publish(MessageKey message) implements DeliveryJob {}

  /** A job about one chunk. */
  sealed interface OfChunk extends DeliveryJob {
    ChunkKey chunk();

    @Override
    default MessageKey message() {
      return chunk().message();
    }
  }

  record Deliver(ChunkKey chunk) implements OfChunk {}

  record Redact(ChunkKey chunk) implements OfChunk {}

  /** Repeats what a dead letter says about a chunk. */
  record Replay(ChunkKey chunk) implements OfChunk {}

  private String verb() {
    return switch (this) {
      case DeliverAll _ -> "spread";
      case RedactAll _ -> "retract";
      case Publish _ -> "publish";
      case Deliver _ -> "deliver";
      case Redact _ -> "redact";
      case Replay _ -> "revive";
    };
  }

  /** The job for the queue. Its id is the same for the same work. */
  default NewJob job(Instant due) {
    var message = message();
    var where = message.tenant() + " " + message.inbox() + " " + message.id();
    return switch (this) {
      case DeliverAll _, RedactAll _, Publish _ ->
          new NewJob(QUEUE, verb() + ":" + message.id(), verb() + " " + where, due);
      case OfChunk of ->
          new NewJob(
              QUEUE,
              verb() + ":" + message.id() + ":" + of.chunk().chunk(),
              verb() + " " + where + " " + of.chunk().chunk(),
              due);
    };
  }

  /** Reads a job's payload. No id in it contains a space. */
  static Optional<DeliveryJob> parse(String payload) {
    var words = payload.split(" ", -1);
    if (words.length < 4 || words.length > 5) return Optional.empty();
    var message =
        new MessageKey(new TenantId(words[1]), new InboxId(words[2]), new MessageId(words[3]));
    var chunk = message.chunk(words.length == 5 ? Long.parseLong(words[4]) : 0);
    return switch (words[0]) {
      case "spread" -> Optional.of(new DeliverAll(message));
      case "retract" -> Optional.of(new RedactAll(message));
      case "publish" -> Optional.of(new Publish(message));
      case "deliver" -> Optional.of(new Deliver(chunk));
      case "redact" -> Optional.of(new Redact(chunk));
      case "revive" -> Optional.of(new Replay(chunk));
      default -> Optional.empty();
    };
  }
}
