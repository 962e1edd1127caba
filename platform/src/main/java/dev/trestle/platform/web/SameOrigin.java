package dev.trestle.platform.web;

import java.util.Locale;
import java.util.Set;

/**
 * Prevents pages of other sites from acting as a user who is signed in with a cookie: calls that
 * change something must come from a page of this site. Browsers send the origin of a call, and
 * pages cannot change it.
 */
public final class SameOrigin {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  private SameOrigin() {}

  /** For calls that a cookie authenticates. A call without an origin is refused. */
  public static Endpoint required(Endpoint endpoint) {
    return call -> {
      check(call);
      return endpoint.handle(call);
    };
  }

  /**
   * For a local server without a sign-in: programs, which send no origin, may act; pages of other
   * sites may not.
   */
  public static Endpoint ofBrowsers(Endpoint endpoint) {
    return call -> {
      if (call.header("origin").isPresent() || call.header("sec-fetch-site").isPresent()) {
        check(call);
      }
      return endpoint.handle(call);
    };
  }

  /**
   * Checks one call.
   *
   * @throws ApiError 403 if it changes something and comes from elsewhere
   */
  public static void check(Call call) {
    if (!SAFE.contains(call.method()) && !isFromHere(call)) {
      throw ApiError.forbidden("This call must come from a page of this site.");
    }
  }

  private static boolean isFromHere(Call call) {
    var site = call.header("sec-fetch-site");
    if (site.isPresent() && !site.get().equals("same-origin")) return false;
    var origin = call.header("origin");
    if (origin.isEmpty()) return site.isPresent();
    var host = call.header("host").orElse("").toLowerCase(Locale.ROOT);
    int scheme = origin.get().indexOf("://");
    return scheme > 0 && origin.get().substring(scheme + 3).toLowerCase(Locale.ROOT).equals(host);
  }
}
