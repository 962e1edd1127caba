package dev.trestle.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Cookie;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SameOrigin;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.random.RandomGenerator;

/**
 * The operator's login: one password, sessions in a cookie. Sessions are held in memory by their
 * hash and end after twelve hours or with the process. Wrong passwords are limited by address only,
 * so that others cannot lock the operator out; the password is long and random, and few are checked
 * at a time, because each check takes a while.
 */
public final class OperatorLogin {
  /** The request to sign in. */
  public record Password(String password) {
    @Override
    public String toString() {
      return "a password";
    }
  }

  private record Session(Instant until) {}

  private static final Duration LIFE = Duration.ofHours(12);
  private static final int SESSIONS_MAX = 100;
  private static final int TOKEN_BYTES = 32;
  private static final int PASSWORD_MAX = 256;

  /** The right password counts as well, so that an address cannot queue checks without end. */
  private static final Rate ATTEMPTS = Rate.perMinute("operator-login", 60);

  private static final Rate WRONG = new Rate("operator-wrong", 5, Duration.ofMinutes(5), 5);
  private static final int CHECKS_MAX = 2;

  private final PasswordHash password;
  private final Cookie cookie;
  private final RateLimits limits;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Semaphore checks = new Semaphore(CHECKS_MAX, true);
  private final Cache<String, Session> sessions =
      Caffeine.newBuilder().maximumSize(SESSIONS_MAX).build();

  /**
   * Creates the sign-in.
   *
   * @param cookie secure if other machines can reach the server
   */
  public OperatorLogin(
      PasswordHash password,
      Cookie cookie,
      RateLimits limits,
      InstantSource clock,
      RandomGenerator random) {
    this.password = password;
    this.cookie = cookie;
    this.limits = limits;
    this.clock = clock;
    this.random = random;
  }

  /** {@code GET, POST, DELETE /session}: whether one is signed in, sign in, sign out. */
  public Router router() {
    return new Router()
        .get("/session", call -> Reply.ok(Map.of("signed_in", isSignedIn(call))))
        .add("POST", "/session", SameOrigin.required(this::logIn), Router.OPEN_BODY_BYTES)
        .delete("/session", SameOrigin.required(this::logOut));
  }

  /** Requires the operator's session, and a page of this site for calls that change something. */
  public Endpoint signedIn(Endpoint endpoint) {
    return call -> {
      if (!isSignedIn(call)) throw ApiError.unauthorized("Please sign in.");
      call.markAuthenticated();
      SameOrigin.check(call);
      return endpoint.handle(call);
    };
  }

  private Reply logIn(Call call) {
    limits.check(ATTEMPTS, call.clientNetwork(), 1);
    var given = call.json(Password.class).password();
    if (!isPassword(given, call.clientNetwork())) throw ApiError.unauthorized("Wrong password.");
    var bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    sessions.put(Sha256.hex(token), new Session(clock.instant().plus(LIFE)));
    return cookie.set(Reply.ok(Map.of("signed_in", true)), token, LIFE);
  }

  /**
   * Checks a password. It counts as wrong until it has been checked, so that many guesses at once
   * are no more than the limit.
   */
  private boolean isPassword(String given, String network) {
    checks.acquireUninterruptibly();
    try {
      limits.check(WRONG, network, 1);
      boolean isRight = given.length() <= PASSWORD_MAX && password.isOf(given);
      if (isRight) limits.giveBack(WRONG, network, 1);
      return isRight;
    } finally {
      checks.release();
    }
  }

  private Reply logOut(Call call) {
    cookie.in(call).ifPresent(token -> sessions.invalidate(Sha256.hex(token)));
    return cookie.clear(Reply.nothing());
  }

  /** Whether this call has the operator's session. */
  public boolean isSignedIn(Call call) {
    return cookie
        .in(call)
        .map(token -> sessions.getIfPresent(Sha256.hex(token)))
        .filter(session -> clock.instant().isBefore(session.until))
        .isPresent();
  }
}
