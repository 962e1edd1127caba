package dev.trestle.stak.web;

import dev.trestle.platform.limit.Rate;
import java.time.Duration;

/**
 * How often the APIs may be called. What one tenant or user does beyond that gets 429 and leaves
 * the others alone.
 *
 * @param adminCalls calls of the admin API, per tenant
 * @param callsOfAdminKey calls of the admin API with one key, so that a tenant's script that runs
 *     wild leaves its other keys something
 * @param userCalls calls of the user API, per tenant
 * @param callsOfUserKey calls of the user API with one server's key
 * @param callsOfOneUser calls of the user API, per user
 * @param recipients recipients of posts to users, per tenant; one post may have 200,000
 * @param broadcasts posts to everyone, per tenant
 * @param emails e-mails, per tenant; more of them wait
 */
public record StakLimits(
    Rate adminCalls,
    Rate callsOfAdminKey,
    Rate userCalls,
    Rate callsOfUserKey,
    Rate callsOfOneUser,
    Rate recipients,
    Rate broadcasts,
    Rate emails) {
  public static final StakLimits STANDARD =
      new StakLimits(
          Rate.perSecond("stak-admin", 100).burst(1000),
          Rate.perSecond("stak-admin-key", 50).burst(500),
          Rate.perSecond("stak-users", 2000).burst(10_000),
          Rate.perSecond("stak-user-key", 1000).burst(5000),
          Rate.perSecond("stak-user", 20).burst(200),
          new Rate("stak-recipients", 1_000_000, Duration.ofHours(1), 1_000_000),
          Rate.perMinute("stak-broadcasts", 120),
          Rate.perHour("stak-emails", 60_000).burst(10_000));
}
