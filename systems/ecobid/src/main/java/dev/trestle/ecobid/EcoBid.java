package dev.trestle.ecobid;

import dev.trestle.accounts.Accounts;
import dev.trestle.ecobid.auction.BidderAliases;
import dev.trestle.ecobid.auction.Bids;
import dev.trestle.ecobid.event.MarketEvents;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.model.Digests;
import dev.trestle.ecobid.model.EcoBidModel;
import dev.trestle.ecobid.model.EcoBidTable;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.notification.ChangeHandler;
import dev.trestle.ecobid.notification.DependentWrites;
import dev.trestle.ecobid.notification.NewItems;
import dev.trestle.ecobid.notification.NotificationSink;
import dev.trestle.ecobid.notification.NotificationText;
import dev.trestle.ecobid.photo.PhotoUploads;
import dev.trestle.ecobid.profile.BidErasure;
import dev.trestle.ecobid.profile.PersonErasure;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.ecobid.reservation.OwnReservations;
import dev.trestle.ecobid.search.MapSearch;
import dev.trestle.ecobid.search.RadiusSearch;
import dev.trestle.ecobid.search.Visibility;
import dev.trestle.ecobid.wanted.NearbyDigests;
import dev.trestle.ecobid.wanted.SavedSearches;
import dev.trestle.ecobid.web.AuctionsApi;
import dev.trestle.ecobid.web.EcoBidData;
import dev.trestle.ecobid.web.EventStreams;
import dev.trestle.ecobid.web.EventsApi;
import dev.trestle.ecobid.web.Guards;
import dev.trestle.ecobid.web.ItemMessagesApi;
import dev.trestle.ecobid.web.ItemsApi;
import dev.trestle.ecobid.web.MarketApi;
import dev.trestle.ecobid.web.MarketPage;
import dev.trestle.ecobid.web.ModerationApi;
import dev.trestle.ecobid.web.NotificationsApi;
import dev.trestle.ecobid.web.PhotosApi;
import dev.trestle.ecobid.web.ProfilesApi;
import dev.trestle.ecobid.web.ReservationsApi;
import dev.trestle.ecobid.web.SearchApi;
import dev.trestle.platform.blob.BlobDeletions;
import dev.trestle.platform.event.EventSource;
import dev.trestle.platform.feed.ChangeFeed;
import dev.trestle.platform.feed.FollowedTable;
import dev.trestle.platform.metrics.Metric;
import dev.trestle.platform.schedule.DueItems;
import dev.trestle.platform.system.Closing;
import dev.trestle.platform.system.ServedSystem;
import dev.trestle.platform.system.SystemContext;
import dev.trestle.platform.web.ErrorShape;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import dev.trestle.platform.web.Site;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.List;

/** A neighbourhood marketplace, where people give things away or auction them. */
public final class EcoBid implements ServedSystem {
  private static final String GROUP = "ecobid";

  /** The queue of photos to delete. */
  private static final String DELETIONS = "ecobid-deletions";

  private static final int SECRET_BYTES = 32;

  private final SystemContext context;
  private final Store store;
  private final Handovers handovers;
  private final NearbyDigests digests;
  private final RadiusSearch search;
  private final ChangeHandler changes;
  private final ModerationApi moderation;
  private final EventStreams streams;
  private final MarketPage page;
  private final Router router;
  private final BlobDeletions deletions;
  private final List<AutoCloseable> running = new ArrayList<>();

  private EcoBid(
      SystemContext context, Accounts accounts, EcoBidOptions options, NotificationSink sink) {
    this.context = context;
    var clock = context.clock();
    var ids = context.ids();
    store = context.store(EcoBidModel.MODEL);
    handovers = new Handovers(store, clock, options.activeReservationsMax());
    digests = new NearbyDigests(store);
    var profiles = new UserProfiles(store, clock, ids);
    var own = new OwnReservations(store, handovers, clock);
    var aliases = new BidderAliases(context.secrets().bytes("ecobid-bidders", SECRET_BYTES));
    var listings = new Listings(store, handovers, clock, context.random());
    deletions = new BlobDeletions(context.queue(), DELETIONS, context.blobs());
    var photos = new PhotoUploads(store, context.blobs(), deletions, clock, ids);
    var searches = new SavedSearches(store, clock, ids);
    var visibility = new Visibility(store, handovers, clock);
    search = new RadiusSearch(store, visibility);
    var text = new NotificationText(options.currency());
    changes =
        new ChangeHandler(
            store,
            new NewItems(searches, digests, profiles),
            new DependentWrites(store, handovers, clock),
            photos,
            context.signals(),
            sink,
            text);
    var bidErasure = new BidErasure(store, handovers, aliases);
    var erasure = new PersonErasure(store, profiles, handovers, bidErasure, photos, sink::erased);
    accounts.register(new EcoBidData(store, profiles, own, text, erasure));
    moderation = new ModerationApi(store, handovers, clock);
    var once = context.idempotency(name(), call -> Accounts.user(call).value());
    var guards = new Guards(accounts, profiles, context.limits(), once::around);
    var cursors = new SignedCursor(context.secrets().bytes("ecobid-cursors", SECRET_BYTES));
    var routes = new Router();
    new MarketApi(options, clock).addTo(routes, guards);
    new SearchApi(search, new MapSearch(store, visibility), profiles, cursors)
        .addTo(routes, guards);
    new ItemsApi(store, listings, handovers, profiles, ids, clock).addTo(routes, guards);
    new ReservationsApi(store, handovers, listings, own, ids).addTo(routes, guards);
    new AuctionsApi(
            store, new Bids(store, clock), handovers, listings, profiles, aliases, ids, clock)
        .addTo(routes, guards);
    new PhotosApi(photos).addTo(routes, guards);
    new ProfilesApi(store, profiles, searches, clock).addTo(routes, guards);
    new ItemMessagesApi(store, listings, profiles, ids, clock).addTo(routes, guards);
    new NotificationsApi(store, profiles, text, clock).addTo(routes, guards);
    streams = new EventStreams(store, visibility, clock);
    new EventsApi(streams, profiles).addTo(routes, guards);
    page = new MarketPage(options.tileUrl());
    router = MarketApi.refusing(routes);
  }

  public static EcoBid open(SystemContext context, Accounts accounts, EcoBidOptions options) {
    return open(context, accounts, options, NotificationSink.NONE);
  }

  /** Opens the system with another place that notifications are sent to. */
  public static EcoBid open(
      SystemContext context, Accounts accounts, EcoBidOptions options, NotificationSink sink) {
    return new EcoBid(context, accounts, options, sink);
  }

  @Override
  public String name() {
    return "ecobid";
  }

  @Override
  public String title() {
    return "EcoBid";
  }

  @Override
  public List<Store> stores() {
    return List.of(store);
  }

  @Override
  public List<String> queues() {
    return List.of(DELETIONS);
  }

  @Override
  public List<FollowedTable> feeds() {
    return List.of(new FollowedTable(GROUP, EcoBidTable.TABLE));
  }

  @Override
  public List<EventSource> events() {
    return List.of(new MarketEvents());
  }

  @Override
  public long connections() {
    return streams.open();
  }

  @Override
  public List<Metric> metrics() {
    return List.of(
        Metric.gauge("ecobid.live.streams", "Open live streams", () -> (double) streams.open()));
  }

  @Override
  public void mount(Site site) {
    site.at("/ecobid/v1", router, ErrorShape.PLAIN).at("/ecobid", page.router(), ErrorShape.PLAIN);
  }

  @Override
  public void mountOperator(Router operator) {
    moderation.addTo(operator);
  }

  /** The API, below {@code /ecobid/v1}. */
  public Router api() {
    return router;
  }

  @Override
  public void start() {
    running.add(deletions.start());
    running.add(streams.follow(context.signals()));
    running.add(context.feed().follow(GROUP, EcoBidTable.TABLE, ChangeFeed.Start.HORIZON, changes));
    running.add(
        context
            .schedule()
            .due(
                new DueItems<>(
                    "ecobid-items",
                    store,
                    Items.DUE_BY,
                    EcoBidTable.DUE_SHARDS,
                    (shard, upTo) -> new Items.DueBy(shard, upTo)),
                due -> handovers.settle(due.item())));
    running.add(
        context
            .schedule()
            .due(
                new DueItems<>(
                    "ecobid-digests",
                    store,
                    Digests.DUE_BY,
                    EcoBidTable.DUE_SHARDS,
                    (shard, upTo) -> new Digests.DueBy(shard, upTo)),
                due -> digests.send(due.user(), due.at())));
  }

  /** Open pages reconnect to another server. */
  @Override
  public void stop() {
    streams.close();
  }

  @Override
  public void close() {
    new Closing().then(streams).then(running.reversed()).then(search).close();
  }
}
