package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.UserId;
import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.ecobid.Market;
import dev.trestle.ecobid.geo.Cell;
import dev.trestle.ecobid.geo.GeoPoint;
import dev.trestle.ecobid.geo.Radius;
import dev.trestle.ecobid.model.Category;
import dev.trestle.ecobid.model.WantedPosts.Wanted;
import dev.trestle.ecobid.wanted.SavedSearches;
import dev.trestle.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Nobody finds out where an item really is by asking: only its cell shows. */
class PlaceOracleTest {
  private static final int REQUESTS = 10_000;
  private static final int THREADS = 4;
  private static final Cell CELL = Cell.of(new GeoPoint(52.2297, 21.0122), Cell.PUBLIC);

  private final long seed = System.nanoTime();
  private final Random random = new Random(seed);
  private final EcoBidServer server = new EcoBidServer();
  private final SignedInClient giver = server.person();
  private final SignedInClient stranger = server.person();

  @AfterEach
  void close() {
    server.close();
  }

  private GeoPoint inside() {
    return new GeoPoint(
        CELL.south() + (CELL.north() - CELL.south()) * random.nextDouble(0.01, 0.99),
        CELL.west() + (CELL.east() - CELL.west()) * random.nextDouble(0.01, 0.99));
  }

  private GeoPoint near() {
    return new GeoPoint(
        CELL.centre().latitude() + random.nextDouble(-0.05, 0.05),
        CELL.centre().longitude() + random.nextDouble(-0.05, 0.05));
  }

  private String listed() {
    var place = inside();
    var body = Offers.free("first");
    body.put("lat", place.latitude());
    body.put("lon", place.longitude());
    return Offers.listed(server, giver, body);
  }

  private void move(String item) {
    var place = inside();
    var body = Map.of("lat", place.latitude(), "lon", place.longitude());
    var moved = server.call(giver, "PATCH", "/items/" + item, Optional.of(body));
    assertThat(moved.status()).as(moved.text()).isEqualTo(200);
  }

  private record Question(boolean isSignedIn, String path) {}

  private List<Question> questions(String item) {
    var radii = List.of(1, 5, 10, 25);
    var questions = new ArrayList<Question>();
    for (int i = 0; i < REQUESTS; i++) {
      var at = near();
      int radius = radii.get(random.nextInt(radii.size()));
      var search = "/items?lat=" + at.latitude() + "&lon=" + at.longitude() + "&radius=" + radius;
      var path =
          switch (i % 5) {
            case 0 -> search;
            case 1 -> search + "&sort=distance";
            case 2 ->
                "/map?west=%s&south=%s&east=%s&north=%s&zoom=%d"
                    .formatted(
                        at.longitude() - 0.02,
                        at.latitude() - 0.02,
                        at.longitude(),
                        at.latitude(),
                        random.nextInt(5, 20));
            case 3 -> "/items/" + item;
            default -> random.nextBoolean() ? "/notifications" : search + "&category=furniture";
          };
      questions.add(new Question(path.equals("/notifications") || random.nextBoolean(), path));
    }
    return questions;
  }

  /** Some at a time, in no particular order. */
  private List<String> ask(List<Question> questions) throws Exception {
    var replies = new String[questions.size()];
    try (var threads = Executors.newFixedThreadPool(THREADS)) {
      var running = new ArrayList<Callable<@Nullable Void>>();
      for (int first = 0; first < THREADS; first++) {
        int start = first;
        running.add(() -> {
          for (int i = start; i < replies.length; i += THREADS) {
            var question = questions.get(i);
            replies[i] = server.text(question.isSignedIn ? stranger : null, question.path);
          }
          return null;
        });
      }
      for (var each : threads.invokeAll(running)) each.get();
    }
    return List.of(replies);
  }

  @Test
  void an_item_that_moves_inside_its_cell_changes_no_response() throws Exception {
    var item = listed();
    server.get(stranger, "/users/me");
    var questions = questions(item);
    var before = ask(questions);
    move(item);
    var after = ask(questions);
    for (int i = 0; i < REQUESTS; i++) {
      assertThat(after.get(i)).as("seed %d, %s", seed, questions.get(i)).isEqualTo(before.get(i));
    }
    assertThat(before).noneMatch(text -> text.contains("\"error\""));
    assertThat(before).anyMatch(text -> text.contains(item));
  }

  /** Some streams are near enough for the item, others are not. */
  @Test
  void an_item_that_moves_inside_its_cell_sends_the_same_events() {
    server.started();
    var item = listed();
    var streams = new ArrayList<List<String>>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 8; i++) {
        var at = near();
        var query =
            "?lat=%s&lon=%s&radius=1&item=%s".formatted(at.latitude(), at.longitude(), item);
        var lines = new CopyOnWriteArrayList<String>();
        streams.add(lines);
        var events = server.events(query);
        threads.execute(() -> {
          try (events) {
            events
                .takeWhile(_ -> changes(lines) < 3)
                .filter(line -> !line.isEmpty() && !line.startsWith(":"))
                .forEach(lines::add);
          }
        });
        Await.until(() -> !lines.isEmpty(), EcoBidServer.SOON);
      }
      for (int i = 0; i < 3; i++) {
        int expected = i + 1;
        move(item);
        for (var lines : streams) {
          Await.until(() -> changes(lines) >= expected, EcoBidServer.SOON);
        }
      }
      // Each stream ends with the line after its third change.
      server.ecobid.close();
    }
    for (var lines : streams) {
      var parts = parts(lines);
      assertThat(parts.get(1)).as("seed %d", seed).isEqualTo(parts.get(0));
    }
  }

  private static long changes(List<String> lines) {
    return lines.stream().filter("event: changed"::equals).count();
  }

  /** What came after the first change, and after the second. */
  private static List<List<String>> parts(List<String> lines) {
    var parts = new ArrayList<List<String>>();
    for (var line : lines) {
      if (line.equals("event: changed")) parts.add(new ArrayList<>());
      if (!parts.isEmpty()) parts.getLast().add(line);
    }
    return parts;
  }

  /** Only the cell of a new item decides who is notified. */
  @Test
  void items_of_one_cell_are_told_to_the_same_people() {
    try (var market = new Market()) {
      var searches = new SavedSearches(market.store, market.clock, market.ids);
      var radii = List.of(Radius.values());
      for (int i = 0; i < 300; i++) {
        var user = market.person();
        var radius = radii.get(random.nextInt(radii.size()));
        if (random.nextBoolean()) searches.watch(user, near(), radius);
        else searches.post(user, "chair", Optional.empty(), near(), radius);
      }
      var owner = market.person();
      List<UserId> first = List.of();
      for (int i = 0; i < 20; i++) {
        var item = market.at(owner, inside(), Category.FURNITURE);
        var told =
            searches.matching(item).stream()
                .map(Wanted::user)
                .sorted(java.util.Comparator.comparing(UserId::value))
                .toList();
        if (i == 0) first = told;
        assertThat(told).as("seed %d", seed).isEqualTo(first).isNotEmpty();
      }
    }
  }
}
