package dev.trestle.accounts.model;

import dev.trestle.accounts.SessionId;
import dev.trestle.accounts.UserId;
import java.time.Instant;

/** Values that the examples of several entities share. */
final class Examples {
  static final UserId ANN = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final UserId BO = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  static final SessionId SESSION = new SessionId("sess_01JCQZ8M5R3V7W9X1Y2Z3A4B5G");
  static final Instant NOW = Instant.parse("2026-11-16T12:00:00.123Z");
  static final String HASH = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

  private Examples() {}
}
