package dev.trestle.ecobid.model;

import java.time.Instant;

/** Values that the examples of several entities share. */
final class Examples {
  static final UserId ANN = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final UserId BO = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  static final ItemId ITEM = new ItemId("item_01JCQZ8M5R3V7W9X1Y2Z3A4B5E");
  static final AuctionId AUCTION = new AuctionId("auc_01JCQZ8M5R3V7W9X1Y2Z3A4B5F");
  static final Instant NOW = Instant.parse("2026-11-16T12:00:00.123Z");
  static final Instant TOMORROW = Instant.parse("2026-11-17T12:00:00Z");

  private Examples() {}
}
