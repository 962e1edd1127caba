package dev.trestle.messenger.model;

import static dev.trestle.messenger.model.Parts.PHONE_HASH;
import static dev.trestle.model.Conditions.current;
import static dev.trestle.model.Conditions.field;
import static dev.trestle.model.Conditions.param;
import static dev.trestle.model.Load.perSecond;
import static dev.trestle.model.Table.string;
import static java.lang.invoke.MethodHandles.lookup;

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
      Table.named("otp_requests").partition(string("phone_hash")).ephemeral("ttl").build();

  public record OtpRequest(String phoneHash, String codeHash, long tries, Instant ttl) {}

  public static final Entity<OtpRequest> REQUEST =
      TABLE
          .entity(OtpRequest.class, lookup())
          .partition(PHONE_HASH)
          .snakeCase()
          .expires(OtpRequest::ttl)
          .population(Population.of(500, 1).kept(Duration.ofMinutes(15)))
          .example(
              new OtpRequest(
                  Examples.HASH, Examples.HASH, 0, Instant.parse("2026-11-16T12:05:00Z")));

  public record OfPhone(String phoneHash) {}

  /** A try that was counted when so many had been made. */
  public record Try(String phoneHash, long seen) {}

  public static final Put<OtpRequest, OtpRequest> ASK =
      REQUEST.put("otp.ask", "ask for a code").load(perSecond(0.5)).build();

  public static final Get<OfPhone, OtpRequest> FIND =
      REQUEST
          .get("otp.find", "the code asked for", OfPhone.class)
          .consistent()
          .load(perSecond(0.5))
          .build();

  /** Counts before it compares: a guess costs a try even if the guesser hangs up. */
  public static final Update<Try, OtpRequest> TRY =
      REQUEST
          .update("otp.try", "count a try", Try.class)
          .set(OtpRequest::tries)
          .to(current(OtpRequest::tries).plus(1L))
          .when(field(OtpRequest::tries).is(param(Try::seen)))
          .load(perSecond(0.5))
          .build();

  private OtpRequests() {}
}
