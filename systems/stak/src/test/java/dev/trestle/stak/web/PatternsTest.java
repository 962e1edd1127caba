package dev.trestle.stak.web;

import static dev.trestle.stak.web.StakServer.toEveryone;
import static dev.trestle.stak.web.StakServer.toUsers;
import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.stak.web.StakServer.TestTenant;
import dev.trestle.testing.Await;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** S1 to S9 as requests to the engine. */
final class PatternsTest {
  private static final StakServer SERVER = new StakServer();
  private static int tenants;

  private TestTenant acme = TestTenant.NONE;

  /** It writes by itself, at any time. */
  @BeforeAll
  static void stopCountingReads() {
    SERVER.stak.inboxes().activity().close();
  }

  @BeforeEach
  void newTenant() {
    acme = SERVER.tenant("acme" + ++tenants);
  }

  @AfterAll
  static void close() {
    SERVER.close();
  }

  /**
   * The items read or written, by operation, index and consistency, without the reads of the
   * tenant's state, which is cached for some seconds.
   */
  private static Map<String, Long> during(Runnable action) {
    Queue<RequestRecord> seen = new ConcurrentLinkedQueue<>();
    SERVER.trestle.engine().observe(seen::add);
    try {
      action.run();
    } finally {
      SERVER.trestle.engine().stopObserving();
    }
    return seen.stream()
        .filter(request -> request.table().equals("stak") && request.refusal().isEmpty())
        .filter(request -> request.index().isEmpty() || request.operation().equals("Query"))
        .map(PatternsTest::name)
        .filter(name -> !name.equals("GetItem eventual"))
        .collect(Collectors.groupingBy(name -> name, TreeMap::new, Collectors.counting()));
  }

  private static String name(RequestRecord request) {
    return request.operation()
        + request.index().map(index -> " " + index).orElse("")
        + (isRead(request) && !request.consistent() ? " eventual" : "");
  }

  private static boolean isRead(RequestRecord request) {
    return request.operation().equals("GetItem")
        || request.operation().equals("Query")
        || request.operation().equals("BatchGetItem");
  }

  private static long writes(Map<String, Long> requests) {
    return requests.entrySet().stream()
        .filter(entry -> !entry.getKey().contains("Get") && !entry.getKey().contains("Query"))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private void known(String... users) {
    for (var user : users) SERVER.user(acme, user, "GET", "/messages/unread", "");
  }

  @Test
  void s1_is_one_transaction_for_each_recipient() {
    known("ann", "bob", "carl");
    var requests =
        during(() ->
            SERVER.awaitDelivery(
                acme, SERVER.post(acme, toUsers("news", "Hello", "ann", "bob", "carl"))));
    // Message and counts of each; then what became of the chunk, the sums, and the day's counts.
    assertThat(requests.get("TransactWriteItems")).isEqualTo(3 * 2 + 3);
    assertThat(requests.get("BatchGetItem")).as("the generations of all three").isEqualTo(3);
    assertThat(SERVER.stak.stores().getFirst().usage("S1").calls()).isGreaterThanOrEqualTo(3);
  }

  @Test
  void s2_writes_the_same_however_many_are_known() {
    known("ann");
    SERVER.post(acme, toEveryone("news", "First of all"));
    var few = during(() -> SERVER.post(acme, toEveryone("news", "To one")));
    known(IntStream.range(0, 40).mapToObj(i -> "user" + i).toArray(String[]::new));
    var many = during(() -> SERVER.post(acme, toEveryone("news", "To many")));
    assertThat(many).isEqualTo(few);
    assertThat(few.get("TransactWriteItems")).as("message and header").isEqualTo(2);
    assertThat(few.get("PutItem")).as("what its sender sees").isEqualTo(1);
    assertThat(writes(few)).isEqualTo(3);
  }

  @Test
  void s3_finds_the_audience_by_its_chunks_and_writes_once_for_each_recipient() {
    known("ann", "bob");
    var id = SERVER.post(acme, toUsers("news", "Oops", "ann", "bob"));
    SERVER.awaitDelivery(acme, id);
    var requests =
        during(() -> {
          SERVER.admin(acme, "DELETE", "/DEFAULT/messages/redact?id=" + id, "");
          Await.until(
              () ->
                  SERVER
                          .admin(acme, "GET", "/DEFAULT/messages/" + id, "")
                          .body()
                          .at("/data/progress/redacted")
                          .asInt()
                      == 2,
              StakServer.SOON);
        });
    assertThat(requests.get("UpdateItem")).as("the sent message").isEqualTo(1);
    assertThat(requests.get("Query")).as("the audience").isEqualTo(1);
    assertThat(requests.get("TransactWriteItems")).isEqualTo(2 * 2 + 2);
  }

  @Test
  void s4_is_one_query_of_the_users_messages_and_one_of_the_public_ones() {
    known("ann");
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("news", "Mine", "ann")));
    var alone = during(() -> SERVER.user(acme, "ann", "GET", "/messages/last/20", ""));
    assertThat(alone.get("Query")).as("without broadcasts").isEqualTo(1);
    SERVER.post(acme, toEveryone("news", "Everyone's"));
    var first = during(() -> SERVER.user(acme, "ann", "GET", "/messages/last/20", ""));
    // The user's, the public one, and the user's receipts of public ones.
    assertThat(first.get("Query")).isEqualTo(2 + 1);
    var again = during(() -> SERVER.user(acme, "ann", "GET", "/messages/last/20", ""));
    assertThat(again.get("Query")).as("the public list is kept by its version").isEqualTo(1 + 1);
    assertThat(writes(first)).isZero();
  }

  @Test
  void s5_is_one_transaction_for_all_that_are_marked() {
    known("ann");
    var one = SERVER.post(acme, toUsers("news", "One", "ann"));
    var two = SERVER.post(acme, toUsers("offers", "Two", "ann"));
    SERVER.awaitDelivery(acme, one);
    SERVER.awaitDelivery(acme, two);
    var body = "{\"messages\":[\"" + one + "\",\"" + two + "\"]}";
    var requests = during(() -> SERVER.user(acme, "ann", "PUT", "/messages/read", body));
    assertThat(requests.get("TransactWriteItems")).as("two messages and the counts").isEqualTo(3);
    assertThat(requests.get("BatchGetItem")).isEqualTo(2);
    assertThat(writes(requests)).isEqualTo(3);
  }

  @Test
  void s6_is_one_write_however_many_are_unread() {
    known("ann");
    for (int i = 0; i < 12; i++) {
      SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("c" + i % 3, "No " + i, "ann")));
    }
    var body = "{\"after\":" + Instant.now().getEpochSecond() + "}";
    var requests = during(() -> SERVER.user(acme, "ann", "PUT", "/messages/read", body));
    assertThat(requests.get("PutItem")).isEqualTo(1);
    assertThat(writes(requests)).isEqualTo(1);
  }

  @Test
  void s7_is_a_consistent_get_and_a_look_at_what_has_expired() {
    known("ann");
    SERVER.awaitDelivery(acme, SERVER.post(acme, toUsers("news", "Hello", "ann")));
    // Counts know whole seconds: in that of their settlement there is nothing to look for.
    long second = Instant.now().getEpochSecond();
    Await.until(() -> Instant.now().getEpochSecond() > second, StakServer.SOON);
    var requests = during(() -> SERVER.user(acme, "ann", "GET", "/messages/unread", ""));
    // The key, the counts, the public header.
    assertThat(requests).isEqualTo(Map.of("GetItem", 3L, "Query by_expiry", 1L));
  }

  @Test
  void s8_and_s9_are_gets_and_conditional_puts() {
    for (var path : List.of("/settings", "/DEFAULT/config")) {
      var read = during(() -> SERVER.admin(acme, "GET", path, ""));
      assertThat(read).isEqualTo(Map.of("GetItem", 2L));
      var write = during(() -> SERVER.admin(acme, "PUT", path, "{\"title\":\"New\"}"));
      assertThat(write).isEqualTo(Map.of("GetItem", 2L, "PutItem", 1L));
      var stale = SERVER.admin(acme, "PUT", path, "{\"title\":\"Old\",\"version\":99}");
      assertThat(stale.status()).isEqualTo(409);
    }
  }
}
