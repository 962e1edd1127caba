package dev.trestle.platform.web;

import java.util.Locale;
import java.util.Set;

/**
 * Keeps other sites' pages from acting in the name of somebody who is logged in here by a cookie:
 * what changes something must come from a page of this site. A browser says where a call comes from
 * and no page can make it say otherwise.
 */
public final class SameOrigin {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

  private SameOrigin() {}

  /** For calls that a cookie speaks for: who does not say where they come from is refused. */
  public static Endpoint required(Endpoint endpoint) {
    return call -> {
      check(call);
      return endpoint.answer(call);
    };
  }

  /**
   * For calls that nothing speaks for, on a server for this machine only: programs, which do not
   * say where they come from, may act; pages of other sites may not.
   */
  public static Endpoint ofBrowsers(Endpoint endpoint) {
    return call -> {
      if (call.header("origin").isPresent() || call.header("sec-fetch-site").isPresent()) {
        check(call);
      }
      return endpoint.answer(call);
    };
  }

  /**
   * Checks one call.
   *
   * @throws ApiError 403 if it changes something and does not come from here
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
