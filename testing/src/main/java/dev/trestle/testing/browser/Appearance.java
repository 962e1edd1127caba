package dev.trestle.testing.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import java.util.Locale;

/** The colour scheme and the screen with which a page is opened. */
public enum Appearance {
  LIGHT(ColorScheme.LIGHT, false),
  DARK(ColorScheme.DARK, false),
  PHONE(ColorScheme.LIGHT, true),
  PHONE_DARK(ColorScheme.DARK, true);

  private final ColorScheme scheme;
  private final boolean isPhone;

  Appearance(ColorScheme scheme, boolean isPhone) {
    this.scheme = scheme;
    this.isPhone = isPhone;
  }

  /**
   * Returns the appearances to check. By default these are two that cover both colour schemes and
   * both screens; {@code -Dtrestle.appearances=all} checks all four.
   */
  public static List<Appearance> chosen() {
    return System.getProperty("trestle.appearances", "").equals("all")
        ? List.of(values())
        : List.of(LIGHT, PHONE_DARK);
  }

  /** Returns the name for file names. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns browser options without animations, so that a screenshot does not depend on its timing.
   */
  NewContextOptions options() {
    var options =
        new NewContextOptions()
            .setColorScheme(scheme)
            .setReducedMotion(ReducedMotion.REDUCE)
            .setLocale("en-GB")
            .setTimezoneId("UTC");
    return isPhone
        ? options.setViewportSize(390, 844).setHasTouch(true).setIsMobile(true)
        : options.setViewportSize(1280, 860);
  }
}
