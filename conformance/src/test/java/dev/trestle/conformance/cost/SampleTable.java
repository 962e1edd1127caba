package dev.trestle.conformance.cost;

import static dev.trestle.model.Table.index;
import static dev.trestle.model.Table.number;
import static dev.trestle.model.Table.string;

import dev.trestle.conformance.cost.Sample.Cell;
import dev.trestle.conformance.cost.Sample.Content;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;

/** The table and items of a sample, as the model and as the engine see them. */
final class SampleTable {
  static final String GLOBAL = "byGroup";
  static final String LOCAL = "byRank";

  private SampleTable() {}

  static Table table(String name, Sample sample) {
    var table = Table.named(name).partition(string("pk")).sort(number("sk"));
    sample
        .global()
        .ifPresent(shown -> {
          var draft = index(GLOBAL, string("group"));
          if (sample.second()) draft.sort(number("rank"));
          table.global(
              switch (shown) {
                case Projection.All _ -> draft.all();
                case Projection.KeysOnly _ -> draft.keysOnly();
                case Projection.Include(var names) -> draft.include(names.toArray(new String[0]));
              });
        });
    sample.local().ifPresent(shown -> table.local(LOCAL, number("rank"), shown));
    return table.build();
  }

  static Map<String, Value> key(Cell cell) {
    return Map.of(
        "pk", Value.string("partition" + cell.partition()), "sk", Value.number(cell.sort() * 111L));
  }

  static Map<String, Value> attributes(Content content) {
    var values = new LinkedHashMap<String, Value>();
    values.put(
        "text", Value.string("é".repeat(content.bytes() / 4) + "x".repeat(content.bytes() / 2)));
    values.put("flag", Value.bool(content.flag()));
    content.group().ifPresent(group -> values.put("group", Value.string("group" + group)));
    content.rank().ifPresent(rank -> values.put("rank", Value.number(rank + ".5")));
    if (content.nested()) {
      values.put(
          "nested",
          Value.container(
              Type.L, List.of(Value.number("-1.50"), Value.nul(), Value.string("within"))));
    }
    return values;
  }

  static Item item(Cell cell, Content content) {
    var values = new HashMap<>(key(cell));
    values.putAll(attributes(content));
    return Item.of(values);
  }

  static Map<String, AttributeValue> sdk(Map<String, Value> values) {
    return values.entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, entry -> sdk(entry.getValue())));
  }

  static AttributeValue sdk(Value value) {
    return switch (value.type()) {
      case S -> AttributeValue.fromS(value.string());
      case N -> AttributeValue.fromN(value.numberText());
      case BOOL -> AttributeValue.fromBool(value.bool());
      case NULL -> AttributeValue.fromNul(true);
      case L -> AttributeValue.fromL(value.elements().stream().map(SampleTable::sdk).toList());
      case B, SS, NS, BS, M -> throw new IllegalStateException("no sample has " + value.type());
    };
  }

  static void create(DynamoDbClient db, Table table) {
    var request =
        CreateTableRequest.builder()
            .tableName(table.name())
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .keySchema(schema(table.partition(), table.sort().stream().toList()));
    var attributes = new LinkedHashMap<String, KeyAttribute>();
    attributes.put("pk", table.partition());
    table.sort().ifPresent(sort -> attributes.put(sort.name(), sort));
    var globals = new ArrayList<GlobalSecondaryIndex>();
    var locals = new ArrayList<LocalSecondaryIndex>();
    for (var index : table.indexes()) {
      attributes.put(index.partition().name(), index.partition());
      index.sort().ifPresent(sort -> attributes.put(sort.name(), sort));
      var schema = schema(index.partition(), index.sort().stream().toList());
      var projection = projection(index.projection());
      if (index.scope() == TableIndex.Scope.GLOBAL) {
        globals.add(
            GlobalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema)
                .projection(projection)
                .build());
      } else {
        locals.add(
            LocalSecondaryIndex.builder()
                .indexName(index.name())
                .keySchema(schema)
                .projection(projection)
                .build());
      }
    }
    if (!globals.isEmpty()) request.globalSecondaryIndexes(globals);
    if (!locals.isEmpty()) request.localSecondaryIndexes(locals);
    request.attributeDefinitions(
        attributes.values().stream()
            .map(key ->
                AttributeDefinition.builder()
                    .attributeName(key.name())
                    .attributeType(key.type().name())
                    .build())
            .toList());
    db.createTable(request.build());
  }

  private static List<KeySchemaElement> schema(KeyAttribute partition, List<KeyAttribute> sort) {
    var schema = new ArrayList<KeySchemaElement>();
    schema.add(element(partition, KeyType.HASH));
    sort.forEach(key -> schema.add(element(key, KeyType.RANGE)));
    return schema;
  }

  private static KeySchemaElement element(KeyAttribute key, KeyType type) {
    return KeySchemaElement.builder().attributeName(key.name()).keyType(type).build();
  }

  private static software.amazon.awssdk.services.dynamodb.model.Projection projection(
      Projection projection) {
    var built = software.amazon.awssdk.services.dynamodb.model.Projection.builder();
    return switch (projection) {
      case Projection.All _ -> built.projectionType(ProjectionType.ALL).build();
      case Projection.KeysOnly _ -> built.projectionType(ProjectionType.KEYS_ONLY).build();
      case Projection.Include(var names) ->
          built.projectionType(ProjectionType.INCLUDE).nonKeyAttributes(names).build();
    };
  }
}
