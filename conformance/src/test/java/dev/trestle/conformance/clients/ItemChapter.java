package dev.trestle.conformance.clients;

import static dev.trestle.conformance.clients.Orders.TABLE;
import static dev.trestle.conformance.clients.Orders.key;
import static dev.trestle.conformance.clients.Orders.n;
import static dev.trestle.conformance.clients.Orders.s;
import static dev.trestle.conformance.clients.Orders.with;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;

/** Puts, reads, updates and deletes items of every type, with conditions. */
record ItemChapter(DynamoDbClient db, Telling telling) {
  private static final Map<String, AttributeValue> FIRST =
      with(key("ada", 1), Map.of("amount", n(10), "parts", AttributeValue.fromL(List.of(s("x")))));

  void tell() {
    values();
    puts();
    updates();
    deletions();
  }

  private static AttributeValue bytes(int... bytes) {
    var array = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) array[i] = (byte) bytes[i];
    return AttributeValue.fromB(SdkBytes.fromByteArray(array));
  }

  private static Map<String, AttributeValue> everyType() {
    var deep = AttributeValue.fromM(Map.of("deep", s(Orders.TEXT)));
    var empty = List.of(AttributeValue.fromL(List.of()), AttributeValue.fromM(Map.of()));
    var item = new TreeMap<>(key("values", 1));
    item.put("text", s(Orders.TEXT));
    item.put("empty", s(""));
    item.put("number", n(Orders.BIG));
    item.put("smallest", n("-1E-130"));
    item.put("largest", n("9.9999999999999999999999999999999999999E+125"));
    item.put("padded", n("0012.500"));
    item.put("bytes", bytes(0, 127, 128, 255));
    item.put("no bytes", bytes());
    item.put("yes", AttributeValue.fromBool(true));
    item.put("no", AttributeValue.fromBool(false));
    item.put("null", AttributeValue.fromNul(true));
    item.put("texts", AttributeValue.fromSs(List.of("solo")));
    item.put("numbers", AttributeValue.fromNs(List.of(Orders.BIG)));
    item.put("binaries", AttributeValue.fromBs(List.of(bytes(255).b())));
    item.put("list", AttributeValue.fromL(List.of(s("a"), n(1), empty.get(0), empty.get(1))));
    item.put("map", AttributeValue.fromM(Map.of("inner", deep)));
    return item;
  }

  private void values() {
    db.putItem(r -> r.tableName(TABLE).item(everyType()));
    var read =
        db.getItem(r -> r.tableName(TABLE).key(key("values", 1)).consistentRead(true)).item();
    new TreeMap<>(read).forEach((name, value) -> telling.tell("items.value." + name, value));
    var sets =
        Map.of(
            "texts", AttributeValue.fromSs(List.of("b", "a", "ä")),
            "numbers", AttributeValue.fromNs(List.of("3", "-1", "2.50")));
    db.putItem(r -> r.tableName(TABLE).item(with(key("values", 2), sets)));
    var two = db.getItem(r -> r.tableName(TABLE).key(key("values", 2))).item();
    telling.tell(
        "items.sets",
        List.of(
            Orders.of(two, "texts").ss().stream().sorted().toList(),
            Orders.of(two, "numbers").ns().stream().sorted().toList()));
    telling.tell(
        "items.missing", db.getItem(r -> r.tableName(TABLE).key(key("nobody", 1))).hasItem());
  }

  private void puts() {
    var created = db.putItem(r -> r.tableName(TABLE).item(FIRST).returnValues(ReturnValue.ALL_OLD));
    telling.tell("items.put-new", created.hasAttributes());
    var replaced =
        db.putItem(r ->
            r.tableName(TABLE)
                .item(with(FIRST, Map.of("amount", n(11))))
                .conditionExpression("#a = :ten")
                .expressionAttributeNames(Map.of("#a", "amount"))
                .expressionAttributeValues(Map.of(":ten", n("10.0")))
                .returnValues(ReturnValue.ALL_OLD)
                .returnConsumedCapacity(ReturnConsumedCapacity.INDEXES));
    telling.tell("items.put-old", replaced.attributes());
    telling.tell("items.put-capacity", replaced.consumedCapacity());
    var absent = "attribute_not_exists(customer)";
    telling.refused(
        "items.put-refused",
        () -> db.putItem(r -> r.tableName(TABLE).item(FIRST).conditionExpression(absent)));
    try {
      db.putItem(r ->
          r.tableName(TABLE)
              .item(FIRST)
              .conditionExpression(absent)
              .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD));
    } catch (ConditionalCheckFailedException refusal) {
      telling.tell("newer.put-refused-item", refusal.item());
    }
  }

  private Object update(
      String expression, ReturnValue returned, Map<String, AttributeValue> values) {
    var told =
        db.updateItem(r ->
            r.tableName(TABLE)
                .key(key("ada", 1))
                .updateExpression(expression)
                .expressionAttributeValues(values)
                .returnValues(returned));
    return told.hasAttributes() ? told.attributes() : "nothing";
  }

  private void updates() {
    telling.tell(
        "items.all-new",
        update(
            "SET parts = list_append(parts, :more), address = :a, visits = if_not_exists(visits,"
                + " :no)",
            ReturnValue.ALL_NEW,
            Map.of(
                ":more", AttributeValue.fromL(List.of(s("y"))),
                ":a", AttributeValue.fromM(Map.of("city", s("Malmö"), "zip", s("211"))),
                ":no", n(0))));
    telling.tell(
        "items.updated-new",
        update(
            "SET address.city = :c ADD visits :by",
            ReturnValue.UPDATED_NEW,
            Map.of(":c", s("Lund"), ":by", n("1.5"))));
    telling.tell(
        "items.updated-old",
        update(
            "SET address.zip = :z REMOVE parts[0]",
            ReturnValue.UPDATED_OLD,
            Map.of(":z", s("222"))));
    var colours = AttributeValue.fromSs(List.of("red", "blue"));
    telling.tell(
        "items.all-old", update("ADD colours :c", ReturnValue.ALL_OLD, Map.of(":c", colours)));
    telling.tell(
        "items.set-less",
        update(
            "DELETE colours :c SET parts[9] = :y",
            ReturnValue.ALL_NEW,
            Map.of(":c", AttributeValue.fromSs(List.of("red")), ":y", s("z"))));
    telling.tell(
        "items.none", update("SET amount = amount - :one", ReturnValue.NONE, Map.of(":one", n(1))));
    telling.refused(
        "items.update-refused",
        () ->
            db.updateItem(r ->
                r.tableName(TABLE)
                    .key(key("nobody", 1))
                    .updateExpression("SET seen = :yes")
                    .conditionExpression("attribute_exists(customer)")
                    .expressionAttributeValues(Map.of(":yes", AttributeValue.fromBool(true)))));
  }

  private void deletions() {
    var projected =
        db.getItem(r ->
            r.tableName(TABLE)
                .key(key("ada", 1))
                .projectionExpression("#l[1], address.city, nothing")
                .expressionAttributeNames(Map.of("#l", "parts")));
    telling.tell("items.projected", projected.item());
    telling.refused(
        "items.delete-refused",
        () ->
            db.deleteItem(r ->
                r.tableName(TABLE)
                    .key(key("ada", 1))
                    .conditionExpression("size(parts) > :two")
                    .expressionAttributeValues(Map.of(":two", n(2)))));
    var deleted =
        db.deleteItem(r -> r.tableName(TABLE).key(key("ada", 1)).returnValues(ReturnValue.ALL_OLD));
    telling.tell("items.deleted", deleted.attributes());
    var again =
        db.deleteItem(r -> r.tableName(TABLE).key(key("ada", 1)).returnValues(ReturnValue.ALL_OLD));
    telling.tell("items.deleted-twice", again.hasAttributes());
  }
}
