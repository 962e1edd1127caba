package dev.trestle.homeops;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Ids and choices have types here, and are stored as the plain numbers and texts they stand for.
 */
class StoredIdsTest {
  private final TestHousehold household = new TestHousehold();

  @AfterEach
  void close() {
    household.close();
  }

  private List<Map<String, AttributeValue>> items(String table, String attribute) {
    return household.trestle.client().scan(request -> request.tableName(table)).items().stream()
        .filter(item -> item.containsKey(attribute))
        .toList();
  }

  @Test
  void ids_are_plain_texts_and_numbers() {
    var message = household.martin("diskat");
    var activity = household.activities().getFirst();
    assertThat(items("homeops-activities", "activityId").getFirst())
        .containsEntry("chatId", text("-1001234567890"))
        .containsEntry("activityId", text(activity.activityId().value()))
        .containsEntry("messageId", AttributeValue.fromN("" + message.messageId().value()))
        .containsEntry("userId", AttributeValue.fromN("" + household.martin.value()));
    assertThat(items("homeops", "chats").getFirst())
        .containsEntry("pk", text("HOUSEHOLD#" + household.home().id().value()))
        .containsEntry("chats", AttributeValue.fromL(List.of(text("-1001234567890"))));
    assertThat(items("homeops", "source").getFirst()).containsEntry("source", text("test"));
  }

  @Test
  void choices_are_their_names() {
    household.martin("diskat");
    household.aliases.set(TestHousehold.CHAT, "fixat maskinen", "tvätt", household.martin);
    var decision = items("homeops", "acts").getFirst();
    assertThat(decision).containsEntry("action", text("reply"));
    assertThat(decision.getOrDefault("acts", text("")).l().getFirst().m())
        .containsEntry("type", text("chore"))
        .containsEntry("effort", text("low"));
    assertThat(items("homeops", "confirmations").getFirst())
        .containsEntry("source", text("explicit"));
  }

  private static AttributeValue text(String value) {
    return AttributeValue.fromS(value);
  }
}
