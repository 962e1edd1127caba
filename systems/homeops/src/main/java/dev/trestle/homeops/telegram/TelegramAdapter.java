package dev.trestle.homeops.telegram;

import dev.trestle.homeops.chat.AssistantMessages;
import dev.trestle.homeops.chat.ChatAdapter;
import dev.trestle.homeops.chat.OutgoingMessage;
import dev.trestle.homeops.chat.PrivateDelivery;
import dev.trestle.homeops.household.ChatMigration;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.MessageNumber;
import dev.trestle.homeops.model.Source;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Groups in Telegram, and private chats with their members. */
final class TelegramAdapter implements ChatAdapter {
  static final Source SOURCE = new Source("telegram");

  private static final System.Logger LOG = System.getLogger(TelegramAdapter.class.getName());
  private static final List<?> NOTED = List.of(Map.of("type", "emoji", "emoji", "✍"));

  private final BotClient client;
  private final AssistantMessages messages;
  private final ChatMigration migration;

  TelegramAdapter(BotClient client, AssistantMessages messages, ChatMigration migration) {
    this.client = client;
    this.messages = messages;
    this.migration = migration;
  }

  @Override
  public Source source() {
    return SOURCE;
  }

  @Override
  public boolean canReact() {
    return true;
  }

  @Override
  public void react(ChatId chatId, MessageNumber messageId) {
    setReaction(chatId, messageId, NOTED);
  }

  @Override
  public void unreact(ChatId chatId, MessageNumber messageId) {
    setReaction(chatId, messageId, List.of());
  }

  private void setReaction(ChatId chatId, MessageNumber messageId, List<?> reaction) {
    var reply =
        client.repeatable(
            "setMessageReaction",
            Map.of(
                "chat_id", chatId.value(), "message_id", messageId.value(), "reaction", reaction));
    if (!(reply instanceof BotReply.Done)) {
      LOG.log(Level.WARNING, "a reaction was not set: " + reason(reply));
    }
  }

  /**
   * Sends a message, to the supergroup if the group has become one.
   *
   * @throws IllegalStateException if it was not sent
   */
  @Override
  public Optional<MessageNumber> send(OutgoingMessage message) {
    var reply = client.once("sendMessage", body(message, message.chatId(), message.replyTo()));
    if (reply instanceof BotReply.Migrated(var to)) {
      migration.run(message.chatId(), to);
      return sent(message, to, client.once("sendMessage", body(message, to, Optional.empty())));
    }
    return sent(message, message.chatId(), reply);
  }

  private static Map<String, Object> body(
      OutgoingMessage message, ChatId chatId, Optional<MessageNumber> replyTo) {
    var body = new HashMap<String, Object>();
    body.put("chat_id", chatId.value());
    body.put("text", message.text());
    body.put("disable_notification", message.silent());
    replyTo.ifPresent(number ->
        body.put(
            "reply_parameters",
            Map.of("message_id", number.value(), "allow_sending_without_reply", true)));
    return body;
  }

  private Optional<MessageNumber> sent(OutgoingMessage message, ChatId chatId, BotReply reply) {
    if (!(reply instanceof BotReply.Done(var result))) {
      throw new IllegalStateException(reason(reply));
    }
    var number = new MessageNumber(result.path("message_id").asLong());
    messages.save(chatId, number, message.text(), message.replyTo());
    return Optional.of(number);
  }

  @Override
  public PrivateDelivery sendPrivately(String address, String text) {
    var reply =
        client.once(
            "sendMessage", Map.of("chat_id", address, "text", text, "disable_notification", true));
    return switch (reply) {
      case BotReply.Done _ -> PrivateDelivery.SENT;
      case BotReply.Blocked _ -> PrivateDelivery.BLOCKED;
      case BotReply.Migrated _, BotReply.Failed _ -> PrivateDelivery.FAILED;
    };
  }

  private static String reason(BotReply reply) {
    return switch (reply) {
      case BotReply.Done _ -> "done";
      case BotReply.Blocked _ -> "the bot is not in the chat";
      case BotReply.Migrated _ -> "the group has become a supergroup";
      case BotReply.Failed(var reason) -> reason;
    };
  }
}
