package dev.trestle.stak.web;

import dev.trestle.platform.web.Call;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.message.MessageLifetime;
import dev.trestle.stak.model.IdText;
import dev.trestle.stak.model.MessageId;
import dev.trestle.stak.model.UserId;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** Reads typed values from requests. What does not fit is refused with the name of its field. */
final class Inputs {
  static final String REQUIRED = "Required.";

  private static final String CATEGORY_RULE = IdText.rule(IdText.CATEGORY_LENGTH_MAX);
  private static final long SECONDS_MAX = 9_999_999_999L;
  private static final int TITLE_LENGTH_MAX = 256;

  private Inputs() {}

  static UserId user(String field, String text) {
    return UserId.parse(text).orElseThrow(() -> new Refusal.Invalid(field, UserId.RULE));
  }

  /** The message that the path names. */
  static MessageId pathMessage(Call call) {
    return existing(call.pathParameter("id"));
  }

  /** A text that is not an id is no message's id. */
  static MessageId existing(String id) {
    return MessageId.parse(id).orElseThrow(() -> new Refusal.NotFound(Refusal.Resource.MESSAGE));
  }

  static MessageId message(String field, String text) {
    return MessageId.parse(text)
        .orElseThrow(() -> new Refusal.Invalid(field, "This is not a message id."));
  }

  static String category(String field, String text) {
    if (!IdText.isValid(text, IdText.CATEGORY_LENGTH_MAX)) {
      throw new Refusal.Invalid(field, CATEGORY_RULE);
    }
    return text;
  }

  static String title(String text) {
    if (text.isBlank() || text.length() > TITLE_LENGTH_MAX) {
      throw new Refusal.Invalid("title", "Use 1 to " + TITLE_LENGTH_MAX + " characters.");
    }
    return text;
  }

  static Duration lifetime(String field, String text) {
    return MessageLifetime.parse(text)
        .orElseThrow(() ->
            new Refusal.Invalid(field, "Use a time such as 30d, 12h, 15m or 90s, up to 730d."));
  }

  /** A zone such as Europe/Warsaw, whose rules are known here. */
  static ZoneId zone(String field, String text) {
    if (!ZoneId.getAvailableZoneIds().contains(text)) {
      throw new Refusal.Invalid(field, "Use a time zone such as Europe/Warsaw.");
    }
    return ZoneId.of(text);
  }

  static Instant second(String field, long seconds) {
    if (seconds < 0 || seconds > SECONDS_MAX) {
      throw new Refusal.Invalid(field, "Use seconds since 1970.");
    }
    return Instant.ofEpochSecond(seconds);
  }
}
