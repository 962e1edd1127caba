package dev.trestle.ecobid.model;

import dev.trestle.model.Model;

/** All of EcoBid's data. */
public final class EcoBidModel {
  public static final Model MODEL =
      Model.named("ecobid")
          .entities(
              Profiles.PROFILE,
              Items.ITEM_OF,
              Items.OWN,
              Reservations.RESERVATION_OF,
              Auctions.AUCTION_OF,
              Auctions.BID_OF,
              Auctions.OWN_BID,
              Photos.PHOTO_OF,
              Favourites.FAVOURITE,
              Messages.MESSAGE_OF,
              Messages.OWN_THREAD,
              WantedPosts.WANTED_OF,
              Digests.DIGEST,
              Notifications.NOTIFICATION_OF,
              Blocks.BLOCK_OF,
              Reports.REPORT_OF)
          .patterns(
              Profiles.FIND,
              Items.OF_OWNER,
              Items.BY_PLACE_AND_CATEGORY,
              Items.FIND,
              Reservations.OF_ITEM,
              Reservations.OPEN_AT,
              Auctions.WITH_BIDS,
              Items.BY_STATUS,
              Items.IN_CELL5,
              Items.BY_CATEGORY)
          .patterns(
              Items.IN_CELL6,
              Items.IN_CELL4,
              Items.CURRENT,
              Items.FIND_ALL,
              Items.DUE_BY,
              Items.SAVE,
              Items.ERASE,
              ListingPatterns.LIST,
              ListingPatterns.EDIT)
          .patterns(
              Profiles.FIND_ALL,
              Profiles.CREATE,
              Profiles.EDIT,
              Profiles.READ_UNTIL,
              Profiles.ERASE,
              Blocks.OF_USER,
              Blocks.FIND,
              Blocks.SET,
              Reports.OF_MONTH,
              Reports.ADD)
          .patterns(
              Reservations.OF_HOLDER,
              Reservations.FIND,
              Reservations.MOVE,
              Reservations.NOT_CHOSEN,
              Reservations.RATE)
          .patterns(
              Auctions.FIND,
              Auctions.FIND_ALL,
              Auctions.HISTORY,
              Auctions.FIND_BID,
              Auctions.OF_BIDDER,
              Auctions.PLACE,
              Auctions.REWRITE,
              Auctions.ERASE_BIDS,
              Auctions.ERASE_OWN_BID,
              Auctions.ERASE_OWN_BIDS,
              Auctions.ERASE)
          .patterns(Photos.ADD, Photos.ERASE)
          .patterns(
              Favourites.OF_USER,
              Favourites.OF_ITEM,
              Favourites.FIND,
              Favourites.ADD,
              Favourites.REMOVE,
              Messages.THREAD,
              Messages.OF_ITEM,
              Messages.SEND,
              Messages.ERASE,
              Messages.THREADS_OF,
              Messages.START,
              Messages.END)
          .patterns(
              WantedPosts.OF_USER,
              WantedPosts.IN_CELL,
              WantedPosts.SAVE,
              WantedPosts.REMOVE,
              Digests.ADD,
              Digests.FIND,
              Digests.SENT,
              Digests.DUE_BY,
              Digests.OF_USER,
              Notifications.OF_USER,
              Notifications.TELL,
              Notifications.ERASE)
          .patterns(Leftovers.OF_ITEM, Leftovers.OF_USER)
          .build();

  private EcoBidModel() {}
}
