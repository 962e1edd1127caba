package dev.trestle.ecobid.reservation;

import java.time.Duration;
import java.time.Instant;

/** The deadlines of the market. */
public final class Deadlines {
  /** For a giver to confirm, and for a drawn entrant or a winner to accept. */
  public static final Duration ANSWER = Duration.ofHours(24);

  /** For the next in a queue to accept. */
  public static final Duration TURN = Duration.ofHours(4);

  /** After the pickup time, until a no-show may be reported. */
  public static final Duration NO_SHOW = Duration.ofMinutes(30);

  /** The longest time between confirmation and pickup. */
  public static final Duration PICKUP_MAX = Duration.ofDays(30);

  /** How long before the pickup a reminder is sent, if the pickup was arranged before that. */
  public static final Duration REMINDER = Duration.ofHours(4);

  /** A later reminder would not help. */
  public static final Duration REMINDER_LATEST = Duration.ofMinutes(30);

  /** A picked-up item is completed automatically after this time. */
  public static final Duration COMPLETION = Duration.ofDays(7);

  /** How long a free item is shown unless it is renewed. */
  public static final Duration FRESH = Duration.ofDays(30);

  /** How long before it goes stale the giver is asked. */
  public static final Duration STALE_WARNING = Duration.ofDays(3);

  /** How long before the end bidders are notified. */
  public static final Duration ENDING_WARNING = Duration.ofHours(1);

  /** How long finished items, and what belongs to them, are kept. */
  public static final Duration ITEM_KEPT = Duration.ofDays(90);

  /** How long unsuccessful reservations are kept. */
  public static final Duration LAPSED_KEPT = Duration.ofHours(24);

  /** How long the entries of a draw are kept, so that it can be verified. */
  public static final Duration ENTRY_KEPT = Duration.ofDays(30);

  /** For states without a deadline. */
  public static final Instant NEVER = Instant.parse("9999-12-31T00:00:00Z");

  private Deadlines() {}
}
