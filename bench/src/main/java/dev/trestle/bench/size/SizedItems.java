package dev.trestle.bench.size;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;

/** Items of 200 to 500 bytes, in a table with two keys-only indexes and a stream. */
final class SizedItems {
  static final String TABLE = "sized";

  private static final int PER_PARTITION = 20;
  private static final int OWNERS = 100_000;
  private static final int COLORS = 1000;
  private static final String LETTERS =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  private static final String TEXT = "The quick brown fox jumps over the lazy dog. ".repeat(10);

  private SizedItems() {}

  static void create(DynamoDbClient db) {
    db.createTable(table ->
        table
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(
                attribute("pk", "S"),
                attribute("sk", "N"),
                attribute("owner", "S"),
                attribute("color", "S"))
            .keySchema(key("pk", "HASH"), key("sk", "RANGE"))
            .globalSecondaryIndexes(index("by_owner", "owner"), index("by_color", "color"))
            .streamSpecification(
                stream -> stream.streamEnabled(true).streamViewType("NEW_AND_OLD_IMAGES")));
  }

  private static AttributeDefinition attribute(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static KeySchemaElement key(String name, String type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  private static GlobalSecondaryIndex index(String name, String hash) {
    return GlobalSecondaryIndex.builder()
        .indexName(name)
        .keySchema(key(hash, "HASH"))
        .projection(shown -> shown.projectionType("KEYS_ONLY"))
        .build();
  }

  static Map<String, AttributeValue> key(long number) {
    return Map.of(
        "pk", AttributeValue.fromS("p" + number / PER_PARTITION),
        "sk", AttributeValue.fromN(Long.toString(number % PER_PARTITION)));
  }

  static Map<String, AttributeValue> item(long number, SplittableRandom random) {
    var item = new HashMap<>(key(number));
    item.put("owner", AttributeValue.fromS(owner(random.nextInt(OWNERS))));
    item.put("color", AttributeValue.fromS("color" + random.nextInt(COLORS)));
    item.put("version", AttributeValue.fromN(Long.toString(random.nextLong(1_000_000))));
    int length = random.nextInt(130, 420);
    item.put("text", AttributeValue.fromS(text(length, random)));
    return item;
  }

  /** Half of it can be compressed, and half of it hardly. */
  private static String text(int length, SplittableRandom random) {
    var text = new StringBuilder(length).append(TEXT, 0, length / 2);
    while (text.length() < length) text.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    return text.toString();
  }

  static String owner(int number) {
    return "owner" + number;
  }

  static int owners() {
    return OWNERS;
  }
}
