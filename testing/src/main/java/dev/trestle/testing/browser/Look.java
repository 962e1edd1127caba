package dev.trestle.testing.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import java.util.Locale;

/** In which light and on which screen a page is looked at. */
public enum Look {
  LIGHT(ColorScheme.LIGHT, false),
  DARK(ColorScheme.DARK, false),
  PHONE(ColorScheme.LIGHT, true),
  PHONE_DARK(ColorScheme.DARK, true);

  private final ColorScheme scheme;
  private final boolean isPhone;

  Look(ColorScheme scheme, boolean isPhone) {
    this.scheme = scheme;
    this.isPhone = isPhone;
  }

  /**
   * In which pages are looked at: both lights and both screens in two looks, which is what a build
   * has time for; with {@code -Dtrestle.looks=all} all four.
   */
  public static List<Look> chosen() {
    return System.getProperty("trestle.looks", "").equals("all")
        ? List.of(values())
        : List.of(LIGHT, PHONE_DARK);
  }

  /** As file names have it. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Without motion, so that a picture does not depend on its moment. */
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
