package dev.trestle.dynamodb.http;

import dev.trestle.dynamodb.json.JsonItems;
import dev.trestle.dynamodb.json.JsonReader;
import dev.trestle.dynamodb.json.JsonScalars;
import dev.trestle.dynamodb.json.JsonStructures;
import dev.trestle.dynamodb.json.Member;
import dev.trestle.dynamodb.json.MemberValues;
import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.expression.LegacyParameters.AttributeUpdate;
import dev.trestle.engine.expression.LegacyParameters.Comparison;
import dev.trestle.engine.expression.LegacyParameters.ExpectedAttribute;
import dev.trestle.engine.request.ReturnOptions;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;

/** The members that requests about items share, and what is built from them. */
final class ItemMembers {
  static final Member<String> TABLE_NAME = Member.string("TableName");
  static final Member<String> INDEX_NAME = Member.string("IndexName");
  static final Member<Item> ITEM = new Member<>("Item", JsonItems::item);
  static final Member<Item> KEY = new Member<>("Key", JsonItems::item);
  static final Member<Item> EXCLUSIVE_START_KEY =
      new Member<>("ExclusiveStartKey", JsonItems::item);
  static final Member<Boolean> CONSISTENT_READ = Member.bool("ConsistentRead");

  static final Member<String> CONDITION = Member.string("ConditionExpression");
  static final Member<String> UPDATE = Member.string("UpdateExpression");
  static final Member<String> KEY_CONDITION = Member.string("KeyConditionExpression");
  static final Member<String> FILTER = Member.string("FilterExpression");
  static final Member<String> PROJECTION = Member.string("ProjectionExpression");
  static final Member<Map<String, String>> NAMES =
      new Member<>(
          "ExpressionAttributeNames", JsonStructures.map("java.lang.String", JsonScalars::string));
  static final Member<Item> VALUES =
      new Member<>("ExpressionAttributeValues", JsonItems::placeholders);

  static final Member<String> RETURN_VALUES = Member.string("ReturnValues");
  static final Member<String> RETURN_CAPACITY = Member.string("ReturnConsumedCapacity");
  static final Member<String> RETURN_METRICS = Member.string("ReturnItemCollectionMetrics");
  static final Member<String> RETURN_ON_FAILURE =
      Member.string("ReturnValuesOnConditionCheckFailure");

  private static final Member<Value> VALUE = new Member<>("Value", JsonItems::value);
  private static final Member<Boolean> EXISTS = Member.bool("Exists");
  private static final Member<String> ACTION = Member.string("Action");
  private static final Member<String> OPERATOR = Member.string("ComparisonOperator");
  private static final Member<List<Value>> VALUE_LIST =
      new Member<>("AttributeValueList", JsonStructures.list(JsonItems::value));
  private static final JsonReader<Comparison> COMPARISON =
      JsonStructures.structure(
          "Condition",
          m -> new Comparison(m.get(OPERATOR), m.get(VALUE_LIST)),
          OPERATOR,
          VALUE_LIST);

  static final Member<Map<String, ExpectedAttribute>> EXPECTED =
      new Member<>(
          "Expected",
          JsonStructures.map(
              "ExpectedAttributeValue",
              JsonStructures.structure(
                  "ExpectedAttributeValue",
                  m ->
                      new ExpectedAttribute(
                          m.get(VALUE), m.get(EXISTS), m.get(OPERATOR), m.get(VALUE_LIST)),
                  VALUE,
                  EXISTS,
                  OPERATOR,
                  VALUE_LIST)));
  static final Member<Map<String, AttributeUpdate>> ATTRIBUTE_UPDATES =
      new Member<>(
          "AttributeUpdates",
          JsonStructures.map(
              "AttributeValueUpdate",
              JsonStructures.structure(
                  "AttributeValueUpdate",
                  m -> new AttributeUpdate(m.get(VALUE), m.get(ACTION)),
                  VALUE,
                  ACTION)));
  static final Member<Map<String, Comparison>> KEY_CONDITIONS =
      new Member<>("KeyConditions", JsonStructures.map("Condition", COMPARISON));
  static final Member<Map<String, Comparison>> QUERY_FILTER =
      new Member<>("QueryFilter", JsonStructures.map("Condition", COMPARISON));
  static final Member<Map<String, Comparison>> SCAN_FILTER =
      new Member<>("ScanFilter", JsonStructures.map("Condition", COMPARISON));
  static final Member<List<String>> ATTRIBUTES_TO_GET =
      new Member<>("AttributesToGet", JsonStructures.list(JsonScalars::string));
  static final Member<String> CONDITIONAL_OPERATOR = Member.string("ConditionalOperator");

  private ItemMembers() {}

  /** All expressions of a request. Those that its operation does not have were not read. */
  static Expressions expressions(MemberValues m) {
    return new Expressions(
        m.get(CONDITION),
        m.get(UPDATE),
        m.get(KEY_CONDITION),
        m.get(FILTER),
        m.get(PROJECTION),
        m.get(NAMES),
        m.get(VALUES));
  }

  static LegacyParameters legacy(MemberValues m) {
    return new LegacyParameters(
        m.get(EXPECTED),
        m.get(ATTRIBUTE_UPDATES),
        m.get(KEY_CONDITIONS),
        m.has(QUERY_FILTER) ? m.get(QUERY_FILTER) : m.get(SCAN_FILTER),
        m.get(ATTRIBUTES_TO_GET),
        m.get(CONDITIONAL_OPERATOR));
  }

  static ReturnOptions returns(MemberValues m) {
    return new ReturnOptions(
        m.get(RETURN_VALUES),
        m.get(RETURN_CAPACITY),
        m.get(RETURN_METRICS),
        m.get(RETURN_ON_FAILURE));
  }
}
