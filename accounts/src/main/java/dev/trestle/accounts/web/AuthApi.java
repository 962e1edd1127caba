package dev.trestle.accounts.web;

import static dev.trestle.platform.web.Router.OPEN_BODY_BYTES;

import dev.trestle.accounts.AccountsOptions;
import dev.trestle.accounts.DemoPerson;
import dev.trestle.accounts.login.LoginCodes;
import dev.trestle.accounts.login.PhoneNumbers;
import dev.trestle.accounts.profile.AccountClosing;
import dev.trestle.accounts.session.DeviceSessions;
import dev.trestle.accounts.session.Login;
import dev.trestle.accounts.web.SessionsApi.SessionView;
import dev.trestle.accounts.web.UsersApi.AccountView;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.DataBody;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.ListBody;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * {@code /api/v1/auth}: signing in and out. The replies contain secrets, so they are never stored
 * for an {@code Idempotency-Key}.
 */
public final class AuthApi {
  record CodeRequest(String phoneNumber) {}

  record CodeView(
      String phoneNumber, Instant expiresAt, long retryAfterSeconds, Optional<String> devCode) {}

  record VerifyRequest(String phoneNumber, String otp, Optional<String> deviceId) {}

  record RefreshRequest(String refreshToken) {}

  record TokensView(String accessToken, String refreshToken, String tokenType, long expiresIn) {}

  record LoginView(AccountView user, SessionView session, TokensView tokens, boolean isNewUser) {}

  record RefreshView(TokensView tokens) {}

  private final LoginCodes codes;
  private final DeviceSessions sessions;
  private final AccountClosing closing;
  private final TokenIssuer issuer;

  /** Absent if codes are shown instead of sent. */
  private final Optional<LoginTexts> texts;

  private final RateLimits limits;
  private final AccountRates rates;
  private final List<DemoPerson> demoPeople;

  public AuthApi(
      LoginCodes codes,
      DeviceSessions sessions,
      AccountClosing closing,
      TokenIssuer issuer,
      AccountsOptions options,
      RateLimits limits) {
    this.codes = codes;
    this.sessions = sessions;
    this.closing = closing;
    this.issuer = issuer;
    this.limits = limits;
    this.rates = options.rates();
    this.texts = options.sms().map(sms -> new LoginTexts(codes, sms, limits, rates));
    this.demoPeople = options.demoPeople();
  }

  /**
   * The routes.
   *
   * @param signedIn makes an endpoint one for signed-in users
   */
  public Router routes(UnaryOperator<Endpoint> signedIn) {
    return new Router()
        .add("POST", "/request-otp", limited(rates.codes(), this::requestCode), OPEN_BODY_BYTES)
        .add("POST", "/verify-otp", limited(rates.codes(), this::verify), OPEN_BODY_BYTES)
        .add("POST", "/refresh", limited(rates.refreshes(), this::refresh), OPEN_BODY_BYTES)
        .post("/logout", signedIn.apply(this::signOut))
        .get("/demo-people", _ -> Reply.ok(ListBody.whole(demoPeople)))
        .get("/openapi.json", _ -> document())
        .around(Refusals::around);
  }

  private Endpoint limited(Rate rate, Endpoint endpoint) {
    return limits.around(rate, Call::clientNetwork, endpoint);
  }

  /** The reply does not tell whether the number has an account. */
  private Reply requestCode(Call call) {
    var number = PhoneNumbers.e164(call.json(CodeRequest.class).phoneNumber(), "phone_number");
    var issued =
        texts
            .map(gateway -> gateway.send(number, call.clientNetwork()))
            .orElseGet(() -> codes.issue(number));
    return Reply.ok(
        new DataBody<>(
            new CodeView(
                number,
                issued.expiresAt(),
                issued.retryAfter().toSeconds(),
                texts.isEmpty() ? Optional.of(issued.code()) : Optional.empty())));
  }

  private Reply verify(Call call) {
    var body = call.json(VerifyRequest.class);
    var number = PhoneNumbers.e164(body.phoneNumber(), "phone_number");
    var device = body.deviceId().or(() -> call.header("x-device-id")).orElse("");
    codes.use(number, body.otp());
    var login = sessions.signIn(number, device);
    // The old account was half closed: finish that, and open a new one.
    if (closing.finishIfStarted(login.user())) login = sessions.signIn(number, device);
    var view =
        new LoginView(
            AccountView.of(login.user()),
            SessionView.of(login.session(), login.session().sessionId()),
            tokens(login),
            login.isNewUser());
    return Reply.json(login.isNewUser() ? 201 : 200, new DataBody<>(view));
  }

  private Reply refresh(Call call) {
    var token = call.json(RefreshRequest.class).refreshToken();
    var login = sessions.refresh(token, call.header("x-device-id"));
    return Reply.ok(new DataBody<>(new RefreshView(tokens(login))));
  }

  private Reply signOut(Call call) {
    var caller = SignedIn.caller(call);
    sessions.revoke(caller.user(), caller.session());
    return Reply.nothing();
  }

  private static Reply document() {
    try (var in = AuthApi.class.getResourceAsStream("openapi.json")) {
      return Reply.bytes(
          200, "application/json", Objects.requireNonNull(in, "openapi.json").readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private TokensView tokens(Login login) {
    var session = login.session();
    var access =
        issuer.issue(session.userId().value(), session.sessionId().value(), Set.of(SignedIn.SCOPE));
    return new TokensView(access, login.refreshToken(), "Bearer", issuer.life().toSeconds());
  }
}
