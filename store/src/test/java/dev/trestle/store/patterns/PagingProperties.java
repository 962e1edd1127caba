package dev.trestle.store.patterns;

import static dev.trestle.store.patterns.Courier.*;
import static dev.trestle.store.patterns.CourierWrites.*;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.gen.Gen;
import dev.trestle.gen.Property;
import dev.trestle.model.Query;
import dev.trestle.store.Cursor;
import dev.trestle.store.Page;
import dev.trestle.store.Store;
import dev.trestle.store.TableCreation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages, in any direction and of any size, are pieces of one sorted list. */
final class PagingProperties {
  private static final Gen<Long> SEEDS = Gen.longs(0, Long.MAX_VALUE);

  private static final Instant FAR = Instant.parse("2286-01-01T00:00:00Z");

  private static Instant second(int number) {
    return NOON.plusSeconds(number);
  }

  private static Store store(Trestle trestle) {
    TableCreation.create(MODEL, trestle.client(), "");
    return Store.of(MODEL, trestle.client());
  }

  /** Walks at random to the next and the previous page. */
  private static <K, R> void walk(
      Store store, Query<K, R> query, K key, List<R> all, Random random) {
    int sizeMax = query.reading().page();
    int from = 0;
    int to = Math.min(all.size(), sizeMax);
    var page = store.run(query, key);
    for (int step = 0; step < 30; step++) {
      assertThat(page.items()).isEqualTo(all.subList(from, to));
      if (from > 0) assertThat(page.previous()).isPresent();
      if (to < all.size()) assertThat(page.next()).isPresent();
      int size = 1 + random.nextInt(sizeMax);
      boolean back = page.next().isEmpty() || random.nextBoolean();
      if (back && page.previous().isPresent()) {
        page = run(store, query, key, page.previous().get(), size);
        to = from;
        from = Math.max(0, to - size);
      } else if (page.next().isPresent()) {
        page = run(store, query, key, page.next().get(), size);
        from = to;
        to = Math.min(all.size(), from + size);
      } else {
        return;
      }
    }
  }

  /** A cursor also passes through its text. */
  private static <K, R> Page<R> run(
      Store store, Query<K, R> query, K key, Cursor cursor, int size) {
    return store.run(query, key, Cursor.of(cursor.text()), size);
  }

  @Test
  void pages_of_one_partition_are_pieces_of_the_sorted_list() {
    try (var trestle = Trestle.inMemory()) {
      var store = store(trestle);
      Property.check(
          40,
          SEEDS,
          seed -> {
            var random = new Random(seed);
            var name = "p" + Long.toString(seed, 36);
            var scans =
                random
                    .ints(random.nextInt(25), 0, 1000)
                    .distinct()
                    .mapToObj(at -> new Scan(name, second(at), "gate"))
                    .sorted(Comparator.comparing(Scan::at).reversed())
                    .toList();
            scans.forEach(scan -> store.run(RECORD, scan));
            walk(store, SCANS, new OfParcel(name), scans, random);
          });
    }
  }

  @Test
  void pages_that_a_filter_has_thinned_are_pieces_of_the_filtered_list() {
    try (var trestle = Trestle.inMemory()) {
      var store = store(trestle);
      Property.check(
          20,
          SEEDS,
          seed -> {
            var random = new Random(seed);
            var depot = "d" + Long.toString(seed, 36);
            var waiting = new ArrayList<Waiting>();
            for (int i = 0; i < random.nextInt(25); i++) {
              var status = random.nextInt(3) == 0 ? Status.WAITING : Status.DELIVERED;
              var parcel = parcel(depot + "-" + i, depot, second(i), status);
              store.run(ACCEPT, parcel);
              if (status == Status.WAITING) waiting.add(new Waiting(parcel.parcel(), second(i)));
            }
            walk(store, AT_DEPOT, new AtDepot(depot, Status.WAITING), waiting, random);
          });
    }
  }

  private static Parcel parcel(String id, String depot, Instant due, Status status) {
    return new Parcel(
        id,
        depot,
        status,
        due,
        Optional.empty(),
        new Address("Elm Street 3", "Springfield"),
        Set.of(),
        Map.of(),
        List.of(),
        0,
        Optional.empty(),
        Optional.empty());
  }

  /** Merged pages go on only. */
  private static <K, R> void forward(
      Store store, Query<K, R> query, K key, List<R> all, Random random) {
    var found = new ArrayList<R>();
    Optional<Cursor> next = Optional.of(Cursor.start());
    while (next.isPresent()) {
      int size = 1 + random.nextInt(query.reading().page());
      var page = run(store, query, key, next.get(), size);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(size);
      found.addAll(page.items());
      next = page.next();
      if (next.isPresent()) assertThat(page.items()).hasSize(size);
    }
    assertThat(found).isEqualTo(all);
  }

  @Test
  void merged_pages_are_pieces_of_the_sorted_list() {
    Property.check(
        15,
        SEEDS,
        seed -> {
          try (var trestle = Trestle.inMemory()) {
            var store = store(trestle);
            var random = new Random(seed);
            var pings =
                Stream.generate(() ->
                        new Ping("c" + random.nextInt(30), second(random.nextInt(40)), 1, 2, FAR))
                    .limit(random.nextInt(120))
                    .distinct()
                    .sorted(Comparator.comparing(Ping::at).thenComparing(Ping::courier).reversed())
                    .toList();
            store.run(FEED, new Feed(pings, List.of(), List.of()));
            forward(store, LATEST_PINGS, new NoParameters(), pings, random);
          }
        });
  }

  @Test
  void pages_through_days_are_pieces_of_the_sorted_list() {
    try (var trestle = Trestle.inMemory()) {
      var store = store(trestle);
      Property.check(
          20,
          SEEDS,
          seed -> {
            var random = new Random(seed);
            var depot = "d" + Long.toString(seed, 36);
            var events =
                random
                    .ints(random.nextInt(60), 0, 10 * 86_400)
                    .distinct()
                    .mapToObj(at -> new DepotEvent(depot, second(at), "p", "seen", FAR))
                    .sorted(Comparator.comparing(DepotEvent::at))
                    .toList();
            store.run(FEED, new Feed(List.of(), events, List.of()));
            var from = second(random.nextInt(5 * 86_400));
            var to = from.plusSeconds(random.nextInt(7 * 86_400));
            var within =
                events.stream()
                    .filter(event -> !event.at().isBefore(from) && !event.at().isAfter(to))
                    .toList();
            forward(store, EVENTS, new Events(depot, from, to), within, random);
          });
    }
  }
}
