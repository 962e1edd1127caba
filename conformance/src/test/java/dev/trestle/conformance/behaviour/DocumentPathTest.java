package dev.trestle.conformance.behaviour;

import static dev.trestle.conformance.behaviour.Attributes.n;
import static dev.trestle.conformance.behaviour.Attributes.s;
import static dev.trestle.conformance.behaviour.ValidationErrors.assertInvalid;

import dev.trestle.testing.TrestleTest;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A document path has at most 32 levels, in every expression. */
@TrestleTest
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DocumentPathTest {
  private static final Map<String, AttributeValue> KEY = Map.of("pk", s("a"));
  private static final String ALLOWED = "m" + ".a".repeat(31);
  private static final String TOO_DEEP = ALLOWED + ".a";
  private static final String REFUSED =
      "Invalid %s: The document path has too many nesting levels; nesting levels: 33";

  private final DynamoDbClient client;
  private final TestTable table;

  DocumentPathTest(DynamoDbClient client) {
    this.client = client;
    table = TestTable.simple(client, "S");
  }

  @Test
  void a_condition_has_no_deeper_path() {
    putUnless(ALLOWED);
    assertInvalid(() -> putUnless(TOO_DEEP), REFUSED.formatted("ConditionExpression"));
  }

  private void putUnless(String path) {
    client.putItem(r ->
        r.tableName(table.name())
            .item(KEY)
            .conditionExpression("attribute_not_exists(" + path + ")"));
  }

  @Test
  void a_filter_has_no_deeper_path() {
    filter(ALLOWED);
    assertInvalid(() -> filter(TOO_DEEP), REFUSED.formatted("FilterExpression"));
  }

  private void filter(String path) {
    client.scan(r -> r.tableName(table.name()).filterExpression("attribute_exists(" + path + ")"));
  }

  @Test
  void an_update_has_no_deeper_path() {
    assertInvalid(
        () ->
            client.updateItem(r ->
                r.tableName(table.name())
                    .key(KEY)
                    .updateExpression("SET " + TOO_DEEP + " = :v")
                    .expressionAttributeValues(Map.of(":v", n(1)))),
        REFUSED.formatted("UpdateExpression"));
  }

  @Test
  void a_projection_has_no_deeper_path() {
    assertInvalid(
        () ->
            client.getItem(r -> r.tableName(table.name()).key(KEY).projectionExpression(TOO_DEEP)),
        REFUSED.formatted("ProjectionExpression"));
  }
}
