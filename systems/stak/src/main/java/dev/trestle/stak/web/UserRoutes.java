package dev.trestle.stak.web;

import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Router;

/**
 * The routes of the user API. Each is for users, and for pages of the tenant's allowed origins,
 * whose browsers ask with a preflight first.
 */
public final class UserRoutes {
  /** Where the user API is. */
  public static final String PREFIX = "/stack/users/v1";

  private static final String INBOX = "/{tenant}/{inbox}/";

  private final Router router = new Router();
  private final Guards guards;

  public UserRoutes(Guards guards) {
    this.guards = guards;
  }

  void get(String path, Endpoint endpoint) {
    router.get(INBOX + path, guarded(endpoint));
    router.add("OPTIONS", INBOX + path, guards.preflight("GET"));
  }

  void put(String path, Endpoint endpoint) {
    router.put(INBOX + path, guarded(endpoint));
    router.add("OPTIONS", INBOX + path, guards.preflight("PUT"));
  }

  void getAndPut(String path, Endpoint get, Endpoint put) {
    router.get(INBOX + path, guarded(get));
    router.put(INBOX + path, guarded(put));
    router.add("OPTIONS", INBOX + path, guards.preflight("GET", "PUT"));
  }

  private Endpoint guarded(Endpoint endpoint) {
    return guards.fromAllowedOrigins(guards.user(endpoint));
  }

  public Router router() {
    return router;
  }
}
