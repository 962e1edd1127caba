package dev.trestle.ecobid.web;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.BiddingState;
import dev.trestle.ecobid.live.LiveChange;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.search.Visibility;
import dev.trestle.platform.signal.Signals;
import dev.trestle.platform.web.EventStream;
import dev.trestle.platform.web.LiveEvent;
import dev.trestle.platform.web.Reply;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * Live events for open pages. Every server learns of a change by a signal, reads the current state
 * and informs the pages concerned. Signals may be lost, so a page reloads after {@code ready}, the
 * first event on every connection, and after {@code missed}.
 *
 * <p>Strangers receive nothing that a search would not show; distances are measured to the centre
 * of an item's public cell.
 */
public final class EventStreams implements Signals.Listener, AutoCloseable {
  private static final int QUEUED_MAX = 256;
  private static final int STREAMS_MAX = 20_000;
  private static final int STREAMS_PER_USER_MAX = 20;
  private static final int STREAMS_PER_ADDRESS_MAX = 200;

  /**
   * While signals get lost, pages that show many items reload no more often than this. Pages of one
   * item do so each time.
   */
  private static final Duration RELOAD_PACE = Duration.ofSeconds(20);

  /** Nothing is missed from here on, so the page can load its content. */
  record ReadyView(Instant now) {}

  /** The event says only that there is something to look at. */
  record NothingView() {}

  /** An item nearby that is no longer available. */
  record GoneView(String id) {}

  /** An item that the page shows has changed. */
  record ChangedView(String itemId) {}

  record NearbyView(Views.SummaryView item) {}

  record PriceView(
      String id,
      String itemId,
      String state,
      long price,
      long bids,
      long nextMinimum,
      Instant endsAt) {
    static PriceView of(Auction auction, Instant now) {
      return new PriceView(
          auction.auction().value(),
          auction.item().value(),
          Views.AuctionView.state(auction, now),
          auction.price(),
          auction.bids(),
          BiddingState.of(auction).bidding().nextMinimum(),
          auction.ends());
    }
  }

  private final Store store;
  private final Visibility visibility;
  private final InstantSource clock;
  private final Map<EventStream, Interest> streams = new ConcurrentHashMap<>();

  /** When all pages were last told to reload; used by the thread of the signals. */
  private Instant reloaded = Instant.EPOCH;

  public EventStreams(Store store, Visibility visibility, InstantSource clock) {
    this.store = store;
    this.visibility = visibility;
    this.clock = clock;
  }

  /** Follows what all servers tell. */
  public Signals.Subscription follow(Signals signals) {
    return signals.subscribe(LiveChange.TOPIC, this);
  }

  /** How many streams are open. */
  public int open() {
    return streams.size();
  }

  Reply open(Interest interest) {
    if (streams.size() >= STREAMS_MAX) throw new Refusal.Busy();
    if (count(other -> other.address().equals(interest.address())) >= STREAMS_PER_ADDRESS_MAX
        || interest.user().filter(this::hasTooMany).isPresent()) {
      throw new Refusal.TooManyStreams();
    }
    return Reply.ongoing(
        EventStream.of(
            QUEUED_MAX,
            stream -> {
              streams.put(stream, interest);
              stream.send(LiveEvent.json("ready", new ReadyView(clock.instant())));
              return () -> streams.remove(stream);
            }));
  }

  private boolean hasTooMany(UserId user) {
    return count(other -> other.user().filter(user::equals).isPresent()) >= STREAMS_PER_USER_MAX;
  }

  private long count(Predicate<Interest> matching) {
    return streams.values().stream().filter(matching).count();
  }

  @Override
  public void received(byte[] message) {
    if (streams.isEmpty()) return;
    var change = LiveChange.parse(message);
    if (change.isEmpty()) return;
    switch (change.get()) {
      case LiveChange.OfItem(var item) -> itemChanged(item);
      case LiveChange.OfAuction(var auction) -> auctionChanged(auction);
      case LiveChange.OfNotifications(var user) ->
          send(
              LiveEvent.json("notifications", new NothingView()),
              interest -> interest.user().filter(user::equals).isPresent());
    }
  }

  @Override
  public void missed() {
    var now = clock.instant();
    boolean isDue = !now.isBefore(reloaded.plus(RELOAD_PACE));
    if (isDue) reloaded = now;
    send(
        LiveEvent.json("missed", new NothingView()),
        interest -> isDue || interest.item().isPresent());
  }

  private void itemChanged(ItemId id) {
    send(
        LiveEvent.json("changed", new ChangedView(id.value())),
        interest -> interest.item().filter(id::equals).isPresent());
    var nearby = nearby();
    if (nearby.isEmpty()) return;
    var stored = store.run(Items.FIND, new Items.OfItem(id));
    if (stored.isEmpty()) return;
    var item = stored.get();
    var auction = item.auctionId().flatMap(this::auction);
    for (var each : nearby) {
      if (!each.getValue().isNear(item)) continue;
      var event =
          visibility
              .find(item, each.getValue().centre().orElseThrow())
              .map(found -> Views.SummaryView.of(found.with(auction)))
              .map(view -> LiveEvent.json("item", new NearbyView(view)))
              .orElseGet(() -> LiveEvent.json("gone", new GoneView(id.value())));
      send(each.getKey(), each.getValue(), event);
    }
  }

  private void auctionChanged(AuctionId id) {
    var auction = auction(id);
    if (auction.isEmpty()) return;
    var event = LiveEvent.json("price", PriceView.of(auction.get(), clock.instant()));
    send(event, interest -> interest.item().filter(auction.get().item()::equals).isPresent());
    if (nearby().isEmpty()) return;
    Optional<Item> item = store.run(Items.FIND, new Items.OfItem(auction.get().item()));
    item.ifPresent(found -> send(event, interest -> interest.isNear(found)));
  }

  private Optional<Auction> auction(AuctionId id) {
    return store.run(Auctions.FIND, new Auctions.OfAuction(id));
  }

  private Collection<Map.Entry<EventStream, Interest>> nearby() {
    return streams.entrySet().stream().filter(each -> each.getValue().isNearby()).toList();
  }

  private void send(LiveEvent event, Predicate<Interest> concerned) {
    streams.forEach((stream, interest) -> {
      if (concerned.test(interest)) send(stream, interest, event);
    });
  }

  /** A stream ends when its token expires; the page reconnects with a new one. */
  private void send(EventStream stream, Interest interest, LiveEvent event) {
    if (interest.until().isAfter(clock.instant())) stream.send(event);
    else stream.end();
  }

  /** Ends all streams. */
  @Override
  public void close() {
    streams.keySet().forEach(EventStream::end);
  }
}
