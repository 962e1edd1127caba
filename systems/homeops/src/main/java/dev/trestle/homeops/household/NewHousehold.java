package dev.trestle.homeops.household;

import dev.trestle.homeops.Refusal;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * A household to make.
 *
 * @param source the adapter that serves its chat
 * @param chatId its chat, if that exists elsewhere
 */
public record NewHousehold(
    String name, String zone, String language, String source, Optional<String> chatId) {
  public NewHousehold {
    name = name(name);
    zone = zone(zone);
    language = language(language);
  }

  /** A name that people may read, of a household or a member. */
  public static String name(String text) {
    var name = text.strip();
    if (name.isEmpty() || name.length() > HouseholdDirectory.NAME_LENGTH_MAX) {
      throw new Refusal.Invalid("name", "A name has 1 to 60 characters.").exception();
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new Refusal.Invalid("name", "A name has no control characters.").exception();
    }
    return name;
  }

  public static String zone(String text) {
    try {
      return ZoneId.of(text).getId();
    } catch (DateTimeException e) {
      throw new Refusal.Invalid("zone", "A time zone such as Europe/Stockholm is expected.")
          .exception();
    }
  }

  public static String language(String text) {
    if (!List.of("sv", "en").contains(text)) {
      throw new Refusal.Invalid("language", "sv or en is expected.").exception();
    }
    return text;
  }
}
