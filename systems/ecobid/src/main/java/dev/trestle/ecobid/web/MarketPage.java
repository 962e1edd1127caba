package dev.trestle.ecobid.web;

import dev.trestle.ecobid.EcoBid;
import dev.trestle.platform.web.Pages;
import dev.trestle.platform.web.Router;

/** The page at {@code /ecobid/}. It may ask the browser where it is. */
public final class MarketPage {
  private static final String PERMISSIONS =
      "camera=(), geolocation=(self), microphone=(), payment=(), usb=(), interest-cohort=()";

  private final Pages pages;

  /**
   * Serves the page.
   *
   * @param tileUrl where its map comes from; empty for the page's own
   */
  public MarketPage(String tileUrl) {
    var own = Pages.beside(EcoBid.class, "page");
    pages = tileUrl.isEmpty() ? own : own.withImagesFrom(origin(tileUrl));
  }

  /** Of {@code https://{s}.tiles.org/{z}/{x}/{y}.png}, {@code https://*.tiles.org}. */
  private static String origin(String tileUrl) {
    int end = tileUrl.indexOf('/', tileUrl.indexOf("://") + 3);
    return (end < 0 ? tileUrl : tileUrl.substring(0, end)).replace("{s}.", "*.");
  }

  public Router router() {
    return new Router()
        .get("/{file...}", call -> pages.handle(call).with("Permissions-Policy", PERMISSIONS));
  }
}
