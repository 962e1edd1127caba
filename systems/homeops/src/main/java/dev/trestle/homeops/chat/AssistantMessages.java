package dev.trestle.homeops.chat;

import dev.trestle.homeops.live.ChatEvents;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MemberId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.Messages.Message;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** Stores the assistant's own messages, so that a reply to one can be understood. */
public final class AssistantMessages {
  /** The sender of the assistant's own messages. */
  public static final MemberId SENDER = new MemberId(0);

  public static final String NAME = "HomeOps";

  /** How long messages are kept. */
  public static final Duration KEPT = Duration.ofDays(90);

  private final Store store;
  private final ChatEvents events;
  private final InstantSource clock;

  public AssistantMessages(Store store, ChatEvents events, InstantSource clock) {
    this.store = store;
    this.events = events;
    this.clock = clock;
  }

  /** Stores a message that was sent with this number. */
  public void save(
      ChatId chatId, MessageNumber number, String text, Optional<MessageNumber> replyTo) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    store.run(
        Messages.SAVE,
        new Message(
            chatId,
            number,
            SENDER,
            NAME,
            text,
            now,
            replyTo,
            Optional.empty(),
            "",
            now,
            now.plus(KEPT)));
    events.changed(chatId, ChatEvents.Kind.message);
  }
}
