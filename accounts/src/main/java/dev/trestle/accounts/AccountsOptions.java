package dev.trestle.accounts;

import dev.trestle.accounts.login.SmsGateway;
import dev.trestle.accounts.web.AccountRates;
import java.util.List;
import java.util.Optional;

/**
 * How accounts run.
 *
 * @param sms sends the login codes; without one, the response of a code request contains the code
 * @param demoPeople whom the sign-in page offers to continue as; only where codes are shown
 */
public record AccountsOptions(
    AccountRates rates, Optional<SmsGateway> sms, List<DemoPerson> demoPeople) {
  public AccountsOptions {
    demoPeople = List.copyOf(demoPeople);
    if (sms.isPresent() && !demoPeople.isEmpty()) {
      throw new IllegalArgumentException("nobody could read the codes of the demo's people");
    }
  }

  /** For a server that only this machine can reach: login codes are shown, not sent. */
  public static AccountsOptions local() {
    return new AccountsOptions(AccountRates.STANDARD, Optional.empty(), List.of());
  }

  /** For a server that others can reach. */
  public static AccountsOptions with(SmsGateway gateway) {
    return new AccountsOptions(AccountRates.STANDARD, Optional.of(gateway), List.of());
  }

  public AccountsOptions rates(AccountRates other) {
    return new AccountsOptions(other, sms, demoPeople);
  }

  public AccountsOptions demoPeople(List<DemoPerson> people) {
    return new AccountsOptions(rates, sms, people);
  }
}
