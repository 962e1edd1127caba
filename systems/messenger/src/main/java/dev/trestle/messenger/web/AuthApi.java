package dev.trestle.messenger.web;

import dev.trestle.messenger.Account;
import dev.trestle.messenger.identity.Login;
import dev.trestle.messenger.identity.LoginCodes;
import dev.trestle.messenger.identity.Logins;
import dev.trestle.messenger.identity.PhoneNumbers;
import dev.trestle.messenger.identity.SmsGateway;
import dev.trestle.platform.identity.TokenIssuer;
import dev.trestle.platform.limit.Limits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Logging in and out. Its answers hold secrets: they are never stored. */
final class AuthApi {
  record Asking(String phoneNumber) {}

  record Asked(
      String phoneNumber, Instant expiresAt, long retryAfterSeconds, Optional<String> devCode) {}

  record Verifying(String phoneNumber, String otp, Optional<String> deviceId) {}

  record Refreshing(String refreshToken) {}

  record Tokens(String accessToken, String refreshToken, String tokenType, long expiresIn) {}

  record LoggedIn(Views.Me user, Views.SessionView session, Tokens tokens, boolean isNewUser) {}

  record Refreshed(Tokens tokens) {}

  private final LoginCodes codes;
  private final Logins logins;
  private final Account account;
  private final TokenIssuer issuer;
  private final Optional<SmsGateway> gateway;
  private final Limits limits;
  private final ApiLimits rates;

  AuthApi(
      LoginCodes codes,
      Logins logins,
      Account account,
      TokenIssuer issuer,
      Optional<SmsGateway> gateway,
      Limits limits,
      ApiLimits rates) {
    this.codes = codes;
    this.logins = logins;
    this.account = account;
    this.issuer = issuer;
    this.gateway = gateway;
    this.limits = limits;
    this.rates = rates;
  }

  void addTo(Router router, Door door) {
    router
        .post("/auth/request-otp", limited(this::ask))
        .post("/auth/verify-otp", limited(this::verify))
        .post("/auth/refresh", this::refresh)
        .post("/auth/logout", door.signedIn(this::logOut));
  }

  private Endpoint limited(Endpoint endpoint) {
    return limits.around(rates.codes(), Call::peer, endpoint);
  }

  /** The same for a number that is registered and for one that is not. */
  private Reply ask(Call call) {
    var number = PhoneNumbers.e164(call.json(Asking.class).phoneNumber(), "phone_number");
    var issued = codes.ask(number);
    gateway.ifPresent(
        sms -> sms.send(number, "Your code is " + issued.code() + ". Tell it to nobody."));
    var shown =
        gateway.isEmpty() && !isForwarded(call)
            ? Optional.of(issued.code())
            : Optional.<String>empty();
    return Reply.ok(
        new Views.One<>(
            new Asked(number, issued.expiresAt(), issued.retryAfter().toSeconds(), shown)));
  }

  /** Behind a proxy the caller may be anybody, even if the proxy is on this machine. */
  private static boolean isForwarded(Call call) {
    return call.request().headers().stream()
        .map(field -> field.name().toLowerCase(Locale.ROOT))
        .anyMatch(name -> name.equals("forwarded") || name.startsWith("x-forwarded-"));
  }

  private Reply verify(Call call) {
    var body = call.json(Verifying.class);
    var number = PhoneNumbers.e164(body.phoneNumber(), "phone_number");
    var device = body.deviceId().or(() -> call.header("x-device-id")).orElse("");
    codes.use(number, body.otp());
    var login = logins.logIn(number, device);
    // Whoever comes back to an account that was half closed is somebody new.
    if (account.finishClosing(login.user())) login = logins.logIn(number, device);
    var data =
        new LoggedIn(
            Views.Me.of(login.user()),
            Views.SessionView.of(login.session(), login.session().sessionId()),
            tokens(login),
            login.isNewUser());
    return Reply.json(login.isNewUser() ? 201 : 200, new Views.One<>(data));
  }

  private Reply refresh(Call call) {
    var token = call.json(Refreshing.class).refreshToken();
    var login = logins.refresh(token, call.header("x-device-id"));
    return Reply.ok(new Views.One<>(new Refreshed(tokens(login))));
  }

  private Reply logOut(Call call) {
    var caller = call.noted(Caller.class);
    logins.revoke(caller.user(), caller.session());
    return Reply.nothing();
  }

  private Tokens tokens(Login login) {
    var session = login.session();
    var access =
        issuer.issue(session.userId().value(), session.sessionId().value(), Set.of(Door.SCOPE));
    return new Tokens(access, login.refreshToken(), "Bearer", issuer.life().toSeconds());
  }
}
