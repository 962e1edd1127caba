package dev.trestle.messenger.web;

import dev.trestle.platform.limit.Rate;
import java.time.Duration;

/**
 * How often one person may do what.
 *
 * @param chatMessages messages of one person in one chat
 * @param frames frames of one socket, of any kind
 * @param numbers phone numbers looked up
 * @param codes codes asked for and tried from one address
 */
public record ApiLimits(
    Rate chatMessages,
    Rate messages,
    Rate messagesOfAnHour,
    Rate lookups,
    Rate numbers,
    Rate codes,
    Rate frames) {
  public static final ApiLimits STANDARD =
      new ApiLimits(
          Rate.perSecond("chat-messages", 10).burst(20),
          Rate.perSecond("messages", 30),
          Rate.perHour("messages-hour", 1000),
          Rate.perMinute("lookups", 10),
          new Rate("numbers", 1000, Duration.ofDays(1), 1000),
          Rate.perMinute("codes", 60),
          Rate.perSecond("frames", 100).burst(300));

  /** For those who measure: nobody is held back. */
  public static final ApiLimits NONE =
      new ApiLimits(
          all("chat-messages"),
          all("messages"),
          all("messages-hour"),
          all("lookups"),
          all("numbers"),
          all("codes"),
          all("frames"));

  private static Rate all(String name) {
    return Rate.perSecond(name, 1_000_000);
  }
}
