package dev.trestle.ecobid.search;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.geo.Cell;
import dev.trestle.ecobid.geo.Cover;
import dev.trestle.ecobid.geo.MapArea;
import dev.trestle.ecobid.model.Items.Summary;
import dev.trestle.store.Cursor;
import dev.trestle.store.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The content of a map: the number of items per cell, and the items themselves if there are few.
 * Only the newest items of each cell are read; a cell with more says so instead of an exact count.
 * Results are cached for some seconds, because neighbours look at the same map.
 */
public final class MapSearch {
  private static final int READ_MAX = 100;
  private static final int CELLS_KEPT_MAX = 10_000;
  private static final Duration KEPT = Duration.ofSeconds(5);
  private static final Instant NEWEST = Instant.parse("9999-12-31T00:00:00Z");

  /** From this zoom level on, a cell with several items shows all of them. */
  private static final int CLOSE_ZOOM = 15;

  private static final int SINGLE_MAX = 2;
  private static final int SINGLE_CLOSE_MAX = 8;

  /** The newest items of a cell; {@code hasMore} if there are others. */
  private record Content(List<Summary> items, boolean hasMore) {}

  /** A cell with its number of items. */
  public record Cluster(Cell cell, int count, boolean hasMore) {}

  /** The content of a map; empty if the area is too large. */
  public record Shown(List<Cluster> clusters, List<FoundItem> items) {}

  private final Visibility visibility;
  private final LoadingCache<Cell, Content> contents;

  public MapSearch(Store store, Visibility visibility) {
    this.visibility = visibility;
    this.contents =
        Caffeine.newBuilder()
            .maximumSize(CELLS_KEPT_MAX)
            .expireAfterWrite(KEPT)
            .build(cell -> read(store, cell));
  }

  private static Content read(Store store, Cell cell) {
    var page = CellPages.of(store, cell).page(NEWEST, Cursor.start(), READ_MAX);
    return new Content(page.items(), page.next().isPresent());
  }

  public Optional<Shown> look(MapArea area, int zoom, Set<UserId> hidden) {
    return Cover.of(area).map(cover -> show(cover, area, zoom, hidden));
  }

  private Shown show(Cover cover, MapArea area, int zoom, Set<UserId> hidden) {
    var clusters = new ArrayList<Cluster>();
    var singles = new ArrayList<FoundItem>();
    int singleMax = zoom >= CLOSE_ZOOM ? SINGLE_CLOSE_MAX : SINGLE_MAX;
    for (var cell : cover.cells()) {
      var content = contents.get(cell);
      var visible = visible(content, hidden);
      if (content.hasMore) {
        if (!visible.isEmpty()) clusters.add(new Cluster(cell, visible.size(), true));
        continue;
      }
      for (var group : byCell(visible, Math.min(cover.precision() + 1, Cell.PUBLIC)).entrySet()) {
        if (!area.contains(group.getKey().centre())) continue;
        if (group.getValue().size() <= singleMax) singles.addAll(group.getValue());
        else clusters.add(new Cluster(group.getKey(), group.getValue().size(), false));
      }
    }
    return new Shown(clusters, singles);
  }

  private List<FoundItem> visible(Content content, Set<UserId> hidden) {
    var visible = new ArrayList<FoundItem>();
    for (var item : content.items) {
      if (hidden.contains(item.owner()) || item.cell6().isEmpty()) continue;
      var place = Cell.parse(item.cell6().get()).centre();
      visibility
          .statusOf(item)
          .ifPresent(
              status -> visible.add(new FoundItem(item, status, place, 0, Optional.empty())));
    }
    return visible;
  }

  private static Map<Cell, List<FoundItem>> byCell(List<FoundItem> items, int precision) {
    var groups = new LinkedHashMap<Cell, List<FoundItem>>();
    for (var item : items) {
      var cell = Cell.of(item.place(), precision);
      groups.computeIfAbsent(cell, _ -> new ArrayList<>()).add(item);
    }
    return groups;
  }
}
