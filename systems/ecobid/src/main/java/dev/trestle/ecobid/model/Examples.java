package dev.trestle.ecobid.model;

import dev.trestle.accounts.UserId;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Values that the examples of several entities share. */
final class Examples {
  static final UserId ANN = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5C");
  static final UserId BO = new UserId("user_01JCQZ8M5R3V7W9X1Y2Z3A4B5D");
  static final ItemId ITEM = new ItemId("item_01JCQZ8M5R3V7W9X1Y2Z3A4B5E");
  static final AuctionId AUCTION = new AuctionId("auc_01JCQZ8M5R3V7W9X1Y2Z3A4B5F");
  static final PhotoId PHOTO = new PhotoId("pho_01JCQZ8M5R3V7W9X1Y2Z3A4B5P");
  static final Instant NOW = Instant.parse("2026-11-16T12:00:00.123Z");
  static final Instant TOMORROW = Instant.parse("2026-11-17T12:00:00Z");

  static final Item CHAIR =
      new Item(
          ITEM,
          ANN,
          NOW,
          "Kitchen chair",
          "Birch, a little worn, stands well. Second floor, no lift.",
          Category.FURNITURE,
          List.of(PHOTO),
          Mode.FREE,
          Sharing.DRAW,
          6,
          Status.AVAILABLE,
          new Turns(1, Optional.of(TOMORROW), 3, 2, Optional.empty()),
          new Item.Location(52.2297, 21.0122, "Marszałkowska 104, 00-017 Warszawa"),
          "u3q",
          Optional.of("u3q"),
          Optional.of("u3qc"),
          Optional.of("u3qcn"),
          Optional.of("u3qcnh"),
          Optional.empty(),
          new byte[32],
          Instant.parse("2026-12-16T12:00:00.123Z"),
          false,
          1,
          Optional.of(TOMORROW),
          Optional.empty(),
          1);

  static final Reservation RESERVATION =
      new Reservation(
          ITEM,
          new ReservationId("res_01JCQZ8M5R3V7W9X1Y2Z3A4B5G"),
          BO,
          ANN,
          Optional.of(BO),
          ReservationState.RESERVED,
          1,
          1,
          "5f0c2e7d9b1a4836",
          NOW,
          TOMORROW,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          1);

  static final Auctions.Auction AUCTION_STANDING =
      new Auctions.Auction(
          AUCTION,
          ITEM,
          ANN,
          500,
          Optional.empty(),
          1200,
          Optional.of(BO),
          2000,
          7,
          TOMORROW,
          Auctions.State.ACTIVE,
          Set.of(),
          Optional.empty(),
          9);

  private Examples() {}
}
