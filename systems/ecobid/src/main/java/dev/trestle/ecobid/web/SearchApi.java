package dev.trestle.ecobid.web;

import dev.trestle.ecobid.geo.MapArea;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Mode;
import dev.trestle.ecobid.profile.UserProfiles;
import dev.trestle.ecobid.search.ItemSearch;
import dev.trestle.ecobid.search.MapSearch;
import dev.trestle.ecobid.search.Position;
import dev.trestle.ecobid.search.RadiusSearch;
import dev.trestle.ecobid.search.SearchPage;
import dev.trestle.platform.crypto.Sha256;
import dev.trestle.platform.web.ApiError;
import dev.trestle.platform.web.Call;
import dev.trestle.platform.web.Reply;
import dev.trestle.platform.web.Router;
import dev.trestle.platform.web.SignedCursor;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** {@code GET /items} and {@code GET /map}, which need no sign-in. */
public final class SearchApi {
  private static final int LIMIT = 20;
  private static final int LIMIT_MAX = 100;
  private static final int ZOOM_MAX = 22;

  record ItemsView(List<Views.SummaryView> items, Optional<String> nextCursor, double readUnits) {}

  record ClusterView(String cell, double lat, double lon, int count, boolean more) {}

  record MapView(List<ClusterView> cells, List<Views.SummaryView> items, boolean tooWide) {}

  private final RadiusSearch search;
  private final MapSearch map;
  private final UserProfiles profiles;
  private final SignedCursor cursors;

  public SearchApi(
      RadiusSearch search, MapSearch map, UserProfiles profiles, SignedCursor cursors) {
    this.search = search;
    this.map = map;
    this.profiles = profiles;
    this.cursors = cursors;
  }

  public void addTo(Router router, Guards guards) {
    router.get("/items", guards.open(this::items)).get("/map", guards.open(this::map));
  }

  private Reply items(Call call) {
    var sort = call.query("sort").orElse("newest");
    boolean isNearest = sort.equals("distance");
    if (!isNearest && !sort.equals("newest")) {
      throw ApiError.invalid("sort", "newest or distance is expected.");
    }
    var list = filterHash(call);
    var wanted =
        new ItemSearch(
            CallInputs.point(CallInputs.degrees(call, "lat"), CallInputs.degrees(call, "lon")),
            call.query("radius").map(_ -> CallInputs.radius(call.number("radius", 5, 1, 25))),
            call.query("category").map(CallInputs::category),
            call.query("mode").map(SearchApi::mode),
            hidden(call),
            call.number("limit", LIMIT, 1, isNearest ? RadiusSearch.BY_DISTANCE_MAX : LIMIT_MAX),
            call.query("cursor")
                .filter(text -> !text.isEmpty())
                .map(text -> position(cursors.read(list, "cursor", text))));
    return Reply.ok(
        view(isNearest ? search.nearestFirst(wanted) : search.newestFirst(wanted), list));
  }

  private ItemsView view(SearchPage page, String list) {
    return new ItemsView(
        page.items().stream().map(Views.SummaryView::of).toList(),
        page.next().map(next -> cursors.write(list, next.listed() + " " + next.item().value())),
        page.readUnits());
  }

  private static Position position(String text) {
    int space = text.indexOf(' ');
    return new Position(
        Instant.parse(text.substring(0, space)), new ItemId(text.substring(space + 1)));
  }

  /** A cursor is valid only for the same search. */
  private static String filterHash(Call call) {
    return "items "
        + Sha256.hexOfAll(
            call.query("lat").orElse(""),
            call.query("lon").orElse(""),
            call.query("radius").orElse(""),
            call.query("category").orElse(""),
            call.query("mode").orElse(""));
  }

  private static Mode mode(String code) {
    return switch (code) {
      case "free" -> Mode.FREE;
      case "auction" -> Mode.AUCTION;
      default -> throw ApiError.invalid("mode", "free or auction is expected.");
    };
  }

  private Set<dev.trestle.accounts.UserId> hidden(Call call) {
    return Guards.viewer(call).map(profiles::hiddenFrom).orElse(Set.of());
  }

  private Reply map(Call call) {
    MapArea area;
    try {
      area =
          new MapArea(
              CallInputs.degrees(call, "west"),
              CallInputs.degrees(call, "south"),
              CallInputs.degrees(call, "east"),
              CallInputs.degrees(call, "north"));
    } catch (IllegalArgumentException e) {
      throw ApiError.invalid("west", "A map with a west, south, east and north is expected.");
    }
    var shown = map.look(area, call.number("zoom", 12, 0, ZOOM_MAX), hidden(call));
    if (shown.isEmpty()) return Reply.ok(new MapView(List.of(), List.of(), true));
    var clusters =
        shown.get().clusters().stream()
            .map(cluster -> {
              var centre = cluster.cell().centre();
              return new ClusterView(
                  cluster.cell().hash(),
                  centre.latitude(),
                  centre.longitude(),
                  cluster.count(),
                  cluster.hasMore());
            })
            .toList();
    var items = shown.get().items().stream().map(Views.SummaryView::of).toList();
    return Reply.ok(new MapView(clusters, items, false));
  }
}
