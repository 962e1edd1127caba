package dev.trestle.stak.web;

import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Cors;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.stak.Refusal;
import dev.trestle.stak.Refusal.Resource;
import dev.trestle.stak.message.Audience;
import dev.trestle.stak.model.InboxId;
import dev.trestle.stak.model.InboxKey;
import dev.trestle.stak.model.TenantId;
import dev.trestle.stak.model.Tenants.KeyScope;
import dev.trestle.stak.model.Tenants.StoredApiKey;
import dev.trestle.stak.model.Tenants.TenantSettings;
import dev.trestle.stak.model.UserId;
import dev.trestle.stak.model.UserInboxKey;
import dev.trestle.stak.tenant.ApiKeys;
import dev.trestle.stak.tenant.SettingsStore;
import dev.trestle.stak.tenant.TenantStates;
import dev.trestle.stak.tenant.UserTokens;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * Who may call. Keys and tokens are looked up under the tenant that the path names, and endpoints
 * see only that tenant: a key of another tenant opens nothing. Every refusal reads the same, so
 * that nobody learns which tenants there are.
 */
public final class Guards {
  private static final String API_KEY = "x-api-key";
  private static final String ADMIN_ID = "X-Admin-Id";
  private static final String USER_ID = "X-User-Id";

  /** An administrator, noted on the call. */
  record Admin(TenantId tenant, String id) {}

  private final ApiKeys keys;
  private final UserTokens tokens;
  private final TenantStates states;
  private final SettingsStore settings;
  private final RateLimits rateLimits;
  private final StakLimits limits;

  public Guards(
      ApiKeys keys,
      UserTokens tokens,
      TenantStates states,
      SettingsStore settings,
      RateLimits rateLimits,
      StakLimits limits) {
    this.keys = keys;
    this.tokens = tokens;
    this.states = states;
    this.settings = settings;
    this.rateLimits = rateLimits;
    this.limits = limits;
  }

  /** For administrators: {@code X-Api-Key} and {@code X-Admin-Id}. */
  Endpoint admin(Endpoint endpoint) {
    return Refusals.around(call -> {
      var tenant = tenant(call);
      var key = key(call, tenant, KeyScope.admin);
      checkState(tenant);
      rateLimits.check(limits.callsOfAdminKey(), tenant + " " + key.keyHash(), 1);
      rateLimits.check(limits.adminCalls(), tenant.value(), 1);
      // Administrators' ids follow the rule of users' ids.
      var id = Inputs.user(ADMIN_ID, call.header(ADMIN_ID).orElse(""));
      call.note(new Admin(tenant, id.value()));
      call.markAuthenticated();
      return endpoint.handle(call);
    });
  }

  /** For administrators, in an inbox that the tenant has; it is noted as {@link InboxKey}. */
  Endpoint adminOfInbox(Endpoint endpoint) {
    return admin(call -> {
      call.note(existing(inbox(call)));
      return endpoint.handle(call);
    });
  }

  /**
   * For users: a token, or a server's {@code X-Api-Key} and {@code X-User-Id}. The user's inbox is
   * noted as {@link UserInboxKey}.
   */
  Endpoint user(Endpoint endpoint) {
    return Refusals.around(call -> {
      var tenant = tenant(call);
      var user = user(call, tenant);
      checkState(tenant);
      rateLimits.check(limits.callsOfOneUser(), tenant + " " + user, 1);
      rateLimits.check(limits.userCalls(), tenant.value(), 1);
      call.note(existing(new InboxKey(tenant, pathInbox(call))).user(user));
      call.markAuthenticated();
      return endpoint.handle(call);
    });
  }

  private UserId user(Call call, TenantId tenant) {
    if (call.header("authorization").isPresent()) {
      return Bearer.token(call)
          .flatMap(token -> tokens.user(tenant, token))
          .orElseThrow(Refusal.NotAuthorized::new);
    }
    var key = key(call, tenant, KeyScope.user);
    rateLimits.check(limits.callsOfUserKey(), tenant + " " + key.keyHash(), 1);
    return Inputs.user(USER_ID, call.header(USER_ID).orElse(""));
  }

  private StoredApiKey key(Call call, TenantId tenant, KeyScope scope) {
    return keys.find(tenant, scope, apiKey(call)).orElseThrow(Refusal.NotAuthorized::new);
  }

  /** After the key was found to be valid: others do not learn that the tenant is suspended. */
  private void checkState(TenantId tenant) {
    switch (states.of(tenant)) {
      case active -> {}
      case suspended -> throw new Refusal.TenantSuspended();
      case deleting -> throw new Refusal.NotAuthorized();
    }
  }

  /** Whether the administrator who made this call may still make it: a key can be revoked. */
  BooleanSupplier stillAdmin(Call call) {
    var tenant = call.noted(Admin.class).tenant();
    var key = apiKey(call);
    return () -> states.isActive(tenant) && keys.find(tenant, KeyScope.admin, key).isPresent();
  }

  /** The same for a user, whose token expires after an hour. */
  BooleanSupplier stillUser(Call call) {
    var tenant = call.noted(UserInboxKey.class).tenant();
    var key = apiKey(call);
    var token = Bearer.token(call);
    return () ->
        states.isActive(tenant)
            && (token.isPresent()
                ? tokens.user(tenant, token.get()).isPresent()
                : keys.find(tenant, KeyScope.user, key).isPresent());
  }

  /** Counts the recipients of a post against the tenant's quota. */
  void checkQuota(TenantId tenant, Audience audience, long subscribers) {
    switch (audience) {
      case Audience.Users users ->
          checkRecipients(tenant, "headers.audiences.uids", users.ids().size());
      case Audience.OfTopic _ ->
          checkRecipients(tenant, "headers.audiences.topic", Math.toIntExact(subscribers));
      case Audience.Everyone _ -> rateLimits.check(limits.broadcasts(), tenant.value(), 1);
    }
  }

  private void checkRecipients(TenantId tenant, String field, int recipients) {
    int max = limits.recipients().burst();
    if (recipients > max) throw new Refusal.Invalid(field, "Use at most " + max + " recipients.");
    rateLimits.check(limits.recipients(), tenant.value(), Math.max(1, recipients));
  }

  private static String apiKey(Call call) {
    return call.header(API_KEY).orElse("");
  }

  /** Pages of the tenant's allowed origins may call the endpoint. */
  Endpoint fromAllowedOrigins(Endpoint endpoint) {
    return call -> Cors.of(origins(call)).around(endpoint).handle(call);
  }

  /** Answers a browser that asks before such a call. */
  Endpoint preflight(String... methods) {
    return call -> Cors.of(origins(call)).preflight(methods).handle(call);
  }

  private Set<String> origins(Call call) {
    return TenantId.parse(call.pathParameter("tenant"))
        .flatMap(settings::settings)
        .map(TenantSettings::origins)
        .orElse(Set.of());
  }

  private static TenantId tenant(Call call) {
    return TenantId.parse(call.pathParameter("tenant")).orElseThrow(Refusal.NotAuthorized::new);
  }

  /** The inbox that an administrator's path names, whether the tenant has it or not. */
  static InboxKey inbox(Call call) {
    return new InboxKey(call.noted(Admin.class).tenant(), pathInbox(call));
  }

  private static InboxId pathInbox(Call call) {
    return InboxId.parse(call.pathParameter("inbox"))
        .orElseThrow(() -> new Refusal.NotFound(Resource.INBOX));
  }

  /** A name alone makes no inbox: otherwise anyone with a token could fill the table with them. */
  private InboxKey existing(InboxKey inbox) {
    if (!settings.hasInbox(inbox)) throw new Refusal.NotFound(Resource.INBOX);
    return inbox;
  }
}
