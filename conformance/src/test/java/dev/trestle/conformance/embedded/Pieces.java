package dev.trestle.conformance.embedded;

import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;

/** The parameters of the tables in these tests. */
final class Pieces {
  private Pieces() {}

  static AttributeDefinition attribute(String name, ScalarAttributeType type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  static KeySchemaElement hash(String name) {
    return KeySchemaElement.builder().attributeName(name).keyType(KeyType.HASH).build();
  }

  static GlobalSecondaryIndex index(String name, String hash, ProjectionType projection) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(hash(hash))
        .projection(shown -> shown.projectionType(projection))
        .build();
  }
}
