package dev.trestle.accounts.web;

import dev.trestle.platform.limit.Rate;
import java.time.Duration;

/**
 * Rate limits of accounts.
 *
 * @param codes codes requested and tried from one address
 * @param refreshes refresh tokens sent from one address
 * @param calls calls of one signed-in user
 * @param exports exports of one user's data
 * @param texts texts sent to numbers of one country
 * @param networkTexts texts requested from one network; few enough that it cannot use up those of a
 *     country
 * @param numberTexts texts to one number that are requested from one network; few enough that its
 *     owner has codes left for the day
 * @param lookups lookups of one user
 * @param numbers phone numbers that one user looks up
 */
public record AccountRates(
    Rate codes,
    Rate refreshes,
    Rate calls,
    Rate exports,
    Rate texts,
    Rate networkTexts,
    Rate numberTexts,
    Rate lookups,
    Rate numbers) {
  public static final AccountRates STANDARD =
      new AccountRates(
          Rate.perMinute("codes", 60),
          Rate.perMinute("refreshes", 600),
          Rate.perMinute("account-calls", 300),
          Rate.perHour("exports", 10),
          Rate.perHour("texts", 1000),
          Rate.perHour("network-texts", 60),
          new Rate("number-texts", 6, Duration.ofDays(1), 6),
          Rate.perMinute("lookups", 10),
          new Rate("numbers", 1000, Duration.ofDays(1), 1000));

  /** The same with other limits of texts. */
  AccountRates texts(Rate ofCountry, Rate ofNetwork, Rate ofNumber) {
    return new AccountRates(
        codes, refreshes, calls, exports, ofCountry, ofNetwork, ofNumber, lookups, numbers);
  }

  /** For tests and benchmarks: far beyond what they do. */
  public static final AccountRates UNLIMITED =
      new AccountRates(
          Rate.perSecond("codes", 1_000_000),
          Rate.perSecond("refreshes", 1_000_000),
          Rate.perSecond("account-calls", 1_000_000),
          Rate.perSecond("exports", 1_000_000),
          Rate.perSecond("texts", 1_000_000),
          Rate.perSecond("network-texts", 1_000_000),
          Rate.perSecond("number-texts", 1_000_000),
          Rate.perSecond("lookups", 1_000_000),
          Rate.perSecond("numbers", 1_000_000));
}
