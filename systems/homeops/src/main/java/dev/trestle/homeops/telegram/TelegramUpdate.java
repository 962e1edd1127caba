package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.homeops.household.HouseholdDirectory;
import dev.trestle.homeops.message.ReceivedMessage;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.MessageNumber;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** What Telegram reports, as far as the assistant needs it. */
sealed interface TelegramUpdate {
  /**
   * A message of a group, new or edited.
   *
   * @param title the group's
   */
  record GroupMessage(ReceivedMessage message, String title, Sender sender)
      implements TelegramUpdate {}

  /**
   * A message to the bot alone.
   *
   * @param address where the bot replies to it
   */
  record PrivateMessage(String address, Sender sender, String text) implements TelegramUpdate {}

  /** A group has become a supergroup. */
  record Migration(ChatId from, ChatId to) implements TelegramUpdate {}

  /**
   * Somebody added the bot to a group.
   *
   * @param administrator whether the bot sees all messages for that reason
   */
  record Added(ChatId chatId, String title, Sender by, boolean administrator)
      implements TelegramUpdate {}

  /** Somebody reacted to a message. */
  record Reaction(ChatId chatId, MessageNumber messageId, Instant at) implements TelegramUpdate {}

  /** Anything else. */
  record Other() implements TelegramUpdate {}

  /** A person. */
  record Sender(String id, String name, HouseholdLanguage language) {
    static Sender of(JsonNode user) {
      var name = user.path("first_name").asText("").replaceAll("\\p{Cntrl}", "").strip();
      int end = Math.min(name.length(), HouseholdDirectory.NAME_LENGTH_MAX);
      var cut = name.substring(0, end).strip();
      boolean swedish =
          user.path("language_code").asText("").toLowerCase(Locale.ROOT).startsWith("sv");
      return new Sender(
          user.path("id").asText(),
          cut.isEmpty() ? "?" : cut,
          swedish ? HouseholdLanguage.sv : HouseholdLanguage.en);
    }
  }

  static TelegramUpdate of(JsonNode update, Bot bot) {
    var edited = update.path("edited_message");
    var message = edited.isObject() ? edited : update.path("message");
    if (message.isObject()) {
      return ofMessage(message, edited.isObject(), bot);
    }
    if (update.path("my_chat_member").isObject()) {
      return ofMembership(update.path("my_chat_member"));
    }
    var reaction = update.path("message_reaction");
    if (reaction.path("new_reaction").size() > 0) {
      return new Reaction(chatId(reaction), number(reaction), time(reaction, "date"));
    }
    return new Other();
  }

  private static TelegramUpdate ofMessage(JsonNode message, boolean edited, Bot bot) {
    if (message.has("migrate_to_chat_id")) {
      return new Migration(
          chatId(message), new ChatId(message.path("migrate_to_chat_id").asText()));
    }
    if (message.has("migrate_from_chat_id")) {
      return new Migration(
          new ChatId(message.path("migrate_from_chat_id").asText()), chatId(message));
    }
    var user = message.path("from");
    var text = message.path("text").asText(message.path("caption").asText("")).strip();
    if (text.isEmpty() || !user.has("id") || user.path("is_bot").asBoolean()) {
      return new Other();
    }
    var sender = Sender.of(user);
    if (message.path("chat").path("type").asText().equals("private")) {
      return edited ? new Other() : new PrivateMessage(chatId(message).value(), sender, text);
    }
    var replied = message.path("reply_to_message");
    boolean addressed =
        bot.isCalledIn(text) || replied.path("from").path("id").asText().equals(bot.id());
    return new GroupMessage(
        new ReceivedMessage(
            TelegramAdapter.SOURCE,
            chatId(message),
            number(message),
            sender.id(),
            sender.name(),
            text,
            time(message, "date"),
            replied.has("message_id") ? Optional.of(number(replied)) : Optional.empty(),
            edited ? Optional.of(time(message, "edit_date")) : Optional.empty(),
            addressed,
            ""),
        message.path("chat").path("title").asText(""),
        sender);
  }

  private static TelegramUpdate ofMembership(JsonNode change) {
    var before = change.path("old_chat_member").path("status").asText();
    var after = change.path("new_chat_member").path("status").asText();
    boolean wasOutside = before.equals("left") || before.equals("kicked");
    boolean administrator = after.equals("administrator");
    var isGroup = !change.path("chat").path("type").asText().equals("private");
    if (isGroup && wasOutside && (administrator || after.equals("member"))) {
      return new Added(
          chatId(change),
          change.path("chat").path("title").asText(""),
          Sender.of(change.path("from")),
          administrator);
    }
    return new Other();
  }

  private static ChatId chatId(JsonNode message) {
    return new ChatId(message.path("chat").path("id").asText());
  }

  private static MessageNumber number(JsonNode message) {
    return new MessageNumber(message.path("message_id").asLong());
  }

  private static Instant time(JsonNode message, String field) {
    return Instant.ofEpochSecond(message.path(field).asLong());
  }
}
