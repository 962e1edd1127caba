package dev.trestle.app.command;

import dev.trestle.design.export.JsonTree;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveSpecification;

/** Does with a template's tables what CloudFormation would. */
final class TemplateTables {
  private TemplateTables() {}

  static void create(String template, DynamoDbClient client) {
    for (var resource : fields(at(JsonTree.parse(template), "Resources")).values()) {
      if (text(resource, "Type").equals("AWS::DynamoDB::Table")) {
        table(at(resource, "Properties"), client);
      }
    }
  }

  private static void table(JsonTree properties, DynamoDbClient client) {
    var request =
        CreateTableRequest.builder()
            .tableName(text(properties, "TableName"))
            .billingMode(text(properties, "BillingMode"))
            .keySchema(keys(properties))
            .attributeDefinitions(
                list(properties, "AttributeDefinitions").stream()
                    .map(each ->
                        AttributeDefinition.builder()
                            .attributeName(text(each, "AttributeName"))
                            .attributeType(text(each, "AttributeType"))
                            .build())
                    .toList())
            .deletionProtectionEnabled(
                ((JsonTree.Truth) at(properties, "DeletionProtectionEnabled")).value());
    var indexes = new ArrayList<GlobalSecondaryIndex>();
    if (find(properties, "GlobalSecondaryIndexes").isPresent()) {
      for (var each : list(properties, "GlobalSecondaryIndexes")) indexes.add(index(each));
      request.globalSecondaryIndexes(indexes);
    }
    if (find(properties, "LocalSecondaryIndexes").isPresent()) {
      request.localSecondaryIndexes(
          list(properties, "LocalSecondaryIndexes").stream().map(TemplateTables::local).toList());
    }
    units(properties).ifPresent(request::provisionedThroughput);
    find(properties, "SSESpecification")
        .ifPresent(_ -> request.sseSpecification(SSESpecification.builder().enabled(true).build()));
    find(properties, "StreamSpecification")
        .ifPresent(stream ->
            request.streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType(text(stream, "StreamViewType"))
                    .build()));
    client.createTable(request.build());
    find(properties, "TimeToLiveSpecification")
        .ifPresent(given ->
            client.updateTimeToLive(ask ->
                ask.tableName(text(properties, "TableName"))
                    .timeToLiveSpecification(
                        TimeToLiveSpecification.builder()
                            .attributeName(text(given, "AttributeName"))
                            .enabled(true)
                            .build())));
    find(properties, "PointInTimeRecoverySpecification")
        .ifPresent(_ ->
            client.updateContinuousBackups(ask ->
                ask.tableName(text(properties, "TableName"))
                    .pointInTimeRecoverySpecification(
                        wanted -> wanted.pointInTimeRecoveryEnabled(true))));
  }

  private static GlobalSecondaryIndex index(JsonTree given) {
    var index =
        GlobalSecondaryIndex.builder()
            .indexName(text(given, "IndexName"))
            .keySchema(keys(given))
            .projection(projection(given));
    units(given).ifPresent(index::provisionedThroughput);
    return index.build();
  }

  private static LocalSecondaryIndex local(JsonTree given) {
    return LocalSecondaryIndex.builder()
        .indexName(text(given, "IndexName"))
        .keySchema(keys(given))
        .projection(projection(given))
        .build();
  }

  private static Optional<ProvisionedThroughput> units(JsonTree given) {
    return find(given, "ProvisionedThroughput")
        .map(units ->
            ProvisionedThroughput.builder()
                .readCapacityUnits(number(units, "ReadCapacityUnits"))
                .writeCapacityUnits(number(units, "WriteCapacityUnits"))
                .build());
  }

  private static long number(JsonTree json, String name) {
    return ((JsonTree.Numeral) at(json, name)).value().longValueExact();
  }

  private static Projection projection(JsonTree given) {
    var shown = at(given, "Projection");
    var projection = Projection.builder().projectionType(text(shown, "ProjectionType"));
    if (find(shown, "NonKeyAttributes").isPresent()) {
      projection.nonKeyAttributes(
          list(shown, "NonKeyAttributes").stream()
              .map(each -> ((JsonTree.Text) each).value())
              .toList());
    }
    return projection.build();
  }

  private static List<KeySchemaElement> keys(JsonTree given) {
    return list(given, "KeySchema").stream()
        .map(each ->
            KeySchemaElement.builder()
                .attributeName(text(each, "AttributeName"))
                .keyType(text(each, "KeyType"))
                .build())
        .toList();
  }

  private static Map<String, JsonTree> fields(JsonTree json) {
    return ((JsonTree.Fields) json).fields();
  }

  private static Optional<JsonTree> find(JsonTree json, String name) {
    return ((JsonTree.Fields) json).field(name);
  }

  private static JsonTree at(JsonTree json, String name) {
    return find(json, name).orElseThrow();
  }

  private static String text(JsonTree json, String name) {
    return ((JsonTree.Text) at(json, name)).value();
  }

  private static List<JsonTree> list(JsonTree json, String name) {
    return ((JsonTree.Array) at(json, name)).elements();
  }
}
