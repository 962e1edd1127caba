package dev.trestle.homeops.message;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.queue.Claim;
import dev.trestle.platform.queue.JobOutcome;
import dev.trestle.platform.queue.NewJob;
import dev.trestle.platform.queue.WorkOptions;
import dev.trestle.platform.queue.WorkQueue;
import dev.trestle.platform.queue.Worker;
import dev.trestle.platform.web.Json;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;

/** Queues messages for the pipeline, which gets each at least once. */
public final class MessageQueue {
  public static final String NAME = "homeops-messages";

  private final WorkQueue queue;
  private final MessagePipeline pipeline;

  public MessageQueue(WorkQueue queue, MessagePipeline pipeline) {
    this.queue = queue;
    this.pipeline = pipeline;
  }

  /** A repeated message is one job while it waits, and changes nothing afterwards. */
  public void add(ReceivedMessage message) {
    var id =
        message.chatId().value()
            + '/'
            + message.messageId().value()
            + message.editedAt().map(time -> "/" + time.toEpochMilli()).orElse("");
    var hash = HexFormat.of().formatHex(Sha256.of(id));
    queue.enqueue(
        new NewJob(
            NAME,
            hash,
            new String(Json.write(Payload.of(message)), StandardCharsets.UTF_8),
            message.at()));
  }

  /** Handles a message at once, without the queue: for a history that is loaded in order. */
  public void handleNow(ReceivedMessage message) {
    pipeline.handle(message);
  }

  public Worker work(WorkOptions options) {
    return queue.work(NAME, options, this::handle);
  }

  private JobOutcome handle(Claim claim) {
    pipeline.handle(
        Json.read(claim.payload().getBytes(StandardCharsets.UTF_8), Payload.class).message());
    return JobOutcome.done();
  }

  /** The message as JSON, with times as numbers. */
  record Payload(
      String source,
      String chatId,
      long messageId,
      String sender,
      String senderName,
      String text,
      long at,
      Optional<Long> replyTo,
      Optional<Long> editedAt,
      boolean addressed,
      String raw) {
    static Payload of(ReceivedMessage message) {
      return new Payload(
          message.source().value(),
          message.chatId().value(),
          message.messageId().value(),
          message.sender(),
          message.senderName(),
          message.text(),
          message.at().getEpochSecond(),
          message.replyTo().map(MessageNumber::value),
          message.editedAt().map(Instant::toEpochMilli),
          message.addressed(),
          message.raw());
    }

    ReceivedMessage message() {
      return new ReceivedMessage(
          new Source(source),
          new ChatId(chatId),
          new MessageNumber(messageId),
          sender,
          senderName,
          text,
          Instant.ofEpochSecond(at),
          replyTo.map(MessageNumber::new),
          editedAt.map(Instant::ofEpochMilli),
          addressed,
          raw);
    }
  }
}
