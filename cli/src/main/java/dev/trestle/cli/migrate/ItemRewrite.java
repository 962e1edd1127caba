package dev.trestle.cli.migrate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * What to write so that an item is stored as declared.
 *
 * @param read the item that it was computed from
 * @param depends the attributes that it was computed from. They must still be as they were read
 */
record ItemRewrite(
    Map<String, AttributeValue> read,
    Map<String, AttributeValue> set,
    Set<String> removed,
    Set<String> depends) {
  /** The item as it will be. */
  Map<String, AttributeValue> after() {
    var after = new HashMap<>(read);
    after.putAll(set);
    after.keySet().removeAll(removed);
    return after;
  }

  /** The update, conditional on what was read. */
  UpdateItemRequest request(String table, Map<String, AttributeValue> key) {
    var names = new HashMap<String, String>();
    var values = new HashMap<String, AttributeValue>();
    var sets = new ArrayList<String>();
    set.forEach((attribute, value) -> {
      var number = sets.size();
      values.put(":s" + number, value);
      sets.add(name(attribute, names) + " = :s" + number);
    });
    var removes = removed.stream().sorted().map(attribute -> name(attribute, names)).toList();
    var conditions = new ArrayList<String>();
    key.keySet().forEach(each -> conditions.add(exists(name(each, names))));
    for (var attribute : depends) {
      var stored = read.get(attribute);
      var name = name(attribute, names);
      if (stored == null) {
        conditions.add("attribute_not_exists(" + name + ")");
      } else {
        var placeholder = ":r" + conditions.size();
        values.put(placeholder, stored);
        conditions.add(name + " = " + placeholder);
      }
    }
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(key)
        .updateExpression((clause("SET ", sets) + clause(" REMOVE ", removes)).strip())
        .conditionExpression(String.join(" AND ", conditions))
        .expressionAttributeNames(names)
        .expressionAttributeValues(values.isEmpty() ? null : values)
        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
        .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
        .build();
  }

  private static String exists(String name) {
    return "attribute_exists(" + name + ")";
  }

  private static String clause(String word, List<String> actions) {
    return actions.isEmpty() ? "" : word + String.join(", ", actions);
  }

  private static String name(String attribute, Map<String, String> names) {
    for (var known : names.entrySet()) {
      if (known.getValue().equals(attribute)) return known.getKey();
    }
    var placeholder = "#a" + names.size();
    names.put(placeholder, attribute);
    return placeholder;
  }
}
