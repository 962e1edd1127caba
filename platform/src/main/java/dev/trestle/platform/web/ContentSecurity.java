package dev.trestle.platform.web;

import java.util.List;

/**
 * Content security policies. A page's own policy overrides the site's, which allows nothing to load
 * and nobody to frame.
 */
public final class ContentSecurity {
  static final String HEADER = "Content-Security-Policy";

  /** For everything that is not a page. */
  static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  /** For a service worker, which loads the files of its page. */
  static final String SERVICE_WORKER =
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

  private ContentSecurity() {}

  /** For a page: everything from this server, and inline scripts by hash only. */
  public static String page(List<String> inlineScripts) {
    return page(inlineScripts, "'none'");
  }

  /** For a page that others may frame: {@code *}, or their origins. */
  public static String page(List<String> inlineScripts, String framedBy) {
    return page(inlineScripts, "", framedBy);
  }

  /** For a page that shows images of these origins, too. */
  static String withImages(List<String> inlineScripts, String origins) {
    return page(inlineScripts, " " + origins, "'none'");
  }

  private static String page(List<String> inlineScripts, String images, String framedBy) {
    var scripts = new StringBuilder("'self'");
    for (var hash : inlineScripts) scripts.append(" 'sha256-").append(hash).append('\'');
    return "default-src 'none'; script-src "
        + scripts
        + "; style-src 'self'; img-src 'self' data:"
        + images
        + "; connect-src 'self'; font-src 'self';"
        + " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
        + framedBy;
  }
}
