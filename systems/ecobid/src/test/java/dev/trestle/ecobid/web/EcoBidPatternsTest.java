package dev.trestle.ecobid.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.client.SignedInClient;
import dev.trestle.engine.capacity.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The seed's patterns 1 to 8 and its two indexes, called as a client would and seen in the engine's
 * own record of requests. No worker runs.
 */
class EcoBidPatternsTest {
  private static final Set<String> READS = Set.of("GetItem", "Query", "BatchGetItem");

  private final EcoBidServer server = new EcoBidServer();
  private final List<RequestRecord> requests = new CopyOnWriteArrayList<>();
  private final SignedInClient ann = server.person();
  private final SignedInClient bo = server.person();
  private String item = "";

  @BeforeEach
  void list() {
    item = Offers.listed(server, ann, Offers.free("draw"));
    // So that everybody has a profile before requests are counted.
    server.get(bo, "/users/me");
  }

  @AfterEach
  void close() {
    assertThat(requests).extracting(RequestRecord::operation).doesNotContain("Scan");
    server.close();
  }

  /** What the table was asked for; each item of a batch, and each query. */
  private List<String> requestsOf(@Nullable SignedInClient who, String path) {
    requests.clear();
    server.trestle.engine().observe(requests::add);
    try {
      assertThat(server.get(who, path).status()).isEqualTo(200);
    } finally {
      server.trestle.engine().stopObserving();
    }
    return requests.stream()
        .filter(request -> request.table().equals("ecobid"))
        .map(EcoBidPatternsTest::text)
        .toList();
  }

  private static String text(RequestRecord request) {
    return request.operation()
        + request.index().map(index -> " " + index).orElse("")
        + (request.consistent() && READS.contains(request.operation()) ? " consistent" : "");
  }

  @Test
  void e1_a_profile_is_one_read() {
    assertThat(requestsOf(null, "/users/" + ann.userId())).containsExactly("GetItem");
  }

  @Test
  void e2_a_user_s_items_are_one_query_and_one_batch() {
    Offers.listed(server, ann, Offers.free("first"));
    assertThat(requestsOf(ann, "/me/items"))
        .startsWith("Query", "BatchGetItem", "BatchGetItem")
        .doesNotContain("Query consistent");
  }

  @Test
  void e3_place_and_category_read_the_cells_of_the_place() {
    assertThat(requestsOf(null, Offers.NEARBY + "&category=books"))
        .isNotEmpty()
        .allMatch("Query cell5-index"::equals);
  }

  @Test
  void e4_an_item_is_one_read_and_its_giver_another() {
    assertThat(requestsOf(null, "/items/" + item)).containsExactly("GetItem", "GetItem");
  }

  @Test
  void e5_reservations_of_an_item_are_one_query() {
    server.posted(bo, "/items/" + item + "/reserve", Map.of());
    assertThat(requestsOf(null, "/items/" + item + "/draw"))
        .containsExactlyInAnyOrder("GetItem", "Query consistent", "Query");
    assertThat(requests)
        .filteredOn(request -> request.consistent() && request.operation().equals("Query"))
        .singleElement()
        .satisfies(request -> assertThat(request.itemsReturned()).isEqualTo(1));
  }

  @Test
  void e6_a_user_s_active_reservations_are_found_by_their_holder() {
    server.posted(bo, "/items/" + item + "/reserve", Map.of());
    assertThat(requestsOf(bo, "/me/reservations?active=true"))
        .startsWith("Query holder-index")
        .filteredOn("Query holder-index"::equals)
        .hasSize(1);
  }

  @Test
  void e7_an_auction_and_its_bids_are_one_query() {
    var auction = Offers.auctioned(server, ann);
    server.posted(bo, "/auctions/" + auction + "/bids", Map.of("maximum", 900));
    server.posted(server.person(), "/auctions/" + auction + "/bids", Map.of("maximum", 700));
    assertThat(requestsOf(null, "/auctions/" + auction)).containsExactly("Query consistent");
    assertThat(requests.getFirst().itemsReturned()).isEqualTo(3);
  }

  @Test
  void e8_items_by_status_are_a_market_without_a_radius() {
    assertThat(requestsOf(null, "/items?lat=52.23&lon=21.01"))
        .containsExactly("Query status-index");
  }

  /** What the seed calls nine cells: one query for each cell of the cover. */
  @Test
  void e9_items_by_place_are_one_query_for_each_cell() {
    var at = "/items?lat=52.2297&lon=21.0122&radius=";
    assertThat(requestsOf(null, at + 1)).hasSize(12).allMatch("Query cell6-index"::equals);
    assertThat(requestsOf(null, at + 5)).hasSize(12).allMatch("Query cell5-index"::equals);
    assertThat(requestsOf(null, at + 10)).hasSize(4).allMatch("Query cell4-index"::equals);
    assertThat(requestsOf(null, at + 25)).hasSize(10).allMatch("Query cell4-index"::equals);
  }

  @Test
  void e9_says_what_it_cost() {
    requestsOf(null, Offers.NEARBY);
    var said = server.get(null, Offers.NEARBY).body().path("read_units").asDouble();
    assertThat(requests.stream().mapToDouble(RequestRecord::readUnits).sum()).isEqualTo(said);
  }

  @Test
  void e10_items_by_category_are_one_query() {
    assertThat(requestsOf(null, "/items?lat=52.23&lon=21.01&category=furniture"))
        .containsExactly("Query category-index");
  }
}
