package dev.trestle.stak.web;

import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Cors;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.stak.inbox.Mailroom;
import dev.trestle.stak.inbox.TooManyException;
import dev.trestle.stak.model.Inboxes.OfInbox;
import dev.trestle.stak.model.Tenants.Scope;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.tenant.Directory;
import dev.trestle.stak.tenant.Keys;
import dev.trestle.stak.tenant.Names;
import dev.trestle.stak.tenant.UserTokens;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Who may come in. Keys and tokens are looked for under the tenant that the path names, and what
 * the path names is all that the endpoints behind see: a key of another tenant opens nothing. Every
 * refusal has the same words, so that nobody learns which tenants there are.
 */
final class Doors {
  private static final String BEARER = "Bearer ";

  /** An administrator at work. */
  record Admin(String tenant, String adminId) {}

  /** A user in an inbox. */
  record Visitor(OfInbox of) {}

  private final Keys keys;
  private final UserTokens tokens;
  private final Directory directory;

  Doors(Keys keys, UserTokens tokens, Directory directory) {
    this.keys = keys;
    this.tokens = tokens;
    this.directory = directory;
  }

  /** For administrators, in an inbox that the tenant has. */
  Endpoint adminOfInbox(Endpoint endpoint) {
    return admin(call -> {
      existing(call.noted(Admin.class).tenant(), inbox(call));
      return endpoint.answer(call);
    });
  }

  /** For administrators: {@code X-Api-Key} and {@code X-Admin-Id}. */
  Endpoint admin(Endpoint endpoint) {
    return call -> {
      var tenant = tenant(call);
      var key = call.header("x-api-key").orElse("");
      if (keys.find(tenant, Scope.admin, key).isEmpty()) throw refused();
      var admin = call.header("x-admin-id").orElse("");
      if (!Names.isUser(admin)) throw ApiError.invalid("X-Admin-Id", Names.USER_RULE);
      call.note(new Admin(tenant, admin));
      return answer(endpoint, call);
    };
  }

  /** Whether an administrator who came in may still be here: a key can be taken away. */
  BooleanSupplier stillAdmin(Call call) {
    var tenant = call.noted(Admin.class).tenant();
    var key = call.header("x-api-key").orElse("");
    return () -> keys.find(tenant, Scope.admin, key).isPresent();
  }

  /** The same of a user, whose token ends after an hour. */
  BooleanSupplier stillUser(Call call) {
    var tenant = call.noted(Visitor.class).of().tenant();
    var key = call.header("x-api-key").orElse("");
    var token = call.header("authorization");
    return () ->
        token.isPresent()
            ? tokens.user(tenant, bearer(token.get())).isPresent()
            : keys.find(tenant, Scope.user, key).isPresent();
  }

  private static String bearer(String authorization) {
    return authorization.substring(BEARER.length()).strip();
  }

  /** For users: a token, or {@code X-Api-Key} and {@code X-User-Id} of a server. */
  Endpoint user(Endpoint endpoint) {
    return call -> {
      var tenant = tenant(call);
      var user = userOf(call, tenant).orElseThrow(Doors::refused);
      var inbox = existing(tenant, inbox(call));
      call.note(new Visitor(new OfInbox(tenant, user, inbox)));
      return answer(endpoint, call);
    };
  }

  /** Limits of an inbox are the caller's to know. */
  private static Reply answer(Endpoint endpoint, Call call) {
    try {
      return endpoint.answer(call);
    } catch (TooManyException full) {
      throw ApiError.of(409, "LIMIT_REACHED", "There are too many " + full.what() + ".");
    } catch (Mailroom.BusyException busy) {
      throw ApiError.of(503, "SERVICE_UNAVAILABLE", "This inbox is busy. Please try again.")
          .with("Retry-After", "1");
    }
  }

  private Optional<String> userOf(Call call, String tenant) {
    var authorization = call.header("authorization");
    if (authorization.isPresent()) {
      var text = authorization.get();
      if (!text.regionMatches(true, 0, BEARER, 0, BEARER.length())) return Optional.empty();
      return tokens.user(tenant, bearer(text));
    }
    var key = call.header("x-api-key").orElse("");
    if (keys.find(tenant, Scope.user, key).isEmpty()) return Optional.empty();
    var user = call.header("x-user-id").orElse("");
    if (!Names.isUser(user)) throw ApiError.invalid("X-User-Id", Names.USER_RULE);
    return Optional.of(user);
  }

  /** Pages of the origins that the tenant allows may call it. */
  Endpoint fromAllowedOrigins(Endpoint endpoint) {
    return call -> Cors.of(origins(call)).around(endpoint).answer(call);
  }

  /** What a browser asks before such a call. */
  Endpoint preflight(String... methods) {
    return call -> Cors.of(origins(call)).preflight(methods).answer(call);
  }

  private Set<String> origins(Call call) {
    var tenant = call.place("tenant");
    if (!Names.isName(tenant)) return Set.of();
    return directory.settings(tenant).map(TenantSettings::origins).orElse(Set.of());
  }

  private static String tenant(Call call) {
    var tenant = call.place("tenant");
    if (!Names.isName(tenant)) throw refused();
    return tenant;
  }

  static String inbox(Call call) {
    var inbox = call.place("inbox");
    if (!Names.isName(inbox)) throw ApiError.notFound("There is no such inbox.");
    return inbox;
  }

  /** A name alone makes no inbox: else whoever has a token could fill the table with them. */
  private String existing(String tenant, String inbox) {
    if (!directory.hasInbox(tenant, inbox)) throw ApiError.notFound("There is no such inbox.");
    return inbox;
  }

  private static ApiError refused() {
    return ApiError.unauthorized("A valid key or token of this tenant is needed.");
  }
}
