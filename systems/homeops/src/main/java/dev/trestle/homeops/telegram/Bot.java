package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;

/**
 * The bot's own account.
 *
 * @param readsGroups whether it sees all messages of a group, or commands only
 */
record Bot(String id, String username, boolean readsGroups) {
  static Bot of(JsonNode user) {
    return new Bot(
        user.path("id").asText(),
        user.path("username").asText().toLowerCase(Locale.ROOT),
        user.path("can_read_all_group_messages").asBoolean());
  }

  boolean isCalledIn(String text) {
    return !username.isEmpty() && text.toLowerCase(Locale.ROOT).contains("@" + username);
  }
}
