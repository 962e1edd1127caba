package dev.trestle.ecobid.model;

import dev.trestle.model.Model;

/** All of EcoBid's data. */
public final class EcoBidModel {
  public static final Model MODEL =
      Model.named("ecobid")
          .entities(
              Users.PROFILE,
              Items.ITEM_OF,
              Items.OWN,
              Reservations.RESERVATION_OF,
              Auctions.AUCTION_OF,
              Auctions.BID_OF)
          .patterns(
              Users.E1,
              Items.E2,
              Items.E3,
              Items.E4,
              Reservations.E5,
              Reservations.E6,
              Auctions.E7,
              Items.E8,
              Items.E9,
              Items.E10)
          .patterns(
              Users.SAVE,
              Items.WIDE,
              Items.NEAR,
              Items.LIST,
              Items.SAVE,
              Reservations.RESERVE,
              Auctions.OPEN,
              Auctions.PLACE)
          .build();

  private EcoBidModel() {}
}
