package dev.trestle.store;

import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.ProjectionType;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;

/** Converts a declared table to the request that creates it. */
final class TableRequest {
  private TableRequest() {}

  static CreateTableRequest of(Table table, String prefix) {
    var request =
        CreateTableRequest.builder()
            .tableName(prefix + table.name())
            .attributeDefinitions(attributes(table))
            .keySchema(schema(table.partition(), table.sort()))
            .deletionProtectionEnabled(table.deletionProtection());
    switch (table.billing()) {
      case Billing.OnDemand() -> request.billingMode(BillingMode.PAY_PER_REQUEST);
      case Billing.Provisioned provisioned ->
          request
              .billingMode(BillingMode.PROVISIONED)
              .provisionedThroughput(units(provisioned.throughput()));
    }
    var global = of(table, TableIndex.Scope.GLOBAL).map(index -> global(table, index)).toList();
    if (!global.isEmpty()) request.globalSecondaryIndexes(global);
    var local = of(table, TableIndex.Scope.LOCAL).map(TableRequest::local).toList();
    if (!local.isEmpty()) request.localSecondaryIndexes(local);
    table.stream()
        .ifPresent(view ->
            request.streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType(view.name())
                    .build()));
    switch (table.encryption()) {
      case Encryption.Owned() -> {}
      case Encryption.Managed() ->
          request.sseSpecification(SSESpecification.builder().enabled(true).build());
      case Encryption.Customer(var arn) ->
          request.sseSpecification(
              SSESpecification.builder()
                  .enabled(true)
                  .sseType(SSEType.KMS)
                  .kmsMasterKeyId(arn)
                  .build());
    }
    return request.build();
  }

  private static Stream<TableIndex> of(Table table, TableIndex.Scope scope) {
    return table.indexes().stream().filter(index -> index.scope() == scope);
  }

  private static List<AttributeDefinition> attributes(Table table) {
    var keys = new LinkedHashSet<KeyAttribute>();
    keys.add(table.partition());
    table.sort().ifPresent(keys::add);
    for (var index : table.indexes()) {
      keys.add(index.partition());
      index.sort().ifPresent(keys::add);
    }
    return keys.stream().map(TableRequest::definition).toList();
  }

  static AttributeDefinition definition(KeyAttribute key) {
    return AttributeDefinition.builder()
        .attributeName(key.name())
        .attributeType(key.type().name())
        .build();
  }

  private static List<KeySchemaElement> schema(
      KeyAttribute partition, Optional<KeyAttribute> sort) {
    var schema = new ArrayList<KeySchemaElement>();
    schema.add(element(partition, KeyType.HASH));
    sort.ifPresent(key -> schema.add(element(key, KeyType.RANGE)));
    return schema;
  }

  private static KeySchemaElement element(KeyAttribute key, KeyType type) {
    return KeySchemaElement.builder().attributeName(key.name()).keyType(type).build();
  }

  static GlobalSecondaryIndex global(Table table, TableIndex index) {
    var made =
        GlobalSecondaryIndex.builder()
            .indexName(index.name())
            .keySchema(schema(index.partition(), index.sort()))
            .projection(projection(index.projection()));
    table
        .provisioned(index)
        .ifPresent(provisioned -> made.provisionedThroughput(units(provisioned.throughput())));
    return made.build();
  }

  private static LocalSecondaryIndex local(TableIndex index) {
    return LocalSecondaryIndex.builder()
        .indexName(index.name())
        .keySchema(schema(index.partition(), index.sort()))
        .projection(projection(index.projection()))
        .build();
  }

  private static software.amazon.awssdk.services.dynamodb.model.Projection projection(
      Projection projection) {
    var made = software.amazon.awssdk.services.dynamodb.model.Projection.builder();
    switch (projection) {
      case Projection.All() -> made.projectionType(ProjectionType.ALL);
      case Projection.KeysOnly() -> made.projectionType(ProjectionType.KEYS_ONLY);
      case Projection.Include(var attributes) ->
          made.projectionType(ProjectionType.INCLUDE).nonKeyAttributes(attributes);
    }
    return made.build();
  }

  private static ProvisionedThroughput units(Throughput throughput) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(throughput.read())
        .writeCapacityUnits(throughput.write())
        .build();
  }

  /**
   * Lists the differences because of which an existing table cannot serve the declared patterns.
   */
  static List<String> differences(CreateTableRequest wanted, TableDescription found) {
    var differences = new ArrayList<String>();
    compare("key", keys(wanted.keySchema()), keys(found.keySchema()), differences);
    compare(
        "key types",
        types(wanted.attributeDefinitions()),
        types(found.attributeDefinitions()),
        differences);
    var wantedIndexes =
        Stream.concat(
            wanted.globalSecondaryIndexes().stream()
                .map(each -> index(each.indexName(), each.keySchema(), each.projection())),
            wanted.localSecondaryIndexes().stream()
                .map(each -> index(each.indexName(), each.keySchema(), each.projection())));
    var foundIndexes =
        Stream.concat(
            found.globalSecondaryIndexes().stream()
                .map(each -> index(each.indexName(), each.keySchema(), each.projection())),
            found.localSecondaryIndexes().stream()
                .map(each -> index(each.indexName(), each.keySchema(), each.projection())));
    compare("indexes", sorted(wantedIndexes), sorted(foundIndexes), differences);
    return differences;
  }

  private static void compare(String what, Object wanted, Object found, List<String> differences) {
    if (!wanted.equals(found)) differences.add("%s %s, not %s".formatted(what, found, wanted));
  }

  private static Set<String> sorted(Stream<String> texts) {
    return texts.collect(Collectors.toCollection(TreeSet::new));
  }

  private static String keys(List<KeySchemaElement> schema) {
    return schema.stream().map(KeySchemaElement::attributeName).collect(Collectors.joining(", "));
  }

  private static Set<String> types(List<AttributeDefinition> definitions) {
    return sorted(
        definitions.stream()
            .map(each -> each.attributeName() + ":" + each.attributeTypeAsString()));
  }

  private static String index(
      String name,
      List<KeySchemaElement> schema,
      software.amazon.awssdk.services.dynamodb.model.Projection projection) {
    return "%s (%s) %s %s"
        .formatted(
            name,
            keys(schema),
            projection.projectionTypeAsString(),
            new TreeSet<>(projection.nonKeyAttributes()));
  }
}
