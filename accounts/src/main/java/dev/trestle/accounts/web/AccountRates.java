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
 * @param lookups lookups of one user
 * @param numbers phone numbers that one user looks up
 */
public record AccountRates(
    Rate codes, Rate refreshes, Rate calls, Rate exports, Rate texts, Rate lookups, Rate numbers) {
  public static final AccountRates STANDARD =
      new AccountRates(
          Rate.perMinute("codes", 60),
          Rate.perMinute("refreshes", 600),
          Rate.perMinute("account-calls", 300),
          Rate.perHour("exports", 10),
          new Rate("texts", 1000, Duration.ofHours(1), 1000),
          Rate.perMinute("lookups", 10),
          new Rate("numbers", 1000, Duration.ofDays(1), 1000));

  /** For tests and benchmarks: far beyond what they do. */
  public static final AccountRates UNLIMITED =
      new AccountRates(
          Rate.perSecond("codes", 1_000_000),
          Rate.perSecond("refreshes", 1_000_000),
          Rate.perSecond("account-calls", 1_000_000),
          Rate.perSecond("exports", 1_000_000),
          Rate.perSecond("texts", 1_000_000),
          Rate.perSecond("lookups", 1_000_000),
          Rate.perSecond("numbers", 1_000_000));
}
