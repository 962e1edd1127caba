package dev.trestle.messenger;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.accounts.fixture.TestResponse;
import dev.trestle.engine.capacity.RequestRecord;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The seed's patterns of Messenger's tables, called as a client would and seen in the engine's own
 * record of requests: the operation, the index and the consistency that the seed names. M7, M8, M12
 * and M13 are as decided in docs/decisions/0007 and 0020.
 */
class MessengerPatternsTest {
  private static final Set<String> READS = Set.of("GetItem", "Query", "BatchGetItem");

  private final MessengerFixture fixture = MessengerFixture.open();
  private final List<RequestRecord> requests = new CopyOnWriteArrayList<>();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();
  private final ChatUser cy = fixture.user();
  private final String chat = ann.group("Boat club", bo);

  @AfterEach
  void close() {
    assertThat(requests).extracting(RequestRecord::operation).doesNotContain("Scan");
    fixture.close();
  }

  private List<String> requestsOf(Runnable call) {
    fixture.awaitPublished();
    requests.clear();
    fixture.server.trestle.engine().observe(requests::add);
    call.run();
    fixture.awaitPublished();
    fixture.server.trestle.engine().stopObserving();
    // A batch is recorded item by item.
    return requests.stream().map(MessengerPatternsTest::text).distinct().toList();
  }

  private static String text(RequestRecord request) {
    return request.operation()
        + " "
        + request.table()
        + request.index().map(index -> "/" + index).orElse("")
        + (request.consistent() && READS.contains(request.operation()) ? " consistent" : "");
  }

  private static void ok(TestResponse answer) {
    assertThat(answer.status()).as("%s", answer.body()).isBetween(200, 299);
  }

  @Test
  void m2_user_by_phone_and_m7_add_member() {
    var added = Map.of("phone_number", cy.number);
    assertThat(requestsOf(() -> ok(ann.post("/chats/" + chat + "/members", added))))
        .contains("Query users/phone_number-index")
        .contains("TransactWriteItems chat_memberships", "TransactWriteItems messages");
  }

  @Test
  void m3_chat_metadata_and_m14_delivery_state() {
    assertThat(requestsOf(() -> ok(ann.get("/chats/" + chat))))
        .contains("GetItem chats", "GetItem delivery_state");
    assertThat(requestsOf(() -> ok(ann.get("/delivery-state/" + chat))))
        .containsExactly("GetItem chat_memberships consistent", "GetItem delivery_state");
  }

  @Test
  void m4_members_of_a_chat() {
    assertThat(requestsOf(() -> ok(ann.get("/chats/" + chat + "/members"))))
        .containsExactly(
            "GetItem chat_memberships consistent",
            "Query chat_memberships consistent",
            "BatchGetItem users",
            "BatchGetItem member_profiles");
  }

  @Test
  void m5_chats_of_a_user() {
    assertThat(requestsOf(() -> ok(ann.get("/chats"))))
        .startsWith("Query chat_memberships/user_chats-index")
        .contains("BatchGetItem chat_counters", "BatchGetItem chats");
  }

  @Test
  void m6_m12_m13_m21_a_message_is_one_check_one_transaction_and_a_published_head() {
    ann.send(chat, "warm", "The head is known now");
    assertThat(requestsOf(() -> ok(ann.send(chat, "one", "Hello"))))
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
    assertThat(requestsOf(() -> ok(ann.delete("/chats/" + chat + "/members/" + bo.id))))
        .contains("TransactWriteItems chat_memberships", "TransactWriteItems messages");
  }

  @Test
  void m9_messages_after_a_sequence_and_m10_recent_messages_and_m11_one_message() {
    ann.send(chat, "one", "Hello");
    var path = "/chats/" + chat + "/messages";
    assertThat(requestsOf(() -> ok(bo.get(path + "?after_sequence=0"))))
        .containsExactly("GetItem chat_memberships consistent", "Query messages consistent");
    assertThat(requestsOf(() -> ok(bo.get(path + "?limit=1"))))
        .containsExactly("GetItem chat_memberships consistent", "Query messages consistent");
    assertThat(requests.getLast().itemsRead()).isEqualTo(2);
    assertThat(requestsOf(() -> ok(bo.get(path + "/2"))))
        .containsExactly("GetItem chat_memberships consistent", "GetItem messages");
  }

  @Test
  void m15_update_watermark_and_m18_all_of_a_user() {
    var mark = Map.of("last_acked_sequence", 1);
    assertThat(requestsOf(() -> ok(bo.patch("/delivery-state/" + chat, mark))))
        .containsExactly("GetItem chat_memberships consistent", "UpdateItem delivery_state");
    assertThat(requestsOf(() -> ok(bo.get("/delivery-state"))))
        .containsExactly("Query delivery_state");
  }
}
