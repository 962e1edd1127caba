package dev.trestle.homeops.model;

import java.time.Instant;

/** Values that the examples of several entities share. */
final class Examples {
  static final String CHAT = "-1001234567890";
  static final long MARTIN = 42;
  static final long ANNA = 99;
  static final Instant NOW = Instant.parse("2026-02-17T10:30:00Z");
  static final String ULID = "01JCQZ8M5R3V7W9X1Y2Z3A4B5C";
  static final String HOUSEHOLD = "home_01JCQZ8M5R3V7W9X1Y2Z3A4B5D";
  static final String WEEK = "2026-W07";

  private Examples() {}
}
