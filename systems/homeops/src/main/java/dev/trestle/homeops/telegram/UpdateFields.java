package dev.trestle.homeops.telegram;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.trestle.homeops.message.ReceivedMessage;
import java.util.Set;

/**
 * The fields of an update that the assistant uses. The others are dropped before it is queued: they
 * are nobody's business here, and an update may be larger than a job.
 */
final class UpdateFields {
  private static final Set<String> KEPT =
      Set.of(
          "update_id",
          "message",
          "edited_message",
          "my_chat_member",
          "message_reaction",
          "message_id",
          "from",
          "id",
          "is_bot",
          "first_name",
          "language_code",
          "chat",
          "type",
          "title",
          "date",
          "edit_date",
          "text",
          "caption",
          "reply_to_message",
          "migrate_to_chat_id",
          "migrate_from_chat_id",
          "old_chat_member",
          "new_chat_member",
          "status",
          "new_reaction");

  /** Of a message that is replied to, only its number and its sender matter. */
  private static final Set<String> KEPT_OF_REPLIED = Set.of("message_id", "from", "id");

  private static final int ELEMENTS_MAX = 1;

  private UpdateFields() {}

  static ObjectNode kept(JsonNode update) {
    return kept(update, KEPT);
  }

  private static ObjectNode kept(JsonNode node, Set<String> names) {
    var kept = JsonNodeFactory.instance.objectNode();
    for (var field : node.properties()) {
      if (names.contains(field.getKey())) {
        var inner = field.getKey().equals("reply_to_message") ? KEPT_OF_REPLIED : names;
        kept.set(field.getKey(), value(field.getValue(), inner));
      }
    }
    return kept;
  }

  private static JsonNode value(JsonNode value, Set<String> names) {
    if (value.isObject()) {
      return kept(value, names);
    }
    if (value.isArray()) {
      var list = JsonNodeFactory.instance.arrayNode();
      for (int i = 0; i < Math.min(value.size(), ELEMENTS_MAX); i++) {
        list.add(value(value.get(i), names));
      }
      return list;
    }
    return value.isTextual() ? cut(value.textValue()) : value;
  }

  private static TextNode cut(String text) {
    int end = Math.min(text.length(), ReceivedMessage.TEXT_LENGTH_MAX);
    boolean splits = end < text.length() && Character.isHighSurrogate(text.charAt(end - 1));
    return TextNode.valueOf(text.substring(0, splits ? end - 1 : end));
  }
}
