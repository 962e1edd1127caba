package dev.trestle.platform.identity;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Cookie;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SameOrigin;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * The operator's login: one password, sessions in a cookie. Sessions are held in memory by their
 * hash and end after twelve hours or with the process. Guesses are limited for everybody together,
 * too: whoever has many addresses does not get more of them, and a login that is being attacked is
 * closed for a while rather than open to guesses.
 */
public final class OperatorLogin {
  /** Who logs in. */
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
  private static final Rate GUESSES_OF_ONE =
      new Rate("operator-login", 5, Duration.ofMinutes(5), 5);
  private static final Rate GUESSES_OF_ALL =
      new Rate("operator-login-all", 30, Duration.ofMinutes(5), 30);

  private final PasswordHash password;
  private final Cookie cookie;
  private final Limits limits;
  private final InstantSource clock;
  private final RandomGenerator random;
  private final Cache<String, Session> sessions =
      Caffeine.newBuilder().maximumSize(SESSIONS_MAX).build();

  /**
   * Makes the login.
   *
   * @param cookie secure where others than this machine reach the server
   */
  public OperatorLogin(
      PasswordHash password,
      Cookie cookie,
      Limits limits,
      InstantSource clock,
      RandomGenerator random) {
    this.password = password;
    this.cookie = cookie;
    this.limits = limits;
    this.clock = clock;
    this.random = random;
  }

  /** {@code GET, POST, DELETE /session}: is one logged in, log in, log out. */
  public Router router() {
    return new Router()
        .get("/session", call -> Reply.ok(Map.of("signed_in", isSignedIn(call))))
        .post("/session", SameOrigin.required(this::logIn))
        .delete("/session", SameOrigin.required(this::logOut));
  }

  /** Only for the operator, and what changes something only from pages of this site. */
  public Endpoint signedIn(Endpoint endpoint) {
    return call -> {
      if (!isSignedIn(call)) throw ApiError.unauthorized("Please log in.");
      SameOrigin.check(call);
      return endpoint.answer(call);
    };
  }

  private Reply logIn(Call call) {
    limits.check(GUESSES_OF_ONE, call.peer(), 1);
    limits.check(GUESSES_OF_ALL, "", 1);
    var given = call.json(Password.class).password();
    if (given.length() > PASSWORD_MAX || !password.isOf(given)) {
      throw ApiError.unauthorized("That is not the password.");
    }
    var bytes = new byte[TOKEN_BYTES];
    random.nextBytes(bytes);
    var token = Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    sessions.put(hash(token), new Session(clock.instant().plus(LIFE)));
    return cookie.set(Reply.ok(Map.of("signed_in", true)), token, LIFE);
  }

  private Reply logOut(Call call) {
    cookie.in(call).ifPresent(token -> sessions.invalidate(hash(token)));
    return cookie.clear(Reply.nothing());
  }

  /** Whether the operator makes this call. */
  public boolean isSignedIn(Call call) {
    return cookie
        .in(call)
        .map(token -> sessions.getIfPresent(hash(token)))
        .filter(session -> clock.instant().isBefore(session.until))
        .isPresent();
  }

  private static String hash(String token) {
    try {
      var bytes = token.getBytes(StandardCharsets.UTF_8);
      return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
