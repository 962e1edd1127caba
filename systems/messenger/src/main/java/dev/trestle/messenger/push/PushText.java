package dev.trestle.messenger.push;

import dev.trestle.messenger.model.Chats.Chat;
import dev.trestle.messenger.model.Chats.ChatType;
import dev.trestle.messenger.model.Messages.Message;
import dev.trestle.platform.web.Json;
import java.util.regex.Pattern;

/**
 * What the page's service worker gets and shows: the chat and its last message, as the list has
 * them.
 *
 * @param title the group, or the person who wrote
 * @param body one line, of a group with the sender's name
 */
record PushText(String chatId, long sequence, String title, String body) {
  private static final int BODY_MAX = 160;

  /** As in the page's words.js, whose styles a notification cannot show. */
  private static final Pattern STYLED =
      Pattern.compile(
          "```\\n?(?<block>(?s:.+?))\\n?```|`(?<code>[^`\\n]+)`"
              + "|(?<![\\p{L}\\p{N}*])\\*(?<bold>[^\\s*](?:[^*\\n]*[^\\s*])?)\\*(?![\\p{L}\\p{N}*])"
              + "|(?<![\\p{L}\\p{N}_])_(?<italic>[^\\s_](?:[^_\\n]*[^\\s_])?)_(?![\\p{L}\\p{N}_])");

  static PushText of(Chat chat, Message message, String sender) {
    var text = cut(gist(message));
    boolean isGroup = chat.chatType() == ChatType.group;
    return new PushText(
        chat.chatId().value(),
        message.sequence(),
        isGroup ? chat.name().orElse("Group") : sender,
        isGroup ? sender + ": " + text : text);
  }

  byte[] json() {
    return Json.write(this);
  }

  private static String gist(Message message) {
    if (message.content().isEmpty() && message.file().isPresent()) {
      var file = message.file().get();
      return file.isPhoto() ? "Photo" : file.name();
    }
    return plain(message.content());
  }

  private static String plain(String text) {
    var found = STYLED.matcher(text);
    var plain = new StringBuilder();
    int from = 0;
    while (found.find()) {
      plain.append(text, from, found.start());
      if (found.group("block") != null) plain.append(found.group("block"));
      else if (found.group("code") != null) plain.append(found.group("code"));
      else if (found.group("bold") != null) plain.append(plain(found.group("bold")));
      else plain.append(plain(found.group("italic")));
      from = found.end();
    }
    return plain.append(text, from, text.length()).toString();
  }

  /** Never in the middle of a character that takes two. */
  private static String cut(String text) {
    if (text.length() <= BODY_MAX) return text;
    int end = Character.isHighSurrogate(text.charAt(BODY_MAX - 1)) ? BODY_MAX - 1 : BODY_MAX;
    return text.substring(0, end) + "…";
  }
}
