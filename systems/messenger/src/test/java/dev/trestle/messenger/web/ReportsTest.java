package dev.trestle.messenger.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.trestle.messenger.ChatUser;
import dev.trestle.messenger.MessengerFixture;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What users report, and what the operator reads of it. */
class ReportsTest {
  private final MessengerFixture fixture = MessengerFixture.open();
  private final ChatUser ann = fixture.user();
  private final ChatUser bo = fixture.user();

  @AfterEach
  void close() {
    fixture.close();
  }

  private JsonNode reports(String query) {
    return fixture.server.operator(fixture.messenger, "/reports" + query).body().path("reports");
  }

  private static int report(ChatUser user, Map<String, ?> body) {
    return user.post("/reports", body).status();
  }

  @Test
  void the_operator_reads_a_message_as_it_was_when_it_was_reported() {
    var chat = ann.direct(bo);
    bo.send(chat, "one", "Win a boat!");
    var body =
        Map.of("chat_id", chat, "sequence", 2, "reason", "spam", "text", "I know no such lottery.");
    assertThat(report(ann, body)).isEqualTo(201);
    bo.post(
        "/chats/" + chat + "/messages",
        Map.of("client_message_id", "two", "kind", "delete", "target_sequence", 2));

    var reported = reports("").path(0);
    assertThat(reported.path("reporter").asText()).isEqualTo(ann.id);
    assertThat(reported.path("user_id").asText()).isEqualTo(bo.id);
    assertThat(reported.path("reason").asText()).isEqualTo("spam");
    assertThat(reported.path("text").asText()).isEqualTo("I know no such lottery.");
    assertThat(reported.path("message").path("chat_id").asText()).isEqualTo(chat);
    assertThat(reported.path("message").path("content").asText()).isEqualTo("Win a boat!");
  }

  @Test
  void reports_are_listed_by_month_newest_first() {
    report(ann, Map.of("user_id", bo.id, "reason", "harassment"));
    report(bo, Map.of("user_id", ann.id, "reason", "other"));
    assertThat(reports("").findValuesAsText("user_id")).containsExactly(ann.id, bo.id);
    assertThat(reports("?month=2039-01")).isEmpty();
    assertThat(fixture.server.operator(fixture.messenger, "/reports?month=x").status())
        .isEqualTo(400);
  }

  @Test
  void only_messages_that_one_can_read_and_other_users_can_be_reported() {
    var cy = fixture.user();
    var chat = ann.direct(bo);
    bo.send(chat, "one", "Hello");
    var message = Map.of("chat_id", chat, "sequence", 2, "reason", "spam");
    assertThat(report(cy, message)).isEqualTo(403);
    assertThat(report(bo, message)).isEqualTo(400);
    assertThat(report(ann, Map.of("chat_id", chat, "sequence", 1, "reason", "spam")))
        .isEqualTo(400);
    assertThat(report(ann, Map.of("chat_id", chat, "sequence", 99, "reason", "spam")))
        .isEqualTo(400);
    assertThat(report(ann, Map.of("chat_id", chat, "reason", "spam"))).isEqualTo(400);
    assertThat(report(ann, Map.of("user_id", ann.id, "reason", "spam"))).isEqualTo(400);
    assertThat(report(ann, Map.of("user_id", bo.id, "reason", "boring"))).isEqualTo(400);
    assertThat(report(ann, Map.of("reason", "spam"))).isEqualTo(400);
    var long2001 = "x".repeat(2001);
    assertThat(report(ann, Map.of("user_id", bo.id, "reason", "spam", "text", long2001)))
        .isEqualTo(400);
    assertThat(reports("")).isEmpty();
  }
}
