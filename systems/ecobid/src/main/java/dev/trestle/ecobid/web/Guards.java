package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.platform.limit.Rate;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Endpoint;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Guards endpoints: sign-in, rate limits and idempotency. */
public final class Guards {
  private static final Rate READS = Rate.perMinute("ecobid-reads", 600);
  private static final Rate WRITES = Rate.perMinute("ecobid-writes", 120);
  private static final Rate UPLOADS = Rate.perHour("ecobid-uploads", 60);

  private final Accounts accounts;
  private final UserProfiles profiles;
  private final RateLimits limits;
  private final UnaryOperator<Endpoint> once;

  public Guards(
      Accounts accounts, UserProfiles profiles, RateLimits limits, UnaryOperator<Endpoint> once) {
    this.accounts = accounts;
    this.profiles = profiles;
    this.limits = limits;
    this.once = once;
  }

  /** For everyone. A token identifies the caller, but is not required. */
  Endpoint open(Endpoint endpoint) {
    var known = accounts.signedIn(endpoint);
    return limits.around(
        READS,
        Call::clientNetwork,
        call ->
            call.header("authorization").isPresent() ? known.handle(call) : endpoint.handle(call));
  }

  Endpoint reads(Endpoint endpoint) {
    return accounts.signedIn(limits.around(READS, Guards::caller, withProfile(endpoint)));
  }

  /** For signed-in users. A repetition with the same Idempotency-Key has no further effect. */
  Endpoint writes(Endpoint endpoint) {
    return accounts.signedIn(
        limits.around(WRITES, Guards::caller, once.apply(withProfile(endpoint))));
  }

  /** Photo uploads have no idempotency key, because their bodies are too large to store. */
  Endpoint uploads(Endpoint endpoint) {
    return accounts.signedIn(limits.around(UPLOADS, Guards::caller, withProfile(endpoint)));
  }

  private Endpoint withProfile(Endpoint endpoint) {
    return call -> {
      var user = Accounts.user(call);
      profiles.ensure(
          user,
          () -> accounts.profiles().find(user).map(profile -> profile.displayName()).orElse(""));
      return endpoint.handle(call);
    };
  }

  private static String caller(Call call) {
    return Accounts.user(call).value();
  }

  /** Returns the caller of an open endpoint, if they sent a token. */
  static Optional<UserId> viewer(Call call) {
    return call.header("authorization").map(_ -> Accounts.user(call));
  }
}
