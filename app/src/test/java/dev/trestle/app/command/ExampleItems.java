package dev.trestle.app.command;

import dev.trestle.design.Design;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Fills tables with the examples of a design. */
final class ExampleItems {
  private ExampleItems() {}

  static void put(Design design, DynamoDbClient client) {
    for (var entity : design.entities()) {
      client.putItem(ask -> ask.tableName(entity.table()).item(attributes(entity.example())));
    }
  }

  private static Map<String, AttributeValue> attributes(Item item) {
    var attributes = new LinkedHashMap<String, AttributeValue>();
    item.forEach((name, value) -> attributes.put(name, attribute(value)));
    return attributes;
  }

  private static AttributeValue attribute(Value value) {
    return switch (value.type()) {
      case S -> AttributeValue.fromS(value.string());
      case N -> AttributeValue.fromN(value.numberText());
      case B -> AttributeValue.fromB(SdkBytes.fromByteArray(value.content()));
      case BOOL -> AttributeValue.fromBool(value.bool());
      case NULL -> AttributeValue.fromNul(true);
      case SS -> AttributeValue.fromSs(value.elements().stream().map(Value::string).toList());
      case NS -> AttributeValue.fromNs(value.elements().stream().map(Value::numberText).toList());
      case BS ->
          AttributeValue.fromBs(
              value.elements().stream()
                  .map(each -> SdkBytes.fromByteArray(each.content()))
                  .toList());
      case L ->
          AttributeValue.fromL(value.elements().stream().map(ExampleItems::attribute).toList());
      case M -> {
        var inside = new LinkedHashMap<String, AttributeValue>();
        var fields = value.fields();
        while (fields.next()) inside.put(fields.name(), attribute(fields.value()));
        yield AttributeValue.fromM(inside);
      }
    };
  }
}
