package dev.trestle.accounts;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.accounts.fixture.TestServer;
import dev.trestle.accounts.fixture.TestUser;
import dev.trestle.engine.capacity.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The seed's patterns M1, M2, M16, M17, M19 and M20, called as a client would and seen in the
 * engine's own record of requests: the operation, the index and the consistency that the seed
 * names.
 */
class AccountsPatternsTest {
  private static final Set<String> READS = Set.of("GetItem", "Query", "BatchGetItem");

  private final TestServer server = TestServer.open();
  private final List<RequestRecord> requests = new CopyOnWriteArrayList<>();
  private final TestUser ann = server.user();
  private final TestUser bo = server.user();

  @AfterEach
  void close() {
    assertThat(requests).extracting(RequestRecord::operation).doesNotContain("Scan");
    server.close();
  }

  private List<String> requestsOf(Runnable call) {
    requests.clear();
    server.trestle.engine().observe(requests::add);
    call.run();
    server.trestle.engine().stopObserving();
    // A batch is recorded item by item.
    return requests.stream().map(AccountsPatternsTest::text).distinct().toList();
  }

  private static String text(RequestRecord request) {
    return request.operation()
        + " "
        + request.table()
        + request.index().map(index -> "/" + index).orElse("")
        + (request.consistent() && READS.contains(request.operation()) ? " consistent" : "");
  }

  private static void ok(TestResponse response) {
    assertThat(response.status()).as("%s", response.body()).isBetween(200, 299);
  }

  @Test
  void m1_user_by_id() {
    assertThat(requestsOf(() -> ok(ann.get("/users/" + bo.id)))).containsExactly("GetItem users");
  }

  /** The index has keys only; the account itself says whether it is archived. */
  @Test
  void m2_user_by_phone() {
    assertThat(requestsOf(() -> server.accounts.lookUp(new UserId(ann.id), bo.number)))
        .containsExactly("Query users/phone_number-index", "GetItem users");
  }

  @Test
  void m16_validate_session() {
    var token = Map.of("refresh_token", ann.refresh);
    assertThat(requestsOf(() -> ok(server.anyone("POST", "/auth/refresh", token))))
        .containsExactly("GetItem sessions", "GetItem users consistent", "UpdateItem sessions");
  }

  @Test
  void m17_sessions_of_a_user_and_m19_revoke_session() {
    var laptop = server.signIn(ann.number, "laptop");
    assertThat(requestsOf(() -> ok(ann.get("/sessions"))))
        .containsExactly("Query sessions/user_sessions-index");
    assertThat(requestsOf(() -> ok(ann.delete("/sessions/" + laptop.session))))
        .startsWith("GetItem sessions", "TransactWriteItems sessions");
  }

  @Test
  void m20_revoke_all_sessions_is_one_transaction() {
    server.signIn(ann.number, "laptop");
    assertThat(requestsOf(() -> ok(ann.delete("/sessions?include_current=true"))))
        .containsExactly(
            "GetItem users consistent",
            "TransactWriteItems users",
            "TransactWriteItems sessions",
            "TransactWriteItems revoked_sessions");
  }
}
