package dev.trestle.homeops.message;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.chat.MessageNumbers;
import dev.trestle.homeops.chat.PageAdapter;
import dev.trestle.homeops.household.HouseholdDirectory.Membership;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.Decisions;
import dev.trestle.homeops.model.Decisions.SentMessage;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Messages;
import dev.trestle.homeops.model.Messages.Message;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import dev.trestle.store.Written;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

/** Receives and lists the messages of the page's chats. */
public final class ChatInbox {
  private static final Duration CLAIM_KEPT = Duration.ofDays(2);
  private static final int CLIENT_ID_LENGTH_MAX = 64;

  private final Store store;
  private final MessageQueue queue;
  private final MessageNumbers numbers;
  private final InstantSource clock;

  public ChatInbox(Store store, MessageQueue queue, MessageNumbers numbers, InstantSource clock) {
    this.store = store;
    this.queue = queue;
    this.numbers = numbers;
    this.clock = clock;
  }

  /**
   * A message that a member sends.
   *
   * @param account the account that sends it
   * @param clientId the client's own id: sent again, it is the same message
   */
  public record Draft(
      String account, String text, String clientId, Optional<MessageNumber> replyTo) {
    public Draft {
      text = checked(text);
      if (clientId.isBlank() || clientId.length() > CLIENT_ID_LENGTH_MAX) {
        throw new Refusal.Invalid("client_id", "A client id has 1 to 64 characters.");
      }
    }
  }

  private static String checked(String text) {
    var stripped = text.strip();
    if (stripped.isEmpty() || stripped.length() > ReceivedMessage.TEXT_LENGTH_MAX) {
      throw new Refusal.Invalid("text", "A message has 1 to 2000 characters.");
    }
    return stripped;
  }

  /** Receives a message and returns its number. */
  public MessageNumber post(Membership from, ChatId chatId, Draft draft) {
    var now = clock.instant().truncatedTo(ChronoUnit.SECONDS);
    var wanted =
        new SentMessage(
            chatId, from.member(), draft.clientId(), numbers.next(), now, now.plus(CLAIM_KEPT));
    var claimed = store.run(Decisions.CLAIM_NUMBER, wanted);
    var sent =
        switch (claimed) {
          case Written.Done<SentMessage> _ -> wanted;
          case Written.Refused<SentMessage>(var current) -> current.orElse(wanted);
        };
    queue.add(
        new ReceivedMessage(
            PageAdapter.SOURCE,
            chatId,
            sent.messageId(),
            draft.account(),
            from.home().name(from.member()).orElse("?"),
            draft.text(),
            sent.at(),
            draft.replyTo(),
            Optional.empty(),
            false,
            ""));
    return sent.messageId();
  }

  /** Changes a member's own message. */
  public void edit(
      Membership from, ChatId chatId, MessageNumber messageId, String account, String text) {
    var message =
        store
            .run(Messages.FIND, new Messages.OfMessage(chatId, messageId))
            .orElseThrow(() -> new Refusal.NotFound("message"));
    if (!message.userId().equals(from.member())) {
      throw new Refusal.NotYours();
    }
    queue.add(
        new ReceivedMessage(
            PageAdapter.SOURCE,
            chatId,
            messageId,
            account,
            message.userName(),
            checked(text),
            message.timestamp(),
            message.replyTo(),
            Optional.of(clock.instant()),
            false,
            ""));
  }

  /** The messages before one, the latest first. */
  public List<Message> before(ChatId chatId, Optional<MessageNumber> messageId, int limit) {
    var from = messageId.orElse(MessageNumber.MAX);
    return store
        .run(Messages.BEFORE, new Messages.Before(chatId, from), Cursor.start(), limit)
        .items();
  }
}
