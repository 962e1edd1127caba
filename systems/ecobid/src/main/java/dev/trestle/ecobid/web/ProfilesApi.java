package dev.trestle.ecobid.web;

import dev.trestle.accounts.Accounts;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Refusal;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.Favourites;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Items;
import dev.trestle.ecobid.model.NotificationKind;
import dev.trestle.ecobid.model.Profiles;
import dev.trestle.ecobid.model.WantedId;
import dev.trestle.ecobid.model.WantedPosts.Wanted;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.wanted.SavedSearches;
import dev.trestle.platform.system.Ids;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.store.Store;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** {@code /users}, {@code /wanted}, {@code /reports} and favourites. */
public final class ProfilesApi {
  record NeighbourhoodView(double lat, double lon, int radius) {}

  record MeView(
      Views.PersonView profile,
      long activeReservations,
      Set<String> muted,
      Optional<NeighbourhoodView> neighbourhood) {}

  record ManyUsers(List<Views.PersonView> users) {}

  record OneUser<T>(T user) {}

  record EditBody(
      Optional<String> displayName,
      Optional<List<String>> muted,
      Optional<NeighbourhoodView> neighbourhood) {}

  record WantedBody(String words, Optional<String> category, double lat, double lon, int radius) {}

  record WantedView(
      String id, Set<String> words, Optional<String> category, double lat, double lon, int radius) {
    static WantedView of(Wanted wanted) {
      return new WantedView(
          wanted.wanted().value(),
          wanted.words(),
          wanted.category().map(category -> category.code()),
          wanted.latitude(),
          wanted.longitude(),
          wanted.kilometres());
    }
  }

  record OneWanted(WantedView wanted) {}

  record ManyWanted(List<WantedView> wanted) {}

  record ReportBody(
      Optional<String> itemId, Optional<String> userId, String reason, Optional<String> text) {}

  record ReportedView(String id) {}

  record OneReport(ReportedView report) {}

  record FavouritesView(List<String> items, Optional<String> nextCursor) {}

  private final Store store;
  private final UserProfiles profiles;
  private final SavedSearches searches;
  private final InstantSource clock;

  public ProfilesApi(
      Store store, UserProfiles profiles, SavedSearches searches, InstantSource clock) {
    this.store = store;
    this.profiles = profiles;
    this.searches = searches;
    this.clock = clock;
  }

  public void addTo(Router router, Guards guards) {
    router
        .get("/users/me", guards.reads(this::me))
        .patch("/users/me", guards.writes(this::edit))
        .delete("/users/me/neighbourhood", guards.writes(this::unwatch))
        .get("/users/{user}", guards.open(this::one))
        .post("/users/{user}/block", guards.writes(call -> block(call, true)))
        .delete("/users/{user}/block", guards.writes(call -> block(call, false)))
        .get("/me/blocks", guards.reads(this::blocks))
        .post("/reports", guards.writes(this::report))
        .get("/wanted", guards.reads(this::wanted))
        .post("/wanted", guards.writes(this::post))
        .delete("/wanted/{wanted}", guards.writes(this::remove))
        .get("/me/favourites", guards.reads(this::favourites))
        .post("/items/{item}/favourite", guards.writes(call -> favour(call, true)))
        .delete("/items/{item}/favourite", guards.writes(call -> favour(call, false)));
  }

  private Reply me(Call call) {
    return Reply.ok(new OneUser<>(view(profiles.get(Accounts.user(call)))));
  }

  private MeView view(Profiles.Profile profile) {
    var muted = new HashSet<String>();
    profile.muted().forEach(kind -> muted.add(kind.code()));
    var neighbourhood =
        searches.of(profile.user()).stream()
            .filter(Wanted::isNeighbourhood)
            .findFirst()
            .map(where ->
                new NeighbourhoodView(where.latitude(), where.longitude(), where.kilometres()));
    return new MeView(Views.PersonView.of(profile), profile.active(), muted, neighbourhood);
  }

  private Reply edit(Call call) {
    var body = call.json(EditBody.class);
    var user = Accounts.user(call);
    var profile = profiles.edit(user, body.displayName(), body.muted().map(ProfilesApi::kinds));
    body.neighbourhood()
        .ifPresent(where ->
            searches.watch(
                user,
                CallInputs.point(where.lat(), where.lon()),
                CallInputs.radius(where.radius())));
    return Reply.ok(new OneUser<>(view(profile)));
  }

  private static Set<NotificationKind> kinds(List<String> codes) {
    var kinds = new HashSet<NotificationKind>();
    for (var code : codes) {
      kinds.add(
          NotificationKind.ofCode(code)
              .orElseThrow(() -> ApiError.invalid("muted", "There is no such kind.")));
    }
    return kinds;
  }

  private Reply unwatch(Call call) {
    searches.unwatch(Accounts.user(call));
    return Reply.nothing();
  }

  private Reply one(Call call) {
    return Reply.ok(new OneUser<>(Views.PersonView.of(profiles.get(user(call)))));
  }

  private static UserId user(Call call) {
    return UserId.parse(call.pathParameter("user"))
        .orElseThrow(() -> ApiError.notFound("There is no such user."));
  }

  private Reply block(Call call, boolean isBlocked) {
    profiles.block(Accounts.user(call), user(call), isBlocked);
    return Reply.nothing();
  }

  private Reply blocks(Call call) {
    var blocked = profiles.blockedBy(Accounts.user(call));
    return Reply.ok(new ManyUsers(blocked.stream().map(Views.PersonView::of).toList()));
  }

  private Reply report(Call call) {
    var body = call.json(ReportBody.class);
    UserProfiles.Reason reason;
    try {
      reason = UserProfiles.Reason.valueOf(body.reason().toUpperCase(Locale.ROOT));
    } catch (IllegalArgumentException e) {
      throw ApiError.invalid(
          "reason", "spam, misleading, forbidden, harassment or other is expected.");
    }
    var id =
        profiles.report(
            Accounts.user(call),
            body.itemId().map(CallInputs::item),
            body.userId()
                .map(text ->
                    UserId.parse(text)
                        .orElseThrow(() -> ApiError.invalid("user_id", "An id is expected."))),
            reason,
            body.text().orElse(""));
    return Reply.created(new OneReport(new ReportedView(id.value())));
  }

  private Reply wanted(Call call) {
    return Reply.ok(
        new ManyWanted(
            searches.of(Accounts.user(call)).stream()
                .filter(wanted -> !wanted.isNeighbourhood())
                .map(WantedView::of)
                .toList()));
  }

  private Reply post(Call call) {
    var body = call.json(WantedBody.class);
    Radius radius = CallInputs.radius(body.radius());
    var wanted =
        searches.post(
            Accounts.user(call),
            body.words(),
            body.category().map(CallInputs::category),
            CallInputs.point(body.lat(), body.lon()),
            radius);
    return Reply.created(new OneWanted(WantedView.of(wanted)));
  }

  private Reply remove(Call call) {
    var id = call.pathParameter("wanted");
    if (!Ids.isId("wnt_", id)) throw ApiError.notFound("There is no such post.");
    searches.remove(Accounts.user(call), new WantedId(id));
    return Reply.nothing();
  }

  private Reply favourites(Call call) {
    var key = new Favourites.OfUser(Accounts.user(call));
    var page = store.run(Favourites.OF_USER, key, call.cursor());
    return Reply.ok(
        new FavouritesView(
            page.items().stream().map(each -> each.item().value()).toList(),
            page.next().map(cursor -> cursor.text())));
  }

  private void checkVisible(ItemId id, UserId user) {
    var isThere =
        store
            .run(Items.FIND, new Items.OfItem(id))
            .filter(item -> !profiles.isBlocked(item.owner(), user))
            .isPresent();
    if (!isThere) throw new Refusal.NotFound("item");
  }

  private Reply favour(Call call, boolean isOne) {
    var item = CallInputs.item(call.pathParameter("item"));
    var user = Accounts.user(call);
    if (isOne) {
      checkVisible(item, user);
      var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
      store.run(Favourites.ADD, new Favourites.Favourite(item, user, now));
    } else {
      store.run(Favourites.REMOVE, new Favourites.Of(item, user));
    }
    return Reply.nothing();
  }
}
