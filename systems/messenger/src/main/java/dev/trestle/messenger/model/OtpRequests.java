package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.PHONE_HASH;
import static dev.trestle.model.Conditions.current;
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

/** Login codes on their way; numbers and codes only as keyed hashes. */
public final class OtpRequests {
  public static final Table TABLE =
      Table.named("otp_requests")
          .partition(string("phone_hash"))
          .ephemeral("ttl")
          .alarms(Alarms.STANDARD)
          .build();

  /**
   * The newest code that was asked for by a number.
   *
   * @param codeHash empty once the code was used
   * @param tries how often it was guessed
   * @param expiresAt until when the code is good
   * @param asked how many codes were asked for since {@code windowStart}
   * @param ttl when nothing here counts any more
   */
  public record OtpRequest(
      String phoneHash,
      String codeHash,
      long tries,
      Instant expiresAt,
      long asked,
      Instant windowStart,
      Instant ttl) {}

  public static final Entity<OtpRequest> REQUEST =
      TABLE
          .entity(OtpRequest.class, lookup())
          .partition(PHONE_HASH)
          .snakeCase()
          .expires(OtpRequest::ttl)
          .population(Population.of(500, 1).kept(Duration.ofMinutes(20)))
          .example(
              new OtpRequest(
                  Examples.HASH,
                  Examples.HASH,
                  0,
                  Instant.parse("2026-11-16T12:05:00Z"),
                  1,
                  Examples.NOW,
                  Instant.parse("2026-11-16T12:20:00Z")));

  public record OfPhone(String phoneHash) {}

  /** A request by somebody who saw the one before it, or none (an empty code). */
  public record Asking(OtpRequest request, String seenCode, long seenAsked) {}

  /** A try that was counted when so many had been made. */
  public record Try(String phoneHash, String codeHash, long seen) {}

  public static final Put<Asking, OtpRequest> ASK =
      REQUEST
          .put("otp.ask", "ask for a code", Asking.class, Asking::request)
          .when(
              itemAbsent()
                  .or(
                      field(OtpRequest::codeHash)
                          .is(param(Asking::seenCode))
                          .and(field(OtpRequest::asked).is(param(Asking::seenAsked)))))
          .load(perSecond(0.5))
          .build();

  public static final Get<OfPhone, OtpRequest> FIND =
      REQUEST
          .get("otp.find", "the code asked for", OfPhone.class)
          .consistent()
          .withExpired()
          .load(perSecond(0.5))
          .build();

  /** Counts before it compares: a guess costs a try even if the guesser hangs up. */
  public static final Update<Try, OtpRequest> TRY =
      REQUEST
          .update("otp.try", "count a try", Try.class)
          .set(OtpRequest::tries)
          .to(current(OtpRequest::tries).plus(1L))
          .when(
              field(OtpRequest::tries)
                  .is(param(Try::seen))
                  .and(field(OtpRequest::codeHash).is(param(Try::codeHash))))
          .load(perSecond(0.5))
          .build();

  public record Use(String phoneHash, String codeHash) {}

  /** Of two who bring the right code, one gets in. */
  public static final Update<Use, OtpRequest> USE =
      REQUEST
          .update("otp.use", "a code is good once", Use.class)
          .set(OtpRequest::codeHash)
          .to("")
          .when(field(OtpRequest::codeHash).is(param(Use::codeHash)))
          .load(perSecond(0.05))
          .build();

  private OtpRequests() {}
}
