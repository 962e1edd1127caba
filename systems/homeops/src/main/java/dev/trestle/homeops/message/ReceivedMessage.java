package dev.trestle.homeops.message;

import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/**
 * A message from a chat, on its way to the worker.
 *
 * @param source the adapter that received it
 * @param sender the adapter's id of its sender
 * @param at when it was written, in whole seconds
 * @param editedAt when it was last changed, if it was
 * @param addressed whether it addresses the assistant
 * @param raw the original data, if it is worth keeping
 */
public record ReceivedMessage(
    Source source,
    ChatId chatId,
    MessageNumber messageId,
    String sender,
    String senderName,
    String text,
    Instant at,
    Optional<MessageNumber> replyTo,
    Optional<Instant> editedAt,
    boolean addressed,
    String raw) {
  public static final int TEXT_LENGTH_MAX = 2000;

  public ReceivedMessage {
    var written = at.truncatedTo(ChronoUnit.SECONDS);
    at = written;
    // An edit in the second of its message is later all the same.
    editedAt =
        editedAt
            .map(time -> time.truncatedTo(ChronoUnit.MILLIS))
            .map(time -> time.isAfter(written) ? time : written.plusMillis(1));
  }

  /** When it got the text it has. */
  public Instant decided() {
    return editedAt.orElse(at);
  }
}
