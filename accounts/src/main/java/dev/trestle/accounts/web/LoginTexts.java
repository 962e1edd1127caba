package dev.trestle.accounts.web;

import dev.trestle.accounts.Refusal;
import dev.trestle.accounts.login.LoginCodes;
import dev.trestle.accounts.login.PhoneNumbers;
import dev.trestle.accounts.login.SmsGateway;
import dev.trestle.platform.limit.RateLimits;
import dev.trestle.platform.web.ApiError;

/**
 * Sends login codes by SMS, within limits. Anybody can request a text to any number, so one network
 * must neither use up the texts of a country nor the codes of a number's owner.
 */
final class LoginTexts {
  private final LoginCodes codes;
  private final SmsGateway gateway;
  private final RateLimits limits;
  private final AccountRates rates;

  LoginTexts(LoginCodes codes, SmsGateway gateway, RateLimits limits, AccountRates rates) {
    this.codes = codes;
    this.gateway = gateway;
    this.limits = limits;
    this.rates = rates;
  }

  /**
   * Makes a code and sends it. A request that is refused leaves the code before it valid.
   *
   * @param network where the request comes from
   */
  LoginCodes.Issued send(String phoneNumber, String network) {
    var pair = network + "/" + codes.keyOf(phoneNumber);
    limits.check(rates.networkTexts(), network, 1);
    limits.check(rates.numberTexts(), pair, 1);
    try {
      var issued = issue(phoneNumber);
      gateway.send(
          phoneNumber, "Your login code is " + issued.code() + ". Do not share it with anyone.");
      return issued;
    } catch (ApiError | Refusal refused) {
      limits.giveBack(rates.numberTexts(), pair, 1);
      throw refused;
    }
  }

  private LoginCodes.Issued issue(String phoneNumber) {
    var country = PhoneNumbers.country(phoneNumber);
    limits.check(rates.texts(), country, 1);
    try {
      return codes.issue(phoneNumber);
    } catch (Refusal refused) {
      limits.giveBack(rates.texts(), country, 1);
      throw refused;
    }
  }
}
