package dev.trestle.ecobid.search;

import dev.trestle.ecobid.geo.Cell;
import dev.trestle.ecobid.geo.Cover;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.AuctionId;
import dev.trestle.ecobid.model.Auctions;
import dev.trestle.ecobid.model.Auctions.Auction;
import dev.trestle.ecobid.model.Items.Summary;
import dev.trestle.store.Store;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;

/**
 * Finds items within a radius, newest first, exactly and without state. The cells that cover the
 * circle are read in parallel and merged by (time, id). The cursor is the last (time, id) that was
 * examined, and each cell continues below it, so pages have neither duplicates nor gaps, whatever
 * is listed or completed meanwhile.
 *
 * <p>Distances are measured to the centre of an item's public cell, so the exact place cannot be
 * determined by trilateration.
 */
public final class RadiusSearch implements AutoCloseable {
  /** A page ends after this many read units, and the rest is left to the next page. */
  static final double UNITS_MAX = 100;

  /** Sorting by distance considers only this many of the newest items. */
  public static final int BY_DISTANCE_MAX = 200;

  private static final double AUCTION_UNITS = 0.5;

  private final Store store;
  private final Visibility visibility;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  public RadiusSearch(Store store, Visibility visibility) {
    this.store = store;
    this.visibility = visibility;
  }

  public SearchPage newestFirst(ItemSearch search) {
    var readers = readers(search);
    readAll(readers);
    var heap = new PriorityQueue<CellReader>(Comparator.comparing(r -> Position.of(r.first())));
    readers.stream().filter(reader -> !reader.isEmpty()).forEach(heap::add);
    var found = new ArrayList<FoundItem>();
    var last = Optional.<Position>empty();
    while (!heap.isEmpty() && found.size() < search.limit() && units(readers) < UNITS_MAX) {
      var reader = heap.remove();
      var item = reader.take();
      last = Optional.of(Position.of(item));
      found(search, item).ifPresent(found::add);
      if (reader.mustRead()) reader.fill();
      if (!reader.isEmpty()) heap.add(reader);
    }
    var priced = priced(found);
    double units = units(readers) + AUCTION_UNITS * auctions(found).size();
    return new SearchPage(priced, heap.isEmpty() ? Optional.empty() : last, units);
  }

  /** Returns the newest items within the radius, nearest first. */
  public SearchPage nearestFirst(ItemSearch search) {
    var newest =
        newestFirst(
            new ItemSearch(
                search.from(),
                search.radius(),
                search.category(),
                search.mode(),
                search.hidden(),
                BY_DISTANCE_MAX,
                Optional.empty()));
    var nearest =
        newest.items().stream()
            .sorted(
                Comparator.comparingLong(FoundItem::metres)
                    .thenComparing(found -> Position.of(found.summary())))
            .limit(search.limit())
            .toList();
    return new SearchPage(nearest, Optional.empty(), newest.readUnits());
  }

  private List<CellReader> readers(ItemSearch search) {
    return pages(search).stream().map(pages -> new CellReader(pages, search.after())).toList();
  }

  private List<CellPages> pages(ItemSearch search) {
    if (search.radius().isPresent()) {
      return Cover.of(search.from(), search.radius().get()).cells().stream()
          .map(cell -> CellPages.of(store, cell))
          .toList();
    }
    var area = Cell.of(search.from(), Cell.AREA);
    return List.of(
        search
            .category()
            .map(category -> CellPages.ofCategory(store, category, area))
            .orElseGet(() -> CellPages.available(store, area)));
  }

  private void readAll(List<CellReader> readers) {
    if (readers.size() == 1) {
      readers.getFirst().fill();
      return;
    }
    var reading = readers.stream().<Future<?>>map(each -> threads.submit(each::fill)).toList();
    try {
      for (var each : reading) each.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof RuntimeException failure) throw failure;
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while searching", e);
    }
  }

  private static double units(List<CellReader> readers) {
    return readers.stream().mapToDouble(CellReader::units).sum();
  }

  private Optional<FoundItem> found(ItemSearch search, Summary item) {
    if (search.hidden().contains(item.owner())) return Optional.empty();
    if (search.category().filter(wanted -> wanted != item.category()).isPresent()) {
      return Optional.empty();
    }
    if (search.mode().filter(wanted -> wanted != item.mode()).isPresent()) return Optional.empty();
    if (item.cell6().isEmpty()) return Optional.empty();
    var place = Cell.parse(item.cell6().get()).centre();
    double metres = search.from().metresTo(place);
    if (metres > search.radius().map(Radius::metres).orElse(Double.MAX_VALUE)) {
      return Optional.empty();
    }
    return visibility
        .statusOf(item)
        .map(status -> new FoundItem(item, status, place, Math.round(metres), Optional.empty()));
  }

  private List<FoundItem> priced(List<FoundItem> found) {
    var ids = auctions(found);
    if (ids.isEmpty()) return found;
    Map<AuctionId, Auction> auctions =
        store.run(Auctions.FIND_ALL, ids.stream().map(Auctions.OfAuction::new).toList()).stream()
            .collect(Collectors.toMap(Auction::auction, auction -> auction));
    return found.stream()
        .map(each -> each.with(each.summary().auctionId().map(auctions::get)))
        .toList();
  }

  private static List<AuctionId> auctions(List<FoundItem> found) {
    return found.stream().flatMap(each -> each.summary().auctionId().stream()).distinct().toList();
  }

  @Override
  public void close() {
    threads.close();
  }
}
