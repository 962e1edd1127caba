package dev.trestle.platform.web;

import java.util.List;

/**
 * Content security policies. A page's own goes before the site's, which lets nothing load and
 * nobody frame.
 */
public final class ContentSecurity {
  static final String HEADER = "Content-Security-Policy";

  /** For what is no page. */
  static final String NOTHING = "default-src 'none'; frame-ancestors 'none'";

  private ContentSecurity() {}

  /** For a page of our own: all from here, and of inline scripts only those with these hashes. */
  public static String page(List<String> inlineScripts) {
    return page(inlineScripts, "'none'");
  }

  /** The same for a page that others may frame: {@code *}, or their origins. */
  public static String page(List<String> inlineScripts, String framedBy) {
    var scripts = new StringBuilder("'self'");
    for (var hash : inlineScripts) scripts.append(" 'sha256-").append(hash).append('\'');
    return "default-src 'none'; script-src "
        + scripts
        + "; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self';"
        + " manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors "
        + framedBy;
  }
}
