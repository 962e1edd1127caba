package dev.trestle.testing.browser;

import com.microsoft.playwright.Browser.NewContextOptions;
import com.microsoft.playwright.options.ColorScheme;
import com.microsoft.playwright.options.ReducedMotion;
import java.util.List;
import java.util.Locale;

/** The colour scheme and the screen with which a page is opened. */
public enum Appearance {
  LIGHT(ColorScheme.LIGHT, Screen.DESK),
  DARK(ColorScheme.DARK, Screen.DESK),
  TABLET(ColorScheme.LIGHT, Screen.TABLET),
  PHONE(ColorScheme.LIGHT, Screen.PHONE),
  PHONE_DARK(ColorScheme.DARK, Screen.PHONE);

  private enum Screen {
    DESK(1280, 860),
    TABLET(820, 1180),
    PHONE(390, 844);

    private final int width;
    private final int height;

    Screen(int width, int height) {
      this.width = width;
      this.height = height;
    }
  }

  private final ColorScheme scheme;
  private final Screen screen;

  Appearance(ColorScheme scheme, Screen screen) {
    this.scheme = scheme;
    this.screen = screen;
  }

  /**
   * Returns the appearances to check. By default these are three that cover both colour schemes and
   * all screens; {@code -Dtrestle.appearances=all} checks all five.
   */
  public static List<Appearance> chosen() {
    return System.getProperty("trestle.appearances", "").equals("all")
        ? List.of(values())
        : List.of(LIGHT, TABLET, PHONE_DARK);
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
            .setTimezoneId("UTC")
            .setViewportSize(screen.width, screen.height);
    return screen == Screen.DESK ? options : options.setHasTouch(true).setIsMobile(true);
  }
}
