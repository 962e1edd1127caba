package dev.trestle.store;

import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.ReplicaDescription;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Reads a table that exists: its declaration as it stands, and some of its items. */
public final class LiveTable {
  private final DynamoDbClient client;
  private final TableDescription live;

  private LiveTable(DynamoDbClient client, TableDescription live) {
    this.client = client;
    this.live = live;
  }

  /**
   * Returns the declaration of a table, without its backup plan, its alarms and its auto scaling,
   * which belong to other services.
   *
   * @param name the name without the prefix, which is not declared
   * @throws software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException if there is no
   *     such table
   * @throws IllegalArgumentException if a model cannot declare its keys
   */
  public static Table read(DynamoDbClient client, String name, String prefix) {
    var live = client.describeTable(ask -> ask.tableName(prefix + name)).table();
    return new LiveTable(client, live).table(name);
  }

  /** Returns at most this many items, by a scan, which consumes read units. */
  public static List<Item> sample(DynamoDbClient client, String name, int itemsMax) {
    var items = new ArrayList<Item>();
    Optional<Map<String, AttributeValue>> last = Optional.empty();
    do {
      var start = last.orElse(null);
      int left = itemsMax - items.size();
      var page = client.scan(ask -> ask.tableName(name).limit(left).exclusiveStartKey(start));
      page.items().forEach(item -> items.add(item(item)));
      last = page.hasLastEvaluatedKey() ? Optional.of(page.lastEvaluatedKey()) : Optional.empty();
    } while (last.isPresent() && items.size() < itemsMax);
    return items;
  }

  private Table table(String name) {
    var indexes = new ArrayList<TableIndex>();
    var units = units(live.provisionedThroughput());
    var billing = billing(units);
    for (var index : live.localSecondaryIndexes()) {
      indexes.add(
          index(
              index.indexName(),
              TableIndex.Scope.LOCAL,
              index.keySchema(),
              index.projection(),
              Optional.empty()));
    }
    for (var index : live.globalSecondaryIndexes()) {
      indexes.add(
          index(
              index.indexName(),
              TableIndex.Scope.GLOBAL,
              index.keySchema(),
              index.projection(),
              billing instanceof Billing.Provisioned
                  ? units(index.provisionedThroughput())
                      .filter(own -> !units.equals(Optional.of(own)))
                      .map(Billing.Provisioned::new)
                  : Optional.empty()));
    }
    var ttl = TableDrift.timeToLive(client, live.tableName());
    return new Table(
        name,
        Table.Importance.CRITICAL,
        key(live.keySchema(), KeyType.HASH).orElseThrow(),
        key(live.keySchema(), KeyType.RANGE),
        indexes,
        billing,
        Optional.of(ttl).filter(attribute -> !attribute.equals(TableDrift.NONE)),
        TableDrift.recovery(client, live.tableName()).orElse(false),
        Optional.empty(),
        live.replicas().stream().map(ReplicaDescription::regionName).toList(),
        encryption(),
        Boolean.TRUE.equals(live.deletionProtectionEnabled()),
        stream(),
        Optional.empty(),
        SourceLocation.of(name));
  }

  private Billing billing(Optional<Throughput> units) {
    var mode = live.billingModeSummary();
    boolean onDemand = mode != null && mode.billingMode() == BillingMode.PAY_PER_REQUEST;
    if (onDemand || units.isEmpty()) return new Billing.OnDemand();
    return new Billing.Provisioned(units.get());
  }

  private static Optional<Throughput> units(ProvisionedThroughputDescription units) {
    boolean none =
        units == null || units.readCapacityUnits() == null || units.readCapacityUnits() < 1;
    return none
        ? Optional.empty()
        : Optional.of(new Throughput(units.readCapacityUnits(), units.writeCapacityUnits()));
  }

  private TableIndex index(
      String name,
      TableIndex.Scope scope,
      List<KeySchemaElement> schema,
      software.amazon.awssdk.services.dynamodb.model.Projection projection,
      Optional<Billing.Provisioned> units) {
    var shown =
        switch (projection.projectionType()) {
          case KEYS_ONLY -> new Projection.KeysOnly();
          case INCLUDE -> new Projection.Include(projection.nonKeyAttributes());
          case ALL, UNKNOWN_TO_SDK_VERSION -> new Projection.All();
        };
    return new TableIndex(
        name,
        scope,
        key(schema, KeyType.HASH).orElseThrow(),
        key(schema, KeyType.RANGE),
        shown,
        units);
  }

  private Optional<KeyAttribute> key(List<KeySchemaElement> schema, KeyType kind) {
    var found = schema.stream().filter(element -> element.keyType() == kind).toList();
    if (found.size() > 1) {
      throw new IllegalArgumentException(
          "%s has an index with several %s attributes, which a model cannot declare"
              .formatted(live.tableName(), kind));
    }
    return found.stream()
        .findFirst()
        .map(element -> new KeyAttribute(element.attributeName(), type(element.attributeName())));
  }

  private Type type(String attribute) {
    return live.attributeDefinitions().stream()
        .filter(definition -> definition.attributeName().equals(attribute))
        .map(AttributeDefinition::attributeTypeAsString)
        .map(Type::valueOf)
        .findFirst()
        .orElseThrow();
  }

  private Encryption encryption() {
    var sse = live.sseDescription();
    if (sse == null || !"ENABLED".equals(sse.statusAsString())) return new Encryption.Owned();
    var key = sse.kmsMasterKeyArn();
    return key == null || key.isEmpty() ? new Encryption.Managed() : new Encryption.Customer(key);
  }

  private Optional<StreamView> stream() {
    var stream = live.streamSpecification();
    return stream == null || !Boolean.TRUE.equals(stream.streamEnabled())
        ? Optional.empty()
        : Optional.of(StreamView.valueOf(stream.streamViewTypeAsString()));
  }

  private static Item item(Map<String, AttributeValue> item) {
    var values = new LinkedHashMap<String, Value>();
    item.forEach((name, value) -> values.put(name, value(value)));
    return Item.of(values);
  }

  private static Value value(AttributeValue value) {
    return switch (value.type()) {
      case S -> Value.string(value.s());
      case N -> Value.number(value.n());
      case B -> Value.binary(value.b().asByteArray());
      case BOOL -> Value.bool(value.bool());
      case NUL -> Value.nul();
      case SS -> Value.container(Type.SS, value.ss().stream().map(Value::string).toList());
      case NS ->
          Value.container(Type.NS, value.ns().stream().map(each -> Value.number(each)).toList());
      case BS ->
          Value.container(
              Type.BS, value.bs().stream().map(each -> Value.binary(each.asByteArray())).toList());
      case L -> Value.container(Type.L, value.l().stream().map(LiveTable::value).toList());
      case M -> map(value.m());
      case UNKNOWN_TO_SDK_VERSION -> throw new IllegalArgumentException("a value of no known type");
    };
  }

  private static Value map(Map<String, AttributeValue> fields) {
    var writer = new ItemWriter().start(Type.M);
    fields.forEach((name, value) -> writer.name(name).value(value(value)));
    return writer.end().finishValue();
  }
}
