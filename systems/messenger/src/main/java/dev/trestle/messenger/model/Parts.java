package dev.trestle.messenger.model;

import dev.trestle.model.key.Alphabet;
import dev.trestle.model.key.Part;

/** The pieces that Messenger's keys are made of. */
final class Parts {
  static final Part<UserId> USER_ID =
      Part.ulid("userId", "user_").as(UserId.class, UserId::new, UserId::value);
  static final Part<ChatId> CHAT_ID =
      Part.ulid("chatId", "chat_").as(ChatId.class, ChatId::new, ChatId::value);
  static final Part<SessionId> SESSION_ID =
      Part.ulid("sessionId", "sess_").as(SessionId.class, SessionId::new, SessionId::value);

  /** Dense in a chat, from 1 on: n + 1 is written only once n is. After 0 come all. */
  static final Part<Long> SEQUENCE = Part.number("sequence", 0, 999_999_999_999_999L);

  /** Chosen by the client; usually a UUID. */
  static final Part<String> CLIENT_MESSAGE_ID =
      Part.text("clientMessageId", Alphabet.of("0-9A-Za-z_-"), 64);

  /** E.164: a plus and at most 15 digits. */
  static final Part<String> PHONE_NUMBER = Part.text("phoneNumber", Alphabet.of("+0-9"), 16);

  /** A keyed hash in hexadecimal digits. */
  static final Part<String> PHONE_HASH = Part.text("phoneHash", Alphabet.of("0-9a-f"), 64);

  private Parts() {}
}
