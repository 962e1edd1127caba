package dev.trestle.messenger.identity;

import dev.trestle.messenger.Refused;
import dev.trestle.messenger.model.OtpRequests;
import dev.trestle.messenger.model.OtpRequests.OtpRequest;
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
 * Codes of six digits that prove who has a phone number. Neither number nor code is stored, only
 * keyed hashes of them.
 */
public final class LoginCodes {
  static final Duration GOOD_FOR = Duration.ofMinutes(5);
  static final Duration WINDOW = Duration.ofMinutes(15);
  static final int TRIES_MAX = 5;
  static final int ASKED_MAX = 3;
  private static final int CODES = 1_000_000;
  private static final int RACES_MAX = 8;

  /**
   * A code on its way.
   *
   * @param retryAfter how long until another may be asked for
   */
  public record Issued(String phoneNumber, String code, Instant expiresAt, Duration retryAfter) {
    @Override
    public String toString() {
      return "a code until " + expiresAt;
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
   * A new code for this number; the one before is void.
   *
   * @throws Refused RATE_LIMITED after three in a quarter of an hour
   */
  public Issued ask(String phoneNumber) {
    var phoneHash = phoneHash(phoneNumber);
    for (int race = 0; race < RACES_MAX; race++) {
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      var seen = store.run(OtpRequests.FIND, new OtpRequests.OfPhone(phoneHash));
      var current = seen.filter(request -> request.windowStart().plus(WINDOW).isAfter(now));
      var windowStart = current.map(OtpRequest::windowStart).orElse(now);
      long asked = current.map(OtpRequest::asked).orElse(0L) + 1;
      var windowEnd = windowStart.plus(WINDOW);
      if (asked > ASKED_MAX) throw Refused.tooOften(Duration.between(now, windowEnd));
      var code = String.format(Locale.ROOT, "%06d", random.nextInt(CODES));
      var expires = now.plus(GOOD_FOR);
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
      if (store.run(OtpRequests.ASK, asking).isDone()) {
        var wait = asked < ASKED_MAX ? Duration.ZERO : Duration.between(now, windowEnd);
        return new Issued(phoneNumber, code, expires, wait);
      }
    }
    throw Refused.tooOften(Duration.ofSeconds(1));
  }

  /**
   * Returns if this is the code, which is used up by it.
   *
   * @throws Refused INVALID_OTP if it is not, was used, is too old or was guessed at too often; it
   *     does not say which
   */
  public void use(String phoneNumber, String code) {
    var phoneHash = phoneHash(phoneNumber);
    var presented = codeHash(phoneNumber, code);
    for (int race = 0; race < RACES_MAX; race++) {
      var request = guessable(phoneHash).orElseThrow(LoginCodes::wrong);
      var counted =
          store.run(
              OtpRequests.TRY, new OtpRequests.Try(phoneHash, request.codeHash(), request.tries()));
      if (!counted.isDone()) continue;
      if (!same(request.codeHash(), presented)) throw wrong();
      if (store.run(OtpRequests.USE, new OtpRequests.Use(phoneHash, presented)).isDone()) return;
      throw wrong();
    }
    throw Refused.tooOften(Duration.ofSeconds(1));
  }

  private Optional<OtpRequest> guessable(String phoneHash) {
    return store
        .run(OtpRequests.FIND, new OtpRequests.OfPhone(phoneHash))
        .filter(request -> !request.codeHash().isEmpty())
        .filter(request -> request.tries() < TRIES_MAX)
        .filter(request -> request.expiresAt().isAfter(clock.instant()));
  }

  private static Refused wrong() {
    return Refused.of(
        Refused.Code.INVALID_OTP, "The code is wrong or no longer good. Ask for a new one.");
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }

  private static boolean same(String one, String other) {
    return MessageDigest.isEqual(
        one.getBytes(StandardCharsets.US_ASCII), other.getBytes(StandardCharsets.US_ASCII));
  }

  private String phoneHash(String phoneNumber) {
    return hmac.hex("phone", phoneNumber);
  }

  private String codeHash(String phoneNumber, String code) {
    return hmac.hex("code", phoneNumber + "/" + code);
  }
}
