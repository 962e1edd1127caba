package dev.trestle.ecobid.web;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.PhotoId;
import dev.trestle.ecobid.model.Profiles.Profile;
import dev.trestle.ecobid.model.Reservation;
import dev.trestle.ecobid.model.ReservationState;
import dev.trestle.ecobid.reservation.Handover;
import dev.trestle.ecobid.reservation.Handovers.Involvement;
import dev.trestle.ecobid.search.FoundItem;
import dev.trestle.platform.photo.PhotoSize;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The views that the API returns. */
final class Views {
  private Views() {}

  record PlaceView(double lat, double lon) {
    static PlaceView of(GeoPoint point) {
      return new PlaceView(point.latitude(), point.longitude());
    }
  }

  record PriceView(String id, long price, long nextMinimum, long bids, Instant endsAt) {
    static PriceView of(Auction auction) {
      return new PriceView(
          auction.auction().value(),
          auction.price(),
          BiddingState.of(auction).bidding().nextMinimum(),
          auction.bids(),
          auction.ends());
    }
  }

  record SummaryView(
      String id,
      String title,
      String category,
      String mode,
      String status,
      Instant listedAt,
      Optional<String> photo,
      PlaceView place,
      long distanceM,
      Optional<PriceView> auction) {
    static SummaryView of(FoundItem found) {
      var item = found.summary();
      return new SummaryView(
          item.item().value(),
          item.title(),
          item.category().code(),
          code(item.mode()),
          found.status().code(),
          item.listed(),
          item.photos().stream().findFirst().map(photo -> url(photo, PhotoSize.THUMB)),
          PlaceView.of(found.place()),
          found.metres(),
          found.auction().map(PriceView::of));
    }
  }

  record PhotoView(String id, String url, String thumb) {
    static PhotoView of(PhotoId photo) {
      return new PhotoView(
          photo.value(), Views.url(photo, PhotoSize.LARGE), Views.url(photo, PhotoSize.THUMB));
    }
  }

  /** The exact place of the item, for its giver and its confirmed receiver. */
  record PickupView(double lat, double lon, String address) {
    static PickupView of(Item item) {
      var location = item.location();
      return new PickupView(location.latitude(), location.longitude(), location.address());
    }
  }

  record PersonView(
      String id,
      String displayName,
      long ratings,
      Optional<Double> rating,
      long given,
      long received,
      long noShows) {
    static PersonView of(Profile profile) {
      return new PersonView(
          profile.user().value(),
          profile.displayName(),
          profile.ratings(),
          profile.ratings() == 0
              ? Optional.empty()
              : Optional.of(Math.round(10.0 * profile.stars() / profile.ratings()) / 10.0),
          profile.given(),
          profile.received(),
          profile.noShows());
    }
  }

  /**
   * An item.
   *
   * @param waiting how many users are in the draw or the queue
   * @param reservation the viewer's own; for the giver, the receiver's
   * @param receiver the receiver, for the giver
   * @param rated whether the viewer has rated the other side
   */
  record ItemView(
      String id,
      String title,
      String description,
      String category,
      String mode,
      String sharing,
      String status,
      Instant listedAt,
      List<PhotoView> photos,
      PlaceView place,
      Optional<Instant> drawClosesAt,
      Optional<PriceView> auction,
      Optional<PersonView> giver,
      boolean mine,
      long waiting,
      Optional<PickupView> pickup,
      Optional<ReservationView> reservation,
      Optional<PersonView> receiver,
      boolean rated) {
    static ItemView of(
        Item item,
        Optional<Auction> auction,
        Optional<Profile> giver,
        Optional<UserId> viewer,
        Optional<Involvement> involvement,
        Optional<Profile> receiver) {
      var reservation = involvement.flatMap(Involvement::reservation);
      boolean isMine = viewer.filter(item.owner()::equals).isPresent();
      boolean knowsPlace = isMine || viewer.filter(user -> hasConfirmed(item, user)).isPresent();
      return new ItemView(
          item.item().value(),
          item.title(),
          item.description(),
          item.category().code(),
          code(item.mode()),
          code(item.sharing()),
          item.status().code(),
          item.listed(),
          item.photos().stream().map(PhotoView::of).toList(),
          PlaceView.of(item.publicCell().centre()),
          item.turns().closes(),
          auction.map(PriceView::of),
          giver.map(PersonView::of),
          isMine,
          item.turns().waiting(),
          knowsPlace ? Optional.of(PickupView.of(item)) : Optional.empty(),
          involvement.flatMap(
              mine -> mine.reservation().map(each -> ReservationView.of(each, mine.handover()))),
          receiver.map(PersonView::of),
          reservation
              .flatMap(isMine ? Reservation::starsByGiver : Reservation::starsByReceiver)
              .isPresent());
    }

    private static boolean hasConfirmed(Item item, UserId user) {
      return item.holding()
          .filter(holding -> holding.user().equals(user))
          .filter(holding -> holding.pickupAt().isPresent())
          .isPresent();
    }
  }

  record ReservationView(
      String id,
      String entryId,
      String itemId,
      String status,
      Optional<Long> position,
      Optional<Instant> until,
      Optional<Instant> pickupAt,
      Optional<Long> price,
      Optional<PickupView> pickup) {
    /** A reservation as the giver or the receiver sees it now. */
    static ReservationView of(Reservation reservation, Handover handover) {
      var state = handover.stateOf(reservation);
      boolean isConfirmed =
          state == ReservationState.CONFIRMED || state == ReservationState.PICKED_UP;
      boolean isTimed = state == ReservationState.OFFERED || state == ReservationState.RESERVED;
      var item = handover.item();
      return new ReservationView(
          new CallInputs.ReservationRef(reservation.item(), reservation.reservation()).text(),
          reservation.reservation().value(),
          reservation.item().value(),
          state.code(),
          handover.positionOf(reservation),
          isTimed ? Optional.of(reservation.until()) : drawTime(handover, state),
          reservation.pickupAt(),
          reservation.price(),
          isConfirmed ? Optional.of(PickupView.of(item)) : Optional.empty());
    }

    private static Optional<Instant> drawTime(Handover handover, ReservationState state) {
      return state == ReservationState.ENTERED
          ? handover.item().turns().closes()
          : Optional.empty();
    }
  }

  record BidView(Instant at, long price, String bidder) {}

  record AuctionView(
      String id,
      String itemId,
      String state,
      long price,
      long nextMinimum,
      Instant endsAt,
      boolean leading,
      Optional<Long> maximum,
      List<BidView> bids) {
    static AuctionView of(
        Auction auction, List<BidView> bids, Optional<UserId> viewer, Instant now) {
      var bidding = BiddingState.of(auction).bidding();
      boolean isLeading = viewer.filter(bidding::isLedBy).isPresent();
      return new AuctionView(
          auction.auction().value(),
          auction.item().value(),
          state(auction, now),
          auction.price(),
          viewer.map(bidding::nextMinimum).orElseGet(bidding::nextMinimum),
          auction.ends(),
          isLeading,
          isLeading ? Optional.of(auction.leaderMaximum()) : Optional.empty(),
          bids);
    }

    /**
     * An auction whose end has passed is shown as ended, whether or not a worker has recorded that.
     */
    static String state(Auction auction, Instant now) {
      if (auction.state() != Auctions.State.ACTIVE || now.isBefore(auction.ends())) {
        return code(auction.state());
      }
      if (auction.leader().isEmpty()) return code(Auctions.State.EXPIRED);
      boolean isSold = BiddingState.of(auction).bidding().meetsReserve();
      return code(isSold ? Auctions.State.ENDED : Auctions.State.UNSOLD);
    }
  }

  static String url(PhotoId photo, PhotoSize size) {
    return "/ecobid/v1/photos/" + photo.value() + "/" + size.code();
  }

  static String code(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
