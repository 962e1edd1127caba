package dev.trestle.messenger.web;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.ChatId;
import dev.trestle.messenger.model.SessionId;
import dev.trestle.messenger.model.UserId;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads ids and numbers that came from outside. What cannot be one is nobody's. */
final class Texts {
  private static final Pattern ULID = Pattern.compile("[0-7][0-9A-HJKMNP-TV-Z]{25}");

  private Texts() {}

  static ChatId chat(String text) {
    return is("chat_", text).map(ChatId::new).orElseThrow(Refused::notAMember);
  }

  static UserId user(String text) {
    return is("user_", text)
        .map(UserId::new)
        .orElseThrow(() -> Refused.of(Refused.Code.NOT_FOUND, "There is no such user."));
  }

  /** A user in a list that somebody sent. */
  static UserId user(String text, String field) {
    return is("user_", text)
        .map(UserId::new)
        .orElseThrow(() -> Refused.invalid(field, "There is no such user."));
  }

  static SessionId session(String text) {
    return is("sess_", text)
        .map(SessionId::new)
        .orElseThrow(() -> Refused.of(Refused.Code.NOT_FOUND, "There is no such session."));
  }

  static long sequence(String text, String field) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0 && number <= 999_999_999_999_999L) return number;
    } catch (NumberFormatException e) {
      // Said below, in the same words as a number out of range.
    }
    throw Refused.invalid(field, "A sequence number is expected.");
  }

  private static Optional<String> is(String prefix, String text) {
    boolean isId =
        text.startsWith(prefix) && ULID.matcher(text.substring(prefix.length())).matches();
    return isId ? Optional.of(text) : Optional.empty();
  }
}
