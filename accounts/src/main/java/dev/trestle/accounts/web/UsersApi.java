package dev.trestle.accounts.web;

import dev.trestle.accounts.ExportWriter;
import dev.trestle.accounts.Profile;
import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.UserId;
import dev.trestle.accounts.login.PhoneNumbers;
import dev.trestle.accounts.model.Users.User;
import dev.trestle.accounts.profile.AccountClosing;
import dev.trestle.accounts.profile.Profiles;
import dev.trestle.accounts.session.DeviceSessions;
import dev.trestle.accounts.web.SessionsApi.SessionView;
import dev.trestle.http.Header;
import dev.trestle.http.StreamedResponse;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Json;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** {@code /api/v1/users}: profiles, and everything that is stored about a user. */
public final class UsersApi {
  record RenameRequest(String displayName) {}

  record LookupRequest(List<String> phoneNumbers) {}

  record LookupView(String phoneNumber, String userId) {}

  /** A user's own account. */
  record AccountView(
      String userId,
      Optional<String> phoneNumber,
      boolean phoneVerified,
      String displayName,
      Instant createdAt,
      Instant updatedAt) {
    static AccountView of(User user) {
      return new AccountView(
          user.userId().value(),
          user.phoneNumber(),
          user.phoneVerified(),
          user.displayName(),
          user.createdAt(),
          user.updatedAt());
    }
  }

  /** Another user's profile. The phone number is not in it. */
  record ProfileView(String userId, String displayName, Instant createdAt) {
    static ProfileView of(Profile profile) {
      return new ProfileView(profile.userId().value(), profile.displayName(), profile.createdAt());
    }
  }

  /** One line of an export. */
  record ExportLine(String type, Object data) {}

  private static final byte[] NEW_LINE = {'\n'};

  private final Profiles profiles;
  private final DeviceSessions sessions;
  private final AccountClosing closing;
  private final RateLimits limits;
  private final AccountRates rates;

  public UsersApi(
      Profiles profiles,
      DeviceSessions sessions,
      AccountClosing closing,
      RateLimits limits,
      AccountRates rates) {
    this.profiles = profiles;
    this.sessions = sessions;
    this.closing = closing;
    this.limits = limits;
    this.rates = rates;
  }

  /**
   * The routes.
   *
   * @param signedIn makes an endpoint one for signed-in users
   * @param once answers repeated calls from the first reply
   */
  public Router routes(UnaryOperator<Endpoint> signedIn, UnaryOperator<Endpoint> once) {
    Endpoint lookUp = limits.around(rates.lookups(), call -> user(call).value(), this::lookUp);
    Endpoint export = limits.around(rates.exports(), call -> user(call).value(), this::export);
    return new Router()
        .get("/me", this::account)
        .patch("/me", once.apply(Refusals.around(this::rename)))
        .delete("/me", this::close)
        .get("/me/export", export)
        .get("/{user}", this::profile)
        .post("/lookup", once.apply(Refusals.around(lookUp)))
        .around(endpoint -> signedIn.apply(Refusals.around(endpoint)));
  }

  private static UserId user(Call call) {
    return SignedIn.caller(call).user();
  }

  private Reply account(Call call) {
    return Reply.ok(new DataBody<>(AccountView.of(profiles.account(user(call)))));
  }

  private Reply rename(Call call) {
    var name = call.json(RenameRequest.class).displayName();
    return Reply.ok(new DataBody<>(AccountView.of(profiles.rename(user(call), name))));
  }

  private Reply profile(Call call) {
    var profile =
        UserId.parse(call.pathParameter("user"))
            .flatMap(profiles::find)
            .orElseThrow(() -> new Refusal.NotFound("There is no such user."));
    return Reply.ok(new DataBody<>(ProfileView.of(profile)));
  }

  private Reply lookUp(Call call) {
    var asked = call.json(LookupRequest.class).phoneNumbers();
    if (asked.isEmpty() || asked.size() > Profiles.NUMBERS_MAX) {
      throw new Refusal.InvalidField("phone_numbers", "Send 1 to 100 numbers.");
    }
    limits.check(rates.numbers(), user(call).value(), asked.size());
    var numbers = asked.stream().map(text -> PhoneNumbers.e164(text, "phone_numbers")).toList();
    var found =
        profiles.owners(numbers).stream()
            .map(claim -> new LookupView(claim.phoneNumber(), claim.userId().value()))
            .toList();
    return Reply.ok(ListBody.whole(found));
  }

  /**
   * Finds the owner of one number, at the price of a lookup.
   *
   * @throws dev.trestle.platform.web.ApiError if it is not a phone number, or after too many
   *     lookups
   */
  public Optional<UserId> owner(UserId caller, String phoneNumber) {
    limits.check(rates.lookups(), caller.value(), 1);
    limits.check(rates.numbers(), caller.value(), 1);
    try {
      return profiles.owner(PhoneNumbers.e164(phoneNumber, "phone_number"));
    } catch (Refusal refusal) {
      throw Refusals.error(refusal);
    }
  }

  private Reply close(Call call) {
    closing.close(user(call));
    return Reply.nothing();
  }

  /** JSON lines, streamed while they are read: an export can be large. */
  private Reply export(Call call) {
    var user = user(call);
    var account = profiles.account(user);
    var fields =
        List.of(
            new Header("Content-Type", "application/x-ndjson"),
            new Header("Content-Disposition", "attachment; filename=\"account.ndjson\""));
    return Reply.ongoing(
        new StreamedResponse(
            200,
            fields,
            sink -> {
              ExportWriter out =
                  (type, data) -> {
                    sink.write(Json.write(new ExportLine(type, data)));
                    sink.write(NEW_LINE);
                  };
              out.write("user", AccountView.of(account));
              for (var session : sessions.of(user)) {
                out.write("session", SessionView.of(session, session.sessionId()));
              }
              for (var system : closing.systems()) system.export(user, out);
            }));
  }
}
