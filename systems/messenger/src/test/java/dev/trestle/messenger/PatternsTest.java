package dev.trestle.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.engine.capacity.RequestRecord;
import dev.trestle.messenger.Stage.Person;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The seed's patterns M1 to M21, asked for as a client would and seen in the engine's own record of
 * requests: the operation, the index and the consistency that the seed names. M12, M13, M7 and M8
 * are as decisions 7 and 20 have them.
 */
class PatternsTest {
  private static final Set<String> READS = Set.of("GetItem", "Query", "BatchGetItem");

  private final Stage stage = Stage.open();
  private final List<RequestRecord> requests = new CopyOnWriteArrayList<>();
  private final Person ann = stage.person();
  private final Person bo = stage.person();
  private final Person cy = stage.person();
  private final String chat = ann.group("Boat club", bo);

  @AfterEach
  void close() {
    assertThat(requests).extracting(RequestRecord::operation).doesNotContain("Scan");
    stage.close();
  }

  /** What the engine was asked for by this. */
  private List<String> seen(Runnable call) {
    stage.published();
    requests.clear();
    stage.trestle.engine().observe(requests::add);
    call.run();
    stage.published();
    stage.trestle.engine().stopObserving();
    // A batch is told item by item.
    return requests.stream().map(PatternsTest::text).distinct().toList();
  }

  private static String text(RequestRecord request) {
    return request.operation()
        + " "
        + request.table()
        + request.index().map(index -> "/" + index).orElse("")
        + (request.consistent() && READS.contains(request.operation()) ? " consistent" : "");
  }

  private static void ok(Stage.Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 299);
  }

  @Test
  void m1_user_by_id() {
    assertThat(seen(() -> ok(ann.get("/users/" + bo.id)))).containsExactly("GetItem users");
  }

  @Test
  void m2_user_by_phone_and_m7_add_member() {
    var added = Map.of("phone_number", cy.number);
    assertThat(seen(() -> ok(ann.post("/chats/" + chat + "/members", added))))
        .contains("Query users/phone_number-index")
        .contains("TransactWriteItems chat_memberships", "TransactWriteItems messages");
  }

  @Test
  void m3_chat_metadata_and_m14_delivery_state() {
    assertThat(seen(() -> ok(ann.get("/chats/" + chat))))
        .contains("GetItem chats", "GetItem delivery_state");
    assertThat(seen(() -> ok(ann.get("/delivery-state/" + chat))))
        .containsExactly("GetItem chat_memberships consistent", "GetItem delivery_state");
  }

  @Test
  void m4_members_of_a_chat() {
    assertThat(seen(() -> ok(ann.get("/chats/" + chat + "/members"))))
        .containsExactly(
            "GetItem chat_memberships consistent",
            "Query chat_memberships consistent",
            "BatchGetItem users");
  }

  @Test
  void m5_chats_of_a_user() {
    assertThat(seen(() -> ok(ann.get("/chats"))))
        .startsWith("Query chat_memberships/user_chats-index")
        .contains("BatchGetItem chat_counters", "BatchGetItem chats");
  }

  @Test
  void m6_m12_m13_m21_a_message_is_one_check_one_transaction_and_a_published_head() {
    ann.say(chat, "warm", "The head is known now");
    assertThat(seen(() -> ok(ann.say(chat, "one", "Hello"))))
        .containsExactly(
            "GetItem chat_memberships consistent",
            "TransactWriteItems messages",
            "TransactWriteItems idempotency_keys",
            "UpdateItem chat_counters");
    assertThat(requests.stream().mapToDouble(RequestRecord::readUnits).sum()).isEqualTo(1);
    assertThat(requests.stream().mapToDouble(RequestRecord::writeUnits).sum()).isEqualTo(5);
  }

  @Test
  void m8_remove_member() {
    assertThat(seen(() -> ok(ann.delete("/chats/" + chat + "/members/" + bo.id))))
        .contains("TransactWriteItems chat_memberships", "TransactWriteItems messages");
  }

  @Test
  void m9_messages_after_a_sequence_and_m10_recent_messages_and_m11_one_message() {
    ann.say(chat, "one", "Hello");
    var path = "/chats/" + chat + "/messages";
    assertThat(seen(() -> ok(bo.get(path + "?after_sequence=0"))))
        .containsExactly("GetItem chat_memberships consistent", "Query messages consistent");
    assertThat(seen(() -> ok(bo.get(path + "?limit=1"))))
        .containsExactly("GetItem chat_memberships consistent", "Query messages consistent");
    assertThat(requests.getLast().itemsRead()).isEqualTo(2);
    assertThat(seen(() -> ok(bo.get(path + "/2"))))
        .containsExactly("GetItem chat_memberships consistent", "GetItem messages");
  }

  @Test
  void m15_update_watermark_and_m18_all_of_a_user() {
    var mark = Map.of("last_acked_sequence", 1);
    assertThat(seen(() -> ok(bo.patch("/delivery-state/" + chat, mark))))
        .containsExactly("GetItem chat_memberships consistent", "UpdateItem delivery_state");
    assertThat(seen(() -> ok(bo.get("/delivery-state")))).containsExactly("Query delivery_state");
  }

  @Test
  void m16_validate_session() {
    var token = Map.of("refresh_token", ann.refresh);
    assertThat(seen(() -> ok(stage.anyone("POST", "/auth/refresh", token))))
        .containsExactly("GetItem sessions", "GetItem users consistent", "UpdateItem sessions");
  }

  @Test
  void m17_sessions_of_a_user_and_m19_revoke_session() {
    var laptop = stage.logIn(ann.number, "laptop");
    assertThat(seen(() -> ok(ann.get("/sessions"))))
        .containsExactly("Query sessions/user_sessions-index");
    assertThat(seen(() -> ok(ann.delete("/sessions/" + laptop.session))))
        .startsWith("GetItem sessions", "DeleteItem sessions");
  }

  @Test
  void m20_revoke_all_sessions_voids_them_before_it_looks_for_them() {
    stage.logIn(ann.number, "laptop");
    assertThat(seen(() -> ok(ann.delete("/sessions?include_current=true"))))
        .containsExactly(
            "UpdateItem users", "Query sessions/user_sessions-index", "BatchWriteItem sessions");
  }
}
