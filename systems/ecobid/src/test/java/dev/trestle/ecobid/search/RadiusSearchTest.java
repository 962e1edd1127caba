package dev.trestle.ecobid.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.Item;
import dev.trestle.ecobid.model.ItemId;
import dev.trestle.ecobid.model.Sharing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RadiusSearchTest {
  private final Market market = new Market();
  private final UserId giver = market.person();

  @AfterEach
  void close() {
    market.close();
  }

  private static ItemSearch search(GeoPoint from, Radius radius, Optional<Position> after) {
    return new ItemSearch(
        from, Optional.of(radius), Optional.empty(), Optional.empty(), Set.of(), 20, after);
  }

  private List<ItemId> all(ItemSearch first, Runnable betweenPages) {
    var found = new ArrayList<ItemId>();
    var page = market.search.newestFirst(first);
    for (int i = 0; i < 1000; i++) {
      page.items().forEach(each -> found.add(each.summary().item()));
      if (page.next().isEmpty()) return found;
      betweenPages.run();
      page =
          market.search.newestFirst(
              new ItemSearch(
                  first.from(),
                  first.radius(),
                  first.category(),
                  first.mode(),
                  first.hidden(),
                  first.limit(),
                  page.next()));
    }
    throw new AssertionError("the search does not end");
  }

  private void complete(ItemId item) {
    var receiver = market.person();
    var id = market.handovers.reserve(receiver, item, "n").reservation();
    var pickup = market.clock.instant().plus(Duration.ofHours(1));
    market.handovers.confirm(giver, item, id, pickup);
    market.handovers.complete(giver, item, id);
  }

  private static List<ItemId> bruteForce(List<Item> items, GeoPoint from, Radius radius) {
    return items.stream()
        .filter(item -> from.metresTo(item.publicCell().centre()) <= radius.metres())
        .sorted(
            Comparator.comparing(Item::listed)
                .thenComparing(item -> item.item().value())
                .reversed())
        .map(Item::item)
        .toList();
  }

  private static GeoPoint near(GeoPoint centre, double metres, Random random) {
    double degrees = metres / 111_195;
    double latitude = Math.clamp(centre.latitude() + degrees * random.nextDouble(-1, 1), -85, 85);
    double longitude =
        centre.longitude()
            + degrees / Math.cos(Math.toRadians(latitude)) * random.nextDouble(-1, 1);
    if (longitude > 180) longitude -= 360;
    if (longitude < -180) longitude += 360;
    return new GeoPoint(latitude, longitude);
  }

  /** Points all over the world, at the date line and at the highest latitudes. */
  @Test
  void a_search_finds_what_brute_force_finds() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var centres = new ArrayList<GeoPoint>();
    for (int i = 0; i < 8; i++) {
      centres.add(new GeoPoint(random.nextDouble(-80, 80), random.nextDouble(-180, 180)));
      centres.add(new GeoPoint(random.nextDouble(-80, 80), random.nextBoolean() ? 180 : 179.99));
      centres.add(new GeoPoint(random.nextBoolean() ? 84.9 : -84.9, random.nextDouble(-180, 180)));
    }
    var items = new ArrayList<Item>();
    for (var centre : centres) {
      for (int i = 0; i < 40; i++) {
        double reach = Math.pow(10, random.nextDouble(2, 4.5));
        items.add(market.at(giver, near(centre, reach, random), Category.BOOKS));
        // Several items of one millisecond.
        if (random.nextInt(3) > 0) market.clock.advance(Duration.ofMillis(1));
      }
    }
    for (var centre : centres) {
      var from = near(centre, 2000, random);
      for (var radius : Radius.values()) {
        assertThat(all(search(from, radius, Optional.empty()), () -> {}))
            .as("seed %d, from %s, %s", seed, from, radius)
            .isEqualTo(bruteForce(items, from, radius));
      }
    }
  }

  @Test
  void pages_have_no_duplicates_and_no_gaps_while_items_come_and_go() {
    long seed = System.nanoTime();
    var random = new Random(seed);
    var items = new ArrayList<Item>();
    // About half of them are within the radius: enough for well over thirteen pages.
    for (int i = 0; i < 800; i++) {
      items.add(market.at(giver, near(Market.WARSAW, 6000, random), Category.BOOKS));
      if (i % 3 > 0) market.clock.advance(Duration.ofMillis(1));
    }
    var gone = new HashSet<ItemId>();
    var left = new ArrayList<>(items);
    var inserted = new int[1];
    var found =
        all(
            search(Market.WARSAW, Radius.KM_5, Optional.empty()),
            () -> {
              for (int i = 0; i < 80; i++) {
                market.clock.advance(Duration.ofMillis(1));
                market.at(giver, near(Market.WARSAW, 6000, random), Category.BOOKS);
                inserted[0]++;
              }
              for (int i = 0; i < 8; i++) {
                var one = left.remove(random.nextInt(left.size())).item();
                complete(one);
                gone.add(one);
              }
            });
    assertThat(inserted[0]).isGreaterThanOrEqualTo(1000);
    assertThat(gone).hasSizeGreaterThanOrEqualTo(100);
    assertThat(found).as("seed %d", seed).doesNotHaveDuplicates();
    var expected = bruteForce(items, Market.WARSAW, Radius.KM_5);
    assertThat(expected).as("nothing that was not there, in order").containsSubsequence(found);
    assertThat(found)
        .as("seed %d: everything that stayed", seed)
        .containsAll(expected.stream().filter(item -> !gone.contains(item)).toList());
  }

  @Test
  void the_order_by_distance_is_the_order_by_distance() {
    var random = new Random(7);
    for (int i = 0; i < 120; i++) {
      market.at(giver, near(Market.WARSAW, 4000, random), Category.BOOKS);
      market.clock.advance(Duration.ofMillis(1));
    }
    var page = market.search.nearestFirst(search(Market.WARSAW, Radius.KM_5, Optional.empty()));
    assertThat(page.items()).hasSize(20);
    assertThat(page.items()).extracting(FoundItem::metres).isSorted();
  }

  @Test
  void a_search_by_category_finds_that_category_only() {
    var books = market.at(giver, Market.WARSAW, Category.BOOKS);
    market.at(giver, Market.WARSAW, Category.KIDS);
    var wanted =
        new ItemSearch(
            Market.WARSAW,
            Optional.of(Radius.KM_5),
            Optional.of(Category.BOOKS),
            Optional.empty(),
            Set.of(),
            20,
            Optional.empty());
    assertThat(all(wanted, () -> {})).containsExactly(books.item());
  }

  /** A rare category among many: the page ends early and says where the next begins. */
  @Test
  void a_search_for_something_rare_stays_within_its_budget() {
    var rare = market.at(giver, Market.WARSAW, Category.KIDS);
    for (int i = 0; i < 2500; i++) {
      market.clock.advance(Duration.ofMillis(1));
      market.at(giver, Market.WARSAW, Category.BOOKS);
    }
    var wanted =
        new ItemSearch(
            Market.WARSAW,
            Optional.of(Radius.KM_1),
            Optional.of(Category.KIDS),
            Optional.empty(),
            Set.of(),
            20,
            Optional.empty());
    var first = market.search.newestFirst(wanted);
    assertThat(first.items()).isEmpty();
    assertThat(first.next()).isPresent();
    assertThat(first.readUnits()).isLessThan(RadiusSearch.UNITS_MAX + 10);
    assertThat(all(wanted, () -> {})).containsExactly(rare.item());
  }

  @Test
  void what_is_reserved_is_not_shown_and_comes_back_by_time_alone() {
    var chair = market.free(giver, Sharing.FIRST);
    var search = search(Market.WARSAW, Radius.KM_5, Optional.empty());
    assertThat(all(search, () -> {})).hasSize(1);
    market.handovers.reserve(market.person(), chair.item(), "n");
    assertThat(all(search, () -> {})).isEmpty();
    market.clock.advance(Duration.ofHours(24));
    assertThat(all(search, () -> {})).hasSize(1);
    market.clock.advance(Duration.ofDays(30));
    assertThat(all(search, () -> {})).isEmpty();
  }

  @Test
  void an_auction_is_shown_with_its_price_until_it_ends() {
    var chair = market.auction(giver, 500, Optional.empty());
    market.bid(market.person(), chair, 900);
    market.bid(market.person(), chair, 700);
    var search = search(Market.WARSAW, Radius.KM_5, Optional.empty());
    var page = market.search.newestFirst(search);
    assertThat(page.items()).hasSize(1);
    assertThat(page.items().getFirst().auction().orElseThrow().price()).isEqualTo(800);
    market.clock.advance(Duration.ofHours(24));
    assertThat(market.search.newestFirst(search).items()).isEmpty();
  }

  @Test
  void a_page_of_twenty_costs_a_few_read_units() {
    var random = new Random(3);
    for (int i = 0; i < 1500; i++) {
      market.clock.advance(Duration.ofMillis(1));
      market.at(giver, near(Market.WARSAW, 5000, random), Category.BOOKS);
    }
    var page = market.search.newestFirst(search(Market.WARSAW, Radius.KM_5, Optional.empty()));
    assertThat(page.items()).hasSize(20);
    assertThat(page.readUnits()).isBetween(1.0, 10.0);
  }

  @Test
  void items_of_people_who_are_hidden_are_not_found() {
    var chair = market.free(giver, Sharing.FIRST);
    var other = market.free(market.person(), Sharing.FIRST);
    var search =
        new ItemSearch(
            Market.WARSAW,
            Optional.of(Radius.KM_1),
            Optional.empty(),
            Optional.empty(),
            Set.of(chair.owner()),
            20,
            Optional.empty());
    assertThat(all(search, () -> {})).containsExactly(other.item());
  }

  @Test
  void without_a_radius_the_whole_market_is_searched() {
    var far = market.at(giver, new GeoPoint(52.7, 20.6), Category.BOOKS);
    var chair = market.free(giver, Sharing.FIRST);
    var everything =
        new ItemSearch(
            Market.WARSAW,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            20,
            Optional.empty());
    assertThat(all(everything, () -> {})).containsExactlyInAnyOrder(chair.item(), far.item());
    var books =
        new ItemSearch(
            Market.WARSAW,
            Optional.empty(),
            Optional.of(Category.BOOKS),
            Optional.empty(),
            Set.of(),
            20,
            Optional.empty());
    assertThat(all(books, () -> {})).containsExactly(far.item());
  }
}
