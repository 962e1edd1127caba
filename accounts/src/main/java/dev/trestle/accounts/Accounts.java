package dev.trestle.accounts;

import dev.trestle.accounts.login.LoginCodes;
import dev.trestle.accounts.login.PhoneNumbers;
import dev.trestle.accounts.model.AccountsModel;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.accounts.profile.AccountArchive;
import dev.trestle.accounts.profile.AccountClosing;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.accounts.session.DeviceSessions;
import dev.trestle.accounts.session.Revocations;
import dev.trestle.accounts.web.AccountRates;
import dev.trestle.accounts.web.AuthApi;
import dev.trestle.accounts.web.SessionsApi;
import dev.trestle.accounts.web.SignedIn;
import dev.trestle.accounts.web.UsersApi;
import dev.trestle.platform.idempotency.Idempotency;
import dev.trestle.platform.identity.Bearer;
import dev.trestle.platform.identity.SigningKeys;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.identity.TokenVerifier;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.metrics.Health;
import dev.trestle.platform.schedule.Schedule;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Site;
import dev.trestle.store.Store;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of a server's users. Other systems guard their endpoints with {@link #signedIn},
 * read {@link #profiles}, and {@link #register} what they store about users.
 */
public final class Accounts implements ServedSystem {
  /** The issuer and the audience of the access tokens. */
  public static final String ISSUER = "trestle-accounts";

  public static final String AUDIENCE = "trestle";

  /** The secret that has the keys of the access tokens. */
  public static final String SIGNING_KEYS = "accounts-tokens";

  private static final Duration TOKEN_LIFETIME = Duration.ofMinutes(60);
  private static final int SECRET_BYTES = 32;

  private final Store store;
  private final RateLimits limits;
  private final AccountRates rates;
  private final SigningKeys keys;
  private final Revocations revocations;
  private final DeviceSessions sessions;
  private final Profiles profiles;
  private final AccountClosing closing;
  private final SignedIn signedIn;
  private final Idempotency idempotency;
  private final AuthApi authApi;
  private final UsersApi usersApi;
  private final SessionsApi sessionsApi;
  private final Thread resuming;
  private final Schedule schedule;
  private final AccountArchive archive;
  private volatile Schedule.@Nullable Running archiving;

  private Accounts(SystemContext context, AccountsOptions options) {
    var clock = context.clock();
    var ids = context.ids();
    limits = context.limits();
    rates = options.rates();
    store = context.store(AccountsModel.MODEL);
    keys = SigningKeys.in(context.secrets(), SIGNING_KEYS);
    revocations = new Revocations(store, clock, TOKEN_LIFETIME, context.signals());
    sessions =
        new DeviceSessions(
            store, secret(context, "accounts-refresh"), context.random(), revocations, ids, clock);
    profiles = new Profiles(store, clock);
    closing = new AccountClosing(store, sessions, clock);
    schedule = context.schedule();
    archive = new AccountArchive(store, closing, clock);
    var codes = new LoginCodes(store, secret(context, "accounts-codes"), context.random(), clock);
    var verifier =
        new TokenVerifier(List.of(new TokenVerifier.Trusted(ISSUER, AUDIENCE, keys)), clock);
    signedIn = new SignedIn(new Bearer(verifier), revocations, sessions);
    idempotency = context.idempotency(name(), call -> user(call).value());
    var issuer = new TokenIssuer(ISSUER, AUDIENCE, TOKEN_LIFETIME, keys, clock, ids::next);
    authApi = new AuthApi(codes, sessions, closing, issuer, options, limits);
    usersApi = new UsersApi(profiles, sessions, closing, limits, rates);
    sessionsApi = new SessionsApi(sessions);
    resuming = Thread.ofVirtual().name("account-closings").unstarted(closing::resume);
  }

  public static Accounts open(SystemContext context, AccountsOptions options) {
    return new Accounts(context, options);
  }

  private static byte[] secret(SystemContext context, String name) {
    return context.secrets().bytes(name, SECRET_BYTES);
  }

  @Override
  public String name() {
    return "accounts";
  }

  @Override
  public String title() {
    return "Accounts";
  }

  @Override
  public boolean hasPage() {
    return false;
  }

  @Override
  public List<Store> stores() {
    return List.of(store);
  }

  @Override
  public Map<String, Health.Check> checks() {
    return Map.of("revocations", revocations::check);
  }

  @Override
  public void mount(Site site) {
    site.at("/api/v1/auth", authApi.routes(this::limitedCall), ErrorShape.PLAIN)
        .at(
            "/api/v1/users",
            usersApi.routes(this::limitedCall, idempotency::around),
            ErrorShape.PLAIN)
        .at("/api/v1/sessions", sessionsApi.routes(this::limitedCall), ErrorShape.PLAIN);
  }

  /**
   * Follows revocations of other servers, finishes closings that an earlier run left undone, and
   * archives accounts that nobody uses.
   */
  @Override
  public void start() {
    revocations.start();
    resuming.start();
    archiving = archive.start(schedule);
  }

  /** Stops the work of {@link #start} after the closing that it is working on. */
  @Override
  public void close() {
    var running = archiving;
    if (running != null) running.close();
    closing.stop();
    try {
      resuming.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    revocations.close();
  }

  /** Makes an endpoint of accounts one for signed-in users, each with the same number of calls. */
  private Endpoint limitedCall(Endpoint endpoint) {
    return signedIn(limits.around(rates.calls(), call -> user(call).value(), endpoint));
  }

  /** The endpoint for signed-in users only; {@link #user} and {@link #caller} say who calls. */
  public Endpoint signedIn(Endpoint endpoint) {
    return signedIn.around(endpoint);
  }

  /** Who makes a call of a {@link #signedIn} endpoint. */
  public static UserId user(Call call) {
    return caller(call).user();
  }

  public static Caller caller(Call call) {
    return SignedIn.caller(call);
  }

  /**
   * Who an access token belongs to, checked against the stored session. For a connection that is
   * about to be opened and will outlast its token.
   *
   * @param device the device that the client names, if it does
   * @throws dev.trestle.platform.web.ApiError 401 or 403 if the session has ended or is another
   *     device's
   */
  public Caller verify(String accessToken, Optional<String> device) {
    return signedIn.verify(accessToken, device);
  }

  /** Whether a session is open, read from the table. */
  public boolean isCurrent(Caller caller) {
    return sessions
        .current(caller.session(), Optional.empty())
        .filter(session -> session.userId().equals(caller.user()))
        .isPresent();
  }

  /** Reports sessions that end, so that their connections can be closed. */
  public Revocations revocations() {
    return revocations;
  }

  /** Display names and other public facts, one by one or in batches. */
  public Profiles profiles() {
    return profiles;
  }

  /**
   * Finds a user by phone number, within the caller's rate limits.
   *
   * @throws dev.trestle.platform.web.ApiError 400 if it is not a phone number, 429 after too many
   *     lookups
   */
  public Optional<UserId> lookUp(UserId caller, String phoneNumber) {
    return usersApi.owner(caller, phoneNumber);
  }

  /** Adds what a system stores about users. Called when the system is opened. */
  public void register(PersonalData data) {
    closing.register(data);
  }

  /** Opens an account without a login code, or returns the number's account. For demo people. */
  public UserId addUser(String phoneNumber, String displayName) {
    var number = PhoneNumbers.e164(phoneNumber, "phone_number");
    return sessions
        .signUp(number, displayName)
        .map(User::userId)
        .orElseGet(() -> sessions.owner(number).orElseThrow());
  }

  /** The keys that verify the access tokens. */
  public SigningKeys keys() {
    return keys;
  }
}
