package dev.trestle.accounts.login;

import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.model.OtpRequests;
import dev.trestle.accounts.model.OtpRequests.OtpRequest;
import dev.trestle.platform.crypto.Hmac;
import dev.trestle.store.Store;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Six-digit codes that prove who has a phone number. Neither number nor code is stored, only keyed
 * hashes of them.
 */
public final class LoginCodes {
  static final Duration LIFETIME = Duration.ofMinutes(5);
  static final Duration WINDOW = Duration.ofDays(1);
  static final int TRIES_MAX = 5;

  /** Codes for one number in a day: others could use them to bother its owner. */
  static final int ASKED_MAX = 20;

  /** This many codes are sent without a wait; then each wait is twice the previous one. */
  private static final int AT_ONCE = 3;

  private static final Duration FIRST_WAIT = Duration.ofSeconds(30);
  private static final Duration WAIT_MAX = Duration.ofMinutes(5);
  private static final int CODES = 1_000_000;
  private static final int RACES_MAX = 8;

  /**
   * A code to be sent.
   *
   * @param retryAfter how long until another code may be requested
   */
  public record Issued(String phoneNumber, String code, Instant expiresAt, Duration retryAfter) {
    @Override
    public String toString() {
      return "a code that expires at " + expiresAt;
    }
  }

  private final Store store;
  private final Hmac hmac;
  private final RandomGenerator random;
  private final InstantSource clock;

  public LoginCodes(Store store, byte[] secret, RandomGenerator random, InstantSource clock) {
    this.store = store;
    this.hmac = new Hmac(secret);
    this.random = random;
    this.clock = clock;
  }

  /**
   * Makes a new code for a number. It replaces the one before. The waits stay short, because
   * anybody can request codes for the number of somebody else.
   *
   * @throws Refusal.TooManyRequests if the number's owner has to wait for another one
   */
  public Issued issue(String phoneNumber) {
    var phoneHash = phoneHash(phoneNumber);
    for (int race = 0; race < RACES_MAX; race++) {
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var seen = store.run(OtpRequests.FIND, new OtpRequests.OfPhone(phoneHash));
      var current = seen.filter(request -> request.windowStart().plus(WINDOW).isAfter(now));
      var windowStart = current.map(OtpRequest::windowStart).orElse(now);
      long asked = current.map(OtpRequest::asked).orElse(0L) + 1;
      var windowEnd = windowStart.plus(WINDOW);
      var allowed = current.map(LoginCodes::nextAllowed).orElse(now);
      if (allowed.isAfter(now)) throw new Refusal.TooManyRequests(Duration.between(now, allowed));
      var code = String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
      var expires = now.plus(LIFETIME);
      var request =
          new OtpRequest(
              phoneHash,
              codeHash(phoneNumber, code),
              0,
              expires,
              asked,
              windowStart,
              later(windowEnd, expires));
      var asking =
          new OtpRequests.Asking(
              request,
              seen.map(OtpRequest::codeHash).orElse(""),
              seen.map(OtpRequest::asked).orElse(0L));
      if (store.run(OtpRequests.REQUEST_CODE, asking).isDone()) {
        return new Issued(phoneNumber, code, expires, Duration.between(now, nextAllowed(request)));
      }
    }
    throw new Refusal.TooManyRequests(Duration.ofSeconds(1));
  }

  /** When another code may be requested. */
  private static Instant nextAllowed(OtpRequest last) {
    if (last.asked() >= ASKED_MAX) return last.windowStart().plus(WINDOW);
    var requested = last.expiresAt().minus(LIFETIME);
    if (last.asked() < AT_ONCE) return requested;
    var wait = FIRST_WAIT.multipliedBy(1L << (last.asked() - AT_ONCE));
    return requested.plus(wait.compareTo(WAIT_MAX) < 0 ? wait : WAIT_MAX);
  }

  /**
   * Checks a code and uses it up.
   *
   * @throws Refusal.WrongCode if it is not the number's current code
   */
  public void use(String phoneNumber, String code) {
    var phoneHash = phoneHash(phoneNumber);
    var presented = codeHash(phoneNumber, code);
    for (int race = 0; race < RACES_MAX; race++) {
      var request = current(phoneHash).orElseThrow(Refusal.WrongCode::new);
      var counted =
          store.run(
              OtpRequests.COUNT_TRY,
              new OtpRequests.Try(phoneHash, request.codeHash(), request.tries()));
      if (!counted.isDone()) continue;
      if (!same(request.codeHash(), presented)) throw new Refusal.WrongCode();
      if (store.run(OtpRequests.USE_CODE, new OtpRequests.Use(phoneHash, presented)).isDone())
        return;
      throw new Refusal.WrongCode();
    }
    throw new Refusal.TooManyRequests(Duration.ofSeconds(1));
  }

  private Optional<OtpRequest> current(String phoneHash) {
    return store
        .run(OtpRequests.FIND, new OtpRequests.OfPhone(phoneHash))
        .filter(request -> !request.codeHash().isEmpty())
        .filter(request -> request.tries() < TRIES_MAX)
        .filter(request -> request.expiresAt().isAfter(clock.instant()));
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  /** A key for limits of a number, which does not show it. */
  public String keyOf(String phoneNumber) {
    return phoneHash(phoneNumber);
  }

  private String phoneHash(String phoneNumber) {
    return hmac.hex("phone", phoneNumber);
  }

  private String codeHash(String phoneNumber, String code) {
    return hmac.hex("code", phoneNumber + "/" + code);
  }
}
