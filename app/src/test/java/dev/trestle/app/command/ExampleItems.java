package dev.trestle.app.command;

import dev.trestle.design.Design;
import dev.trestle.item.Item;
import dev.trestle.item.Value;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Fills tables with the examples of a design. */
final class ExampleItems {
  /** Longer than any test. */
  private static final Duration KEPT = Duration.ofDays(1);

  private ExampleItems() {}

  /**
   * Puts so many items of each entity: its example, with other values in the table's key. They do
   * not expire, whatever time the example has.
   */
  static void put(Design design, DynamoDbClient client, int each) {
    var later = AttributeValue.fromN(Long.toString(Instant.now().plus(KEPT).getEpochSecond()));
    for (var entity : design.entities()) {
      var table = design.findTable(entity.table()).orElseThrow();
      for (int i = 0; i < each; i++) {
        var item = attributes(entity.example());
        vary(item, table.partition().name(), entity.keys().partition(), i);
        if (table.sort().isPresent()) {
          vary(item, table.sort().get().name(), entity.keys().sort().orElseThrow(), i);
        }
        table
            .timeToLive()
            .ifPresent(attribute -> item.computeIfPresent(attribute, (_, _) -> later));
        client.putItem(ask -> ask.tableName(entity.table()).item(item));
      }
    }
  }

  private static void vary(Map<String, AttributeValue> item, String name, Key key, int number) {
    switch (key) {
      case Key.Text(var template) ->
          item.computeIfPresent(
              name, (_, value) -> AttributeValue.fromS(varied(template, value.s(), number)));
      case Key.Number _ ->
          item.computeIfPresent(
              name,
              (_, value) ->
                  AttributeValue.fromN(
                      new BigDecimal(value.n()).add(BigDecimal.valueOf(number)).toPlainString()));
      case Key.Bytes _ -> throw new IllegalStateException("no table has a key of bytes");
    }
  }

  private static String varied(KeyTemplate template, String text, int number) {
    var values = List.of(template.parse(text)).iterator();
    var out = new StringBuilder();
    for (var piece : template.pieces()) {
      switch (piece) {
        case KeyTemplate.Piece.Literal(var literal) -> out.append(literal);
        case KeyTemplate.Piece.Slot(var part) ->
            out.append(text(part, values.next())).append('x').append(number);
      }
    }
    return out.toString();
  }

  /** The value was parsed by the part. */
  @SuppressWarnings("unchecked")
  private static <T> String text(Part<T> part, Object value) {
    return part.text((T) value);
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
