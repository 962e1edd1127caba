package dev.trestle.homeops.household;

import dev.trestle.homeops.Refusal;
import dev.trestle.homeops.model.ChatId;
import dev.trestle.homeops.model.HouseholdLanguage;
import dev.trestle.homeops.model.Source;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Optional;

/**
 * A household to make.
 *
 * @param source the adapter that serves its chat
 * @param chatId its chat, if that exists elsewhere
 */
public record NewHousehold(
    String name, String zone, HouseholdLanguage language, Source source, Optional<ChatId> chatId) {
  private static final String DEFAULT_NAME = "Hemma";

  public NewHousehold {
    name = name(name);
    zone = zone(zone);
  }

  /** A name that people may read, of a household or a member. */
  public static String name(String text) {
    var name = text.strip();
    if (name.isEmpty() || name.length() > HouseholdDirectory.NAME_LENGTH_MAX) {
      throw new Refusal.Invalid("name", "A name has 1 to 60 characters.");
    }
    if (name.chars().anyMatch(Character::isISOControl)) {
      throw new Refusal.Invalid("name", "A name has no control characters.");
    }
    return name;
  }

  /** A name from the title of a chat, which may be anything. */
  public static String nameOf(String title) {
    var name = title.replaceAll("\\p{Cntrl}", "").strip();
    int end = Math.min(name.length(), HouseholdDirectory.NAME_LENGTH_MAX);
    return name.isEmpty() ? DEFAULT_NAME : name.substring(0, end).strip();
  }

  public static String zone(String text) {
    try {
      return ZoneId.of(text).getId();
    } catch (DateTimeException e) {
      throw new Refusal.Invalid("zone", "A time zone such as Europe/Stockholm is expected.");
    }
  }

  public static HouseholdLanguage language(String text) {
    return HouseholdLanguage.parse(text)
        .orElseThrow(() -> new Refusal.Invalid("language", "sv or en is expected."));
  }
}
