package dev.trestle.accounts.model;

import static dev.trestle.accounts.model.AccountKeys.PHONE_HASH;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.itemAbsent;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

import dev.trestle.model.Alarms;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Population;
import dev.trestle.model.Put;
import dev.trestle.model.Table;
import dev.trestle.model.Update;
import java.time.Duration;
import java.time.Instant;

/** Login codes that were requested. Numbers and codes are stored as keyed hashes only. */
public final class OtpRequests {
  public static final Table TABLE =
      Table.named("otp_requests")
          .partition(string("phone_hash"))
          .ephemeral("ttl")
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * The newest code of a number.
   *
   * @param codeHash empty once the code has been used
   * @param tries how often a code was tried
   * @param expiresAt when the code expires
   * @param asked how many codes were requested since {@code windowStart}
   * @param ttl when neither the code nor the count matters any more
   */
  public record OtpRequest(
      String phoneHash,
      String codeHash,
      long tries,
      Instant expiresAt,
      long asked,
      Instant windowStart,
      Instant ttl) {}

  public static final Entity<OtpRequest> OTP_REQUEST =
      TABLE
          .entity(OtpRequest.class, lookup())
          .partition(PHONE_HASH)
          .snakeCase()
          .expires(OtpRequest::ttl)
          .population(Population.of(500, 1).kept(Duration.ofDays(1)))
          .example(
              new OtpRequest(
                  Examples.HASH,
                  Examples.HASH,
                  0,
                  Instant.parse("2026-11-16T12:05:00Z"),
                  1,
                  Examples.NOW,
                  Instant.parse("2026-11-17T12:00:00Z")));

  public record OfPhone(String phoneHash) {}

  /** A request, and the code and count it replaces; an empty code if there was none. */
  public record Asking(OtpRequest request, String seenCode, long seenAsked) {}

  /** One more try, after {@code seen} earlier ones. */
  public record Try(String phoneHash, String codeHash, long seen) {}

  public static final Put<Asking, OtpRequest> REQUEST_CODE =
      OTP_REQUEST
          .put("otp.ask", "request a login code", Asking.class, Asking::request)
          .when(
              itemAbsent()
                  .or(
                      field(OtpRequest::codeHash)
                          .is(param(Asking::seenCode))
                          .and(field(OtpRequest::asked).is(param(Asking::seenAsked)))))
          .load(perSecond(0.5))
          .build();

  public static final Get<OfPhone, OtpRequest> FIND =
      OTP_REQUEST
          .get("otp.find", "the code of a number", OfPhone.class)
          .consistent()
          .withExpired()
          .load(perSecond(0.5))
          .build();

  /** Counted before the code is compared, so that a client cannot guess and hang up. */
  public static final Update<Try, OtpRequest> COUNT_TRY =
      OTP_REQUEST
          .update("otp.try", "count a try", Try.class)
          .set(OtpRequest::tries)
          .to(field(OtpRequest::tries).plus(1L))
          .when(
              field(OtpRequest::tries)
                  .is(param(Try::seen))
                  .and(field(OtpRequest::codeHash).is(param(Try::codeHash))))
          .load(perSecond(0.5))
          .build();

  public record Use(String phoneHash, String codeHash) {}

  /** If two clients send the right code at once, one of them gets in. */
  public static final Update<Use, OtpRequest> USE_CODE =
      OTP_REQUEST
          .update("otp.use", "use up the code", Use.class)
          .set(OtpRequest::codeHash)
          .to("")
          .when(field(OtpRequest::codeHash).is(param(Use::codeHash)))
          .load(perSecond(0.05))
          .build();

  private OtpRequests() {}
}
