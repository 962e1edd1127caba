package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.auction.AuctionTerms;
import dev.trestle.ecobid.item.ItemEdit;
import dev.trestle.ecobid.item.Listings;
import dev.trestle.ecobid.item.NewItem;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.PhotoId;
import dev.trestle.ecobid.model.Sharing;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.reservation.Draws;
import dev.trestle.ecobid.reservation.Handovers;
import dev.trestle.ecobid.reservation.Handovers.Involvement;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;

/** {@code /items/{id}} and {@code /me/items}. */
public final class ItemsApi {
  private static final int DRAW_HOURS = 6;

  record AuctionBody(int hours, long minimum, Optional<Long> reserve) {}

  record NewItemBody(
      String title,
      Optional<String> description,
      String category,
      double lat,
      double lon,
      Optional<String> address,
      String mode,
      Optional<String> sharing,
      Optional<Integer> drawHours,
      Optional<AuctionBody> auction,
      Optional<List<String>> photos) {}

  record EditBody(
      Optional<String> title,
      Optional<String> description,
      Optional<String> category,
      Optional<Double> lat,
      Optional<Double> lon,
      Optional<String> address,
      Optional<List<String>> photos) {}

  record OneItem(Views.ItemView item) {}

  record ManyItems(List<Views.ItemView> items, Optional<String> nextCursor) {}

  record EntryView(String id, String nonce, Instant at, boolean withdrawn) {}

  record DrawView(
      long round,
      String commitment,
      Optional<Instant> closesAt,
      List<EntryView> entries,
      Optional<String> seed,
      Optional<String> winner) {}

  record OneDraw(DrawView draw) {}

  private final Store store;
  private final Listings listings;
  private final Handovers handovers;
  private final UserProfiles profiles;
  private final Ids ids;
  private final InstantSource clock;

  public ItemsApi(
      Store store,
      Listings listings,
      Handovers handovers,
      UserProfiles profiles,
      Ids ids,
      InstantSource clock) {
    this.store = store;
    this.listings = listings;
    this.handovers = handovers;
    this.profiles = profiles;
    this.ids = ids;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .post("/items", guards.writes(this::list))
        .get("/items/{item}", guards.open(this::one))
        .patch("/items/{item}", guards.writes(this::edit))
        .delete("/items/{item}", guards.writes(this::withdraw))
        .post("/items/{item}/renew", guards.writes(this::renew))
        .get("/items/{item}/draw", guards.open(this::draw))
        .get("/me/items", guards.reads(this::mine));
  }

  private Reply list(Call call) {
    var body = call.json(NewItemBody.class);
    var user = Accounts.user(call);
    var made = CallInputs.made(call, ids, clock);
    var item =
        listings.list(
            user,
            wanted(body),
            new ItemId("item_" + made.ulid()),
            new AuctionId("auc_" + made.ulid()),
            made.at());
    return Reply.created(new OneItem(view(item, Optional.of(user))));
  }

  private static NewItem wanted(NewItemBody body) {
    boolean isAuction =
        switch (body.mode()) {
          case "free" -> false;
          case "auction" -> true;
          default -> throw ApiError.invalid("mode", "free or auction is expected.");
        };
    if (isAuction && body.auction().isEmpty()) {
      throw ApiError.invalid("auction", "An auction has hours and a minimum.");
    }
    var terms =
        body.auction()
            .filter(_ -> isAuction)
            .map(given -> new AuctionTerms(given.hours(), given.minimum(), given.reserve()));
    return new NewItem(
        body.title(),
        body.description().orElse(""),
        CallInputs.category(body.category()),
        CallInputs.point(body.lat(), body.lon()),
        body.address().orElse(""),
        isAuction ? Sharing.FIRST : sharing(body.sharing().orElse("draw")),
        body.drawHours().orElse(DRAW_HOURS),
        terms,
        photos(body.photos().orElse(List.of())));
  }

  private static Sharing sharing(String code) {
    return switch (code) {
      case "draw" -> Sharing.DRAW;
      case "queue" -> Sharing.QUEUE;
      case "first" -> Sharing.FIRST;
      default -> throw ApiError.invalid("sharing", "draw, queue or first is expected.");
    };
  }

  private static List<PhotoId> photos(List<String> texts) {
    if (!texts.stream().allMatch(text -> Ids.isId("pho_", text))) {
      throw ApiError.invalid("photos", "Ids of uploaded photos are expected.");
    }
    return texts.stream().map(PhotoId::new).toList();
  }

  private Reply one(Call call) {
    var viewer = Guards.viewer(call);
    var item = visible(CallInputs.item(call.pathParameter("item")), viewer);
    return Reply.ok(new OneItem(view(item, viewer)));
  }

  /** Returns the item, unless its owner and the viewer block each other. */
  private Item visible(ItemId id, Optional<UserId> viewer) {
    var item = listings.find(id);
    boolean isBlocked =
        viewer
            .filter(user -> !user.equals(item.owner()))
            .filter(user -> profiles.isBlocked(item.owner(), user))
            .isPresent();
    if (isBlocked) throw new Refusal.NotFound("item");
    return item;
  }

  private Views.ItemView view(Item stored, Optional<UserId> viewer) {
    var involvement = viewer.map(user -> handovers.involvementOf(user, stored));
    var handover = involvement.map(Involvement::handover).orElseGet(() -> handovers.look(stored));
    var item = handover.item();
    var auction = handover.auction().or(() -> item.auctionId().flatMap(this::auction));
    var receiver =
        involvement
            .filter(_ -> viewer.filter(item.owner()::equals).isPresent())
            .flatMap(Involvement::reservation)
            .flatMap(each -> profiles.find(each.user()));
    return Views.ItemView.of(
        item, auction, profiles.find(item.owner()), viewer, involvement, receiver);
  }

  private Optional<Auctions.Auction> auction(AuctionId id) {
    return store.run(Auctions.FIND, new Auctions.OfAuction(id));
  }

  private Reply edit(Call call) {
    var body = call.json(EditBody.class);
    if (body.lat().isPresent() != body.lon().isPresent()) {
      throw ApiError.invalid("lat", "A place has a latitude and a longitude.");
    }
    var edit =
        new ItemEdit(
            body.title(),
            body.description(),
            body.category().map(CallInputs::category),
            body.lat().map(lat -> CallInputs.point(lat, body.lon().orElseThrow())),
            body.address(),
            body.photos().map(ItemsApi::photos));
    var user = Accounts.user(call);
    var item = listings.edit(user, CallInputs.item(call.pathParameter("item")), edit);
    return Reply.ok(new OneItem(view(item, Optional.of(user))));
  }

  private Reply withdraw(Call call) {
    handovers.withdraw(Accounts.user(call), CallInputs.item(call.pathParameter("item")));
    return Reply.nothing();
  }

  private Reply renew(Call call) {
    var user = Accounts.user(call);
    var item = handovers.renew(user, CallInputs.item(call.pathParameter("item")));
    return Reply.ok(new OneItem(view(item, Optional.of(user))));
  }

  /** Everything that is needed to verify a draw. */
  private Reply draw(Call call) {
    var item = visible(CallInputs.item(call.pathParameter("item")), Guards.viewer(call));
    if (item.sharing() != Sharing.DRAW) throw new Refusal.NotFound("draw");
    var handover = handovers.lookAtAll(item);
    long last = handover.item().turns().round();
    int round = call.number("round", (int) last, 1, (int) last);
    var draw = Draws.of(handover, round, clock.instant());
    return Reply.ok(
        new OneDraw(
            new DrawView(
                draw.round(),
                draw.commitment(),
                draw.closesAt(),
                draw.entries().stream()
                    .map(entry ->
                        new EntryView(
                            entry.id().value(), entry.nonce(), entry.at(), entry.isWithdrawn()))
                    .toList(),
                draw.seed(),
                draw.winner().map(winner -> winner.value()))));
  }

  private Reply mine(Call call) {
    var user = Accounts.user(call);
    var page = store.run(Items.OF_OWNER, new Items.OfUser(user), call.cursor());
    var keys = page.items().stream().map(own -> new Items.OfItem(own.item())).toList();
    var items = keys.isEmpty() ? List.<Item>of() : store.run(Items.FIND_ALL, keys);
    return Reply.ok(
        new ManyItems(
            items.stream().map(item -> view(item, Optional.of(user))).toList(),
            page.next().map(cursor -> cursor.text())));
  }
}
