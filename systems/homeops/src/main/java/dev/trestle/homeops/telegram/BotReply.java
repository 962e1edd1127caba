package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.homeops.model.ChatId;

/** The Bot API's reply to a call. */
sealed interface BotReply {
  /** The call was done. */
  record Done(JsonNode result) implements BotReply {}

  /** The recipient has blocked the bot, or removed it from the group. */
  record Blocked() implements BotReply {}

  /** The group has become a supergroup with another id. */
  record Migrated(ChatId to) implements BotReply {}

  /**
   * The call failed.
   *
   * @param reason without the request, which contains the token
   */
  record Failed(String reason) implements BotReply {}
}
