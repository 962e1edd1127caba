package dev.trestle.design.export;

import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The properties of CloudFormation's two table resources. */
final class TableResource {
  private TableResource() {}

  /** {@code AWS::DynamoDB::Table}. */
  static JsonTree.Draft single(Table table) {
    var out = common(table);
    out.put("BillingMode", mode(table));
    units(table).ifPresent(units -> out.put("ProvisionedThroughput", throughput(units)));
    var global = indexes(table, TableIndex.Scope.GLOBAL);
    if (!global.isEmpty()) {
      out.put(
          "GlobalSecondaryIndexes",
          JsonTree.array(global.stream().map(index -> single(table, index)).toList()));
    }
    if (table.recovery()) out.put("PointInTimeRecoverySpecification", recovery());
    table.stream()
        .ifPresent(view ->
            out.put("StreamSpecification", JsonTree.object().put("StreamViewType", view.name())));
    switch (table.encryption()) {
      case Encryption.Owned() -> {}
      case Encryption.Managed() ->
          out.put("SSESpecification", JsonTree.object().put("SSEEnabled", true));
      case Encryption.Customer(var arn) ->
          out.put(
              "SSESpecification",
              JsonTree.object()
                  .put("SSEEnabled", true)
                  .put("SSEType", "KMS")
                  .put("KMSMasterKeyId", arn));
    }
    return out.put("DeletionProtectionEnabled", table.deletionProtection());
  }

  private static JsonTree single(Table table, TableIndex index) {
    var out = index(index);
    table
        .provisioned(index)
        .ifPresent(units -> out.put("ProvisionedThroughput", throughput(units.throughput())));
    return out.done();
  }

  /** {@code AWS::DynamoDB::GlobalTable}, which has many properties per region. */
  static JsonTree.Draft global(Table table) {
    var out = common(table);
    out.put("BillingMode", mode(table));
    writes(table, Optional.empty())
        .ifPresent(settings -> out.put("WriteProvisionedThroughputSettings", settings));
    var global = indexes(table, TableIndex.Scope.GLOBAL);
    if (!global.isEmpty()) {
      out.put(
          "GlobalSecondaryIndexes",
          JsonTree.array(
              global.stream()
                  .map(index -> {
                    var each = index(index);
                    writes(table, Optional.of(index.name()))
                        .ifPresent(
                            settings -> each.put("WriteProvisionedThroughputSettings", settings));
                    return each.done();
                  })
                  .toList()));
    }
    out.put(
        "StreamSpecification",
        JsonTree.object().put("StreamViewType", StreamView.NEW_AND_OLD_IMAGES.name()));
    switch (table.encryption()) {
      case Encryption.Owned() ->
          out.put("SSESpecification", JsonTree.object().put("SSEEnabled", false));
      case Encryption.Managed() ->
          out.put(
              "SSESpecification", JsonTree.object().put("SSEEnabled", true).put("SSEType", "KMS"));
      case Encryption.Customer ignored ->
          out.put(
              "SSESpecification", JsonTree.object().put("SSEEnabled", true).put("SSEType", "KMS"));
    }
    var replicas = new ArrayList<JsonTree>();
    replicas.add(replica(table, Optional.empty()));
    table.replicas().forEach(region -> replicas.add(replica(table, Optional.of(region))));
    return out.put("Replicas", JsonTree.array(replicas));
  }

  private static JsonTree replica(Table table, Optional<String> region) {
    var out =
        JsonTree.object()
            .put(
                "Region",
                region
                    .map(JsonTree::of)
                    .orElseGet(() -> JsonTree.object().put("Ref", "AWS::Region").done()))
            .put("DeletionProtectionEnabled", table.deletionProtection());
    if (table.recovery()) out.put("PointInTimeRecoverySpecification", recovery());
    if (table.encryption() instanceof Encryption.Customer(var arn)) {
      var key = region.map(there -> Infrastructure.keyIn(there, arn)).orElse(arn);
      out.put("SSESpecification", JsonTree.object().put("KMSMasterKeyId", key));
    }
    reads(table, Optional.empty())
        .ifPresent(settings -> out.put("ReadProvisionedThroughputSettings", settings));
    var indexes =
        indexes(table, TableIndex.Scope.GLOBAL).stream()
            .map(index -> replicaIndex(table, index))
            .toList();
    if (!indexes.isEmpty()) out.put("GlobalSecondaryIndexes", JsonTree.array(indexes));
    return out.done();
  }

  private static JsonTree replicaIndex(Table table, TableIndex index) {
    var out = JsonTree.object().put("IndexName", index.name());
    reads(table, Optional.of(index.name()))
        .ifPresent(settings -> out.put("ReadProvisionedThroughputSettings", settings));
    return out.done();
  }

  /** Properties that both resources share. */
  private static JsonTree.Draft common(Table table) {
    var out =
        JsonTree.object()
            .put("TableName", table.name())
            .put(
                "AttributeDefinitions",
                JsonTree.array(
                    keyAttributes(table).stream()
                        .map(key ->
                            JsonTree.object()
                                .put("AttributeName", key.name())
                                .put("AttributeType", key.type().name())
                                .done())
                        .toList()))
            .put("KeySchema", schema(table.partition(), table.sort()));
    var local = indexes(table, TableIndex.Scope.LOCAL);
    if (!local.isEmpty()) {
      out.put(
          "LocalSecondaryIndexes",
          JsonTree.array(local.stream().map(index -> index(index).done()).toList()));
    }
    table
        .timeToLive()
        .ifPresent(attribute ->
            out.put(
                "TimeToLiveSpecification",
                JsonTree.object().put("AttributeName", attribute).put("Enabled", true)));
    return out;
  }

  private static JsonTree.Draft index(TableIndex index) {
    return JsonTree.object()
        .put("IndexName", index.name())
        .put("KeySchema", schema(index.partition(), index.sort()))
        .put("Projection", projection(index.projection()));
  }

  static JsonTree projection(Projection projection) {
    return switch (projection) {
      case Projection.All() -> JsonTree.object().put("ProjectionType", "ALL").done();
      case Projection.KeysOnly() -> JsonTree.object().put("ProjectionType", "KEYS_ONLY").done();
      case Projection.Include(var attributes) ->
          JsonTree.object()
              .put("ProjectionType", "INCLUDE")
              .put("NonKeyAttributes", JsonTree.texts(attributes))
              .done();
    };
  }

  private static JsonTree schema(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var schema = new ArrayList<JsonTree>();
    schema.add(element(partition, "HASH"));
    sort.ifPresent(key -> schema.add(element(key, "RANGE")));
    return JsonTree.array(schema);
  }

  private static JsonTree element(KeyAttribute key, String type) {
    return JsonTree.object().put("AttributeName", key.name()).put("KeyType", type).done();
  }

  static List<TableIndex> indexes(Table table, TableIndex.Scope scope) {
    return table.indexes().stream().filter(index -> index.scope() == scope).toList();
  }

  /** Every attribute that is part of a key, once. */
  static Set<KeyAttribute> keyAttributes(Table table) {
    var keys = new LinkedHashSet<KeyAttribute>();
    keys.add(table.partition());
    table.sort().ifPresent(keys::add);
    for (var index : table.indexes()) {
      keys.add(index.partition());
      index.sort().ifPresent(keys::add);
    }
    return keys;
  }

  static Optional<Throughput> units(Table table) {
    return table.provisioned().map(Billing.Provisioned::throughput);
  }

  private static String mode(Table table) {
    return units(table).isPresent() ? "PROVISIONED" : "PAY_PER_REQUEST";
  }

  private static JsonTree throughput(Throughput units) {
    return JsonTree.object()
        .put("ReadCapacityUnits", units.read())
        .put("WriteCapacityUnits", units.write())
        .done();
  }

  private static Optional<ScalableUnits> scalable(
      Table table, Optional<String> index, UnitKind kind) {
    return ScalableUnits.all(table).stream()
        .filter(units -> units.index().equals(index) && units.kind() == kind)
        .findFirst();
  }

  /** A global table's write units can only be scaled. Equal bounds keep them constant. */
  private static Optional<JsonTree> writes(Table table, Optional<String> index) {
    return scalable(table, index, UnitKind.WRITE).map(TableResource::scaling);
  }

  private static Optional<JsonTree> reads(Table table, Optional<String> index) {
    return scalable(table, index, UnitKind.READ)
        .map(units ->
            units.minimum() < units.maximum()
                ? scaling(units)
                : JsonTree.object().put("ReadCapacityUnits", units.minimum()).done());
  }

  private static JsonTree scaling(ScalableUnits units) {
    return JsonTree.object()
        .put(
            units.word() + "CapacityAutoScalingSettings",
            JsonTree.object()
                .put("MinCapacity", units.minimum())
                .put("MaxCapacity", units.maximum())
                .put(
                    "TargetTrackingScalingPolicyConfiguration",
                    JsonTree.object().put("TargetValue", units.targetPercent())))
        .done();
  }

  private static JsonTree recovery() {
    return JsonTree.object().put("PointInTimeRecoveryEnabled", true).done();
  }
}
