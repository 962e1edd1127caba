package dev.trestle.homeops.model;

import java.time.Instant;

/** Values that the examples of several entities share. */
final class Examples {
  static final ChatId CHAT = new ChatId("-1001234567890");
  static final MemberId MARTIN = new MemberId(42);
  static final MemberId ANNA = new MemberId(99);
  static final MessageNumber MESSAGE = new MessageNumber(456);
  static final MessageNumber REPLY = new MessageNumber(457);
  static final Instant NOW = Instant.parse("2026-02-17T10:30:00Z");
  static final ActivityId ACTIVITY = new ActivityId("01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final HouseholdId HOUSEHOLD = new HouseholdId("home_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  static final IsoWeek WEEK = new IsoWeek("2026-W07");

  /** What Telegram sends for a short message. */
  static final String UPDATE =
      "{\"update_id\":815162342,\"message\":{\"message_id\":456,\"from\":{\"id\":42,"
          + "\"is_bot\":false,\"first_name\":\"Martin\",\"username\":\"martin\",\"language_code\":\"sv\"},"
          + "\"chat\":{\"id\":-1001234567890,\"title\":\"Hemma\",\"type\":\"supergroup\"},\"date\":1771324200,\"text\":\"jag"
          + " har diskat och tagit ut soporna\"}}";

  private Examples() {}
}
