package dev.trestle.stak.model;

import java.time.Instant;

/** Values that the examples of several entities share. */
final class Examples {
  static final TenantId TENANT = new TenantId("acme");
  static final InboxId INBOX = new InboxId("DEFAULT");
  static final UserId USER = new UserId("user456");
  static final MessageId ID = new MessageId("01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final TopicId TOPIC = new TopicId("releases");
  static final Instant NOW = Instant.parse("2026-11-16T12:00:00Z");
  static final Instant LATER = Instant.parse("2026-12-16T12:00:00Z");
  static final Instant MUCH_LATER = Instant.parse("2026-12-23T12:00:00Z");
  static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Examples() {}
}
