package dev.trestle.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.dynamodb.embedded.Trestle;
import dev.trestle.dynamodb.http.DynamoDbServer;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The tables that a test created at an endpoint are deleted. */
class EndpointTargetTest {
  private static CreateTableRequest table(String name) {
    var attribute =
        AttributeDefinition.builder()
            .attributeName("pk")
            .attributeType(ScalarAttributeType.S)
            .build();
    var key = KeySchemaElement.builder().attributeName("pk").keyType(KeyType.HASH).build();
    return CreateTableRequest.builder()
        .tableName(name)
        .billingMode(BillingMode.PAY_PER_REQUEST)
        .attributeDefinitions(attribute)
        .keySchema(key)
        .build();
  }

  @Test
  void tables_are_deleted_however_they_were_asked_for()
      throws ExecutionException, InterruptedException {
    try (var trestle = Trestle.inMemory();
        var server = DynamoDbServer.start(trestle.engine(), "127.0.0.1", 0)) {
      trestle.client().createTable(table("before"));
      try (var subject = EndpointTarget.of(server.endpoint().toString())) {
        subject.client().createTable(table("by-request"));
        subject
            .client()
            .createTable(request ->
                request
                    .tableName("by-lambda")
                    .billingMode(BillingMode.PAY_PER_REQUEST)
                    .attributeDefinitions(table("x").attributeDefinitions())
                    .keySchema(table("x").keySchema()));
        subject.asyncClient().createTable(table("async")).get();
        assertThat(trestle.client().listTables().tableNames()).hasSize(4);
      }
      assertThat(trestle.client().listTables().tableNames()).containsExactly("before");
    }
  }
}
