package dev.trestle.homeops.model;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** A language that the assistant writes in. */
public enum HouseholdLanguage {
  /** Swedish, unless a household has chosen. */
  sv,
  /** English. */
  en;

  private final Locale locale = Locale.of(name());

  /** The language of this code, if it is one of ours. */
  public static Optional<HouseholdLanguage> parse(String code) {
    return Arrays.stream(values()).filter(language -> language.name().equals(code)).findFirst();
  }

  /** How dates and numbers are written. */
  public Locale locale() {
    return locale;
  }

  /** The one of two texts that is in this language. */
  public String pick(String swedish, String english) {
    return switch (this) {
      case sv -> swedish;
      case en -> english;
    };
  }
}
