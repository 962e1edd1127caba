package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.auction.BidderAliases;
import dev.trestle.ecobid.auction.Bids;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Auctions.Bid;
import dev.trestle.ecobid.model.BidId;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** {@code /auctions}, their bids, and {@code /me/bids}. */
public final class AuctionsApi {
  record OpenBody(String itemId, int hours, long minimum, Optional<Long> reserve) {}

  record BidBody(long maximum) {}

  record OneAuction(Views.AuctionView auction) {}

  record PlacedView(String id, boolean leading) {}

  record BidReply(PlacedView bid, long price, long nextMinimum, Instant endsAt) {}

  record OwnBidView(Views.AuctionView auction, long maximum, Instant at) {}

  record OwnBids(List<OwnBidView> bids, Optional<String> nextCursor) {}

  private final Store store;
  private final Bids bids;
  private final Handovers handovers;
  private final Listings listings;
  private final UserProfiles profiles;
  private final BidderAliases aliases;
  private final Ids ids;
  private final InstantSource clock;

  public AuctionsApi(
      Store store,
      Bids bids,
      Handovers handovers,
      Listings listings,
      UserProfiles profiles,
      BidderAliases aliases,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.bids = bids;
    this.handovers = handovers;
    this.listings = listings;
    this.profiles = profiles;
    this.aliases = aliases;
    this.ids = ids;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/auctions", guards.writes(this::open))
        .get("/auctions/{auction}", guards.open(this::one))
        .post("/auctions/{auction}/bids", guards.writes(this::bid))
        .post("/auctions/{auction}/offer-next", guards.writes(this::offerNext))
        .get("/me/bids", guards.reads(this::mine));
  }

  private Reply open(Call call) {
    var body = call.json(OpenBody.class);
    var user = Accounts.user(call);
    var made = CallInputs.made(call, ids, clock);
    var auction =
        handovers.auction(
            user,
            CallInputs.item(body.itemId()),
            new AuctionId("auc_" + made.ulid()),
            new AuctionTerms(body.hours(), body.minimum(), body.reserve()));
    return Reply.created(
        new OneAuction(
            Views.AuctionView.of(auction, List.of(), Optional.of(user), clock.instant())));
  }

  private Reply one(Call call) {
    var id = CallInputs.auction(call.pathParameter("auction"));
    var entries = store.run(Auctions.WITH_BIDS, new Auctions.OfAuction(id)).items();
    var auction =
        entries.stream()
            .filter(Auction.class::isInstance)
            .map(Auction.class::cast)
            .findFirst()
            .orElseThrow(() -> new Refusal.NotFound("auction"));
    var history = entries.stream().filter(Bid.class::isInstance).map(Bid.class::cast).toList();
    var viewer = Guards.viewer(call);
    viewer.ifPresent(user -> checkNotBlocked(auction, user));
    return Reply.ok(
        new OneAuction(
            Views.AuctionView.of(auction, lines(history, viewer), viewer, clock.instant())));
  }

  /** Newest first. Bidders have no names. */
  private List<Views.BidView> lines(List<Bid> history, Optional<UserId> viewer) {
    return history.stream()
        .sorted(Comparator.comparingLong(Bid::number).reversed())
        .map(bid -> new Views.BidView(bid.at(), bid.price(), name(bid, viewer)))
        .toList();
  }

  private String name(Bid bid, Optional<UserId> viewer) {
    boolean isOwn = viewer.filter(bid.bidder()::equals).isPresent();
    return isOwn ? "you" : aliases.of(bid.auction(), bid.bidder());
  }

  private void checkNotBlocked(Auction auction, UserId viewer) {
    if (viewer.equals(auction.seller())) return;
    if (profiles.isBlocked(auction.seller(), viewer)) {
      throw new Refusal.NotFound("auction");
    }
  }

  private Reply bid(Call call) {
    var body = call.json(BidBody.class);
    var made = CallInputs.made(call, ids, clock);
    var placed =
        bids.bid(
            Accounts.user(call),
            CallInputs.auction(call.pathParameter("auction")),
            body.maximum(),
            new BidId("bid_" + made.ulid()),
            made.at());
    return Reply.created(
        new BidReply(
            new PlacedView(placed.bid().value(), placed.isLeading()),
            placed.price(),
            placed.nextMinimum(),
            placed.endsAt()));
  }

  private Reply offerNext(Call call) {
    var reservation =
        handovers.offerNext(Accounts.user(call), CallInputs.auction(call.pathParameter("auction")));
    var handover = handovers.lookAtAll(listings.find(reservation.item()));
    return Reply.created(
        new ReservationsApi.OneReservation(Views.ReservationView.of(reservation, handover)));
  }

  private Reply mine(Call call) {
    var user = Accounts.user(call);
    var page = store.run(Auctions.OF_BIDDER, new Auctions.OfUser(user), call.cursor());
    var keys = page.items().stream().map(own -> new Auctions.OfAuction(own.auction())).toList();
    var auctions =
        store.run(Auctions.FIND_ALL, keys).stream()
            .collect(Collectors.toMap(Auctions.Auction::auction, Function.identity()));
    var views = new ArrayList<OwnBidView>();
    for (var own : page.items()) {
      var auction = auctions.get(own.auction());
      if (auction == null) continue;
      var view = Views.AuctionView.of(auction, List.of(), Optional.of(user), clock.instant());
      views.add(new OwnBidView(view, own.maximum(), own.last()));
    }
    return Reply.ok(new OwnBids(views, page.next().map(cursor -> cursor.text())));
  }
}
