package dev.trestle.store;

import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.PointInTimeRecoveryStatus;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;

/**
 * Compares existing tables with their declarations. Alarms, backup plans and auto scaling are not
 * compared, because they belong to other services; units may be any within the bounds of scaling.
 */
public final class TableDrift {
  static final String NONE = "none";
  private static final String NO_ACCOUNT = "000000000000";

  private final String table;
  private final List<Difference> found = new ArrayList<>();

  private TableDrift(String table) {
    this.table = table;
  }

  /** One difference. {@code none} means that something does not exist. */
  public record Difference(String table, String what, String declared, String live) {}

  /** Returns all differences, in the order of the tables. */
  public static List<Difference> of(List<Table> tables, DynamoDbClient client, String prefix) {
    return tables.stream().flatMap(table -> of(table, client, prefix).stream()).toList();
  }

  private static List<Difference> of(Table table, DynamoDbClient client, String prefix) {
    var wanted = TableRequest.of(table, prefix);
    var drift = new TableDrift(wanted.tableName());
    try {
      var live = client.describeTable(ask -> ask.tableName(drift.table)).table();
      drift.keys(wanted, live);
      drift.indexes(table, wanted, live);
      drift.settings(table, wanted, live);
      drift.compare(
          "time to live", table.timeToLive().orElse(NONE), timeToLive(client, drift.table));
      recovery(client, drift.table)
          .ifPresent(
              on -> drift.compare("point-in-time recovery", onOff(table.recovery()), onOff(on)));
    } catch (ResourceNotFoundException e) {
      drift.compare("table", "declared", NONE);
    }
    return drift.found;
  }

  private void keys(CreateTableRequest wanted, TableDescription live) {
    compare(
        "key",
        keys(wanted.keySchema(), wanted.attributeDefinitions()),
        keys(live.keySchema(), live.attributeDefinitions()));
  }

  private void indexes(Table table, CreateTableRequest wanted, TableDescription live) {
    var declared = new TreeMap<String, Map<String, String>>();
    wanted
        .globalSecondaryIndexes()
        .forEach(index ->
            declared.put(
                index.indexName(),
                index(
                    "global",
                    keys(index.keySchema(), wanted.attributeDefinitions()),
                    index.projection(),
                    table.provisioned(table.index(index.indexName())).map(TableDrift::units))));
    wanted
        .localSecondaryIndexes()
        .forEach(index ->
            declared.put(
                index.indexName(),
                index(
                    "local",
                    keys(index.keySchema(), wanted.attributeDefinitions()),
                    index.projection(),
                    Optional.empty())));
    var there = new TreeMap<String, Map<String, String>>();
    live.globalSecondaryIndexes()
        .forEach(index ->
            there.put(
                index.indexName(),
                index(
                    "global",
                    keys(index.keySchema(), live.attributeDefinitions()),
                    index.projection(),
                    Optional.ofNullable(index.provisionedThroughput())
                        .filter(units -> units.readCapacityUnits() > 0)
                        .map(units -> units(declared(table, index.indexName()), units)))));
    live.localSecondaryIndexes()
        .forEach(index ->
            there.put(
                index.indexName(),
                index(
                    "local",
                    keys(index.keySchema(), live.attributeDefinitions()),
                    index.projection(),
                    Optional.empty())));
    var names = new TreeSet<>(declared.keySet());
    names.addAll(there.keySet());
    for (var name : names) compare(name, declared.get(name), there.get(name));
  }

  private void compare(
      String index, @Nullable Map<String, String> declared, @Nullable Map<String, String> live) {
    if (declared == null || live == null) {
      compare(
          "index " + index, declared == null ? NONE : "declared", live == null ? NONE : "there");
      return;
    }
    declared.forEach((what, value) ->
        compare("index %s: %s".formatted(index, what), value, live.getOrDefault(what, NONE)));
  }

  private static Map<String, String> index(
      String scope, String keys, Projection projection, Optional<String> units) {
    var all = new TreeMap<String, String>();
    all.put("scope", scope);
    all.put("key", keys);
    all.put(
        "projection",
        (projection.projectionTypeAsString() + " " + String.join(", ", sorted(projection)))
            .strip());
    all.put("units", units.orElse(NONE));
    return all;
  }

  private static Set<String> sorted(Projection projection) {
    return new TreeSet<>(projection.nonKeyAttributes());
  }

  private void settings(Table table, CreateTableRequest wanted, TableDescription live) {
    var mode =
        live.billingModeSummary() == null
            ? BillingMode.PROVISIONED
            : live.billingModeSummary().billingMode();
    compare("billing", wanted.billingModeAsString(), String.valueOf(mode));
    if (table.provisioned().isPresent() && mode == BillingMode.PROVISIONED) {
      compare(
          "units",
          units(table.provisioned().get()),
          units(table.provisioned(), live.provisionedThroughput()));
    }
    compare(
        "stream",
        stream(table, live),
        live.streamSpecification() != null && live.streamSpecification().streamEnabled()
            ? live.streamSpecification().streamViewTypeAsString()
            : NONE);
    compare(
        "deletion protection",
        onOff(table.deletionProtection()),
        onOff(Boolean.TRUE.equals(live.deletionProtectionEnabled())));
    var key = encryption(live);
    // AWS's own key has an ARN too, which nobody declares.
    boolean managed = table.encryption() instanceof Encryption.Managed && key.startsWith("KMS");
    if (!managed) compare("encryption", encryption(table), key);
    if (!isAlone(live)) {
      compare("replicas", regions(table.replicas().stream()), regions(replicas(live)));
    }
  }

  /** Replication adds its own stream if none was declared. */
  private static String stream(Table table, TableDescription live) {
    boolean brought = !table.replicas().isEmpty() && live.hasReplicas();
    return table.stream()
        .map(Enum::name)
        .orElse(brought ? StreamViewType.NEW_AND_OLD_IMAGES.toString() : NONE);
  }

  /** A local engine has an account number of zeros, and no other regions. */
  private static boolean isAlone(TableDescription live) {
    return live.tableArn() != null && live.tableArn().contains(":" + NO_ACCOUNT + ":");
  }

  private static String encryption(Table table) {
    return switch (table.encryption()) {
      case Encryption.Owned() -> "DynamoDB's key";
      case Encryption.Managed() -> "KMS";
      case Encryption.Customer(var arn) -> "KMS " + arn;
    };
  }

  private static String encryption(TableDescription live) {
    var sse = live.sseDescription();
    return sse == null || !"ENABLED".equals(sse.statusAsString())
        ? "DynamoDB's key"
        : "KMS " + Objects.requireNonNullElse(sse.kmsMasterKeyArn(), "");
  }

  private static Stream<String> replicas(TableDescription live) {
    return live.replicas().stream().map(replica -> replica.regionName());
  }

  private static String regions(Stream<String> regions) {
    var names = regions.sorted().collect(Collectors.joining(", "));
    return names.isEmpty() ? NONE : names;
  }

  static String timeToLive(DynamoDbClient client, String table) {
    var live = client.describeTimeToLive(ask -> ask.tableName(table)).timeToLiveDescription();
    boolean on =
        live.timeToLiveStatus() == TimeToLiveStatus.ENABLED
            || live.timeToLiveStatus() == TimeToLiveStatus.ENABLING;
    return on ? live.attributeName() : NONE;
  }

  /** Empty if the endpoint does not support recovery. */
  static Optional<Boolean> recovery(DynamoDbClient client, String table) {
    try {
      var live =
          client
              .describeContinuousBackups(ask -> ask.tableName(table))
              .continuousBackupsDescription()
              .pointInTimeRecoveryDescription();
      return Optional.of(
          live != null && live.pointInTimeRecoveryStatus() == PointInTimeRecoveryStatus.ENABLED);
    } catch (DynamoDbException e) {
      if (TableCreation.isUnknownOperation(e)) return Optional.empty();
      throw e;
    }
  }

  private static String keys(List<KeySchemaElement> schema, List<AttributeDefinition> types) {
    return schema.stream()
        .map(key ->
            key.attributeName()
                + types.stream()
                    .filter(type -> type.attributeName().equals(key.attributeName()))
                    .map(type -> " " + type.attributeTypeAsString())
                    .findFirst()
                    .orElse(""))
        .collect(Collectors.joining(", "));
  }

  private static Optional<Billing.Provisioned> declared(Table table, String index) {
    return table.indexes().stream()
        .filter(each -> each.name().equals(index))
        .findFirst()
        .flatMap(table::provisioned);
  }

  private static String units(Billing.Provisioned declared) {
    var least = declared.throughput();
    var units = units(least.read(), least.write());
    return declared
        .scaling()
        .map(scaled ->
            "%s, scaled up to %s"
                .formatted(units, units(scaled.maximum().read(), scaled.maximum().write())))
        .orElse(units);
  }

  /** Scaled units within their bounds are as declared. */
  private static String units(
      Optional<Billing.Provisioned> declared, ProvisionedThroughputDescription live) {
    long read = live.readCapacityUnits();
    long write = live.writeCapacityUnits();
    return declared
        .filter(units -> units.scaling().isPresent() && isWithin(units, read, write))
        .map(TableDrift::units)
        .orElseGet(() -> units(read, write));
  }

  private static boolean isWithin(Billing.Provisioned declared, long read, long write) {
    var least = declared.throughput();
    var most = declared.most();
    return read >= least.read()
        && read <= most.read()
        && write >= least.write()
        && write <= most.write();
  }

  private static String units(long read, long write) {
    return "%d read, %d write".formatted(read, write);
  }

  private static String onOff(boolean on) {
    return on ? "on" : "off";
  }

  private void compare(String what, String declared, String live) {
    if (!declared.equals(live)) found.add(new Difference(table, what, declared, live));
  }
}
