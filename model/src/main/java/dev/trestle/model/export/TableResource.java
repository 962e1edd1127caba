package dev.trestle.model.export;

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

/** The properties of CloudFormation's two resources for tables. */
final class TableResource {
  /** What scaling aims at where a global table has no other way to say its units. */
  static final int SCALING_TARGET_PERCENT = 70;

  private TableResource() {}

  /** {@code AWS::DynamoDB::Table}. */
  static Json.Draft single(Table table) {
    var out = common(table);
    out.put("BillingMode", mode(table));
    units(table).ifPresent(units -> out.put("ProvisionedThroughput", throughput(units)));
    var global = indexes(table, TableIndex.Scope.GLOBAL);
    if (!global.isEmpty()) {
      out.put(
          "GlobalSecondaryIndexes",
          Json.array(global.stream().map(index -> single(table, index)).toList()));
    }
    if (table.recovery()) out.put("PointInTimeRecoverySpecification", recovery());
    table.stream()
        .ifPresent(view ->
            out.put("StreamSpecification", Json.object().put("StreamViewType", view.name())));
    switch (table.encryption()) {
      case Encryption.Owned _ -> {}
      case Encryption.Managed _ ->
          out.put("SSESpecification", Json.object().put("SSEEnabled", true));
      case Encryption.Customer(var arn) ->
          out.put(
              "SSESpecification",
              Json.object()
                  .put("SSEEnabled", true)
                  .put("SSEType", "KMS")
                  .put("KMSMasterKeyId", arn));
    }
    return out.put("DeletionProtectionEnabled", table.deletionProtection());
  }

  private static Json single(Table table, TableIndex index) {
    var out = index(index);
    units(table)
        .ifPresent(units ->
            out.put("ProvisionedThroughput", throughput(index.throughput().orElse(units))));
    return out.done();
  }

  /** {@code AWS::DynamoDB::GlobalTable}: much is said for each region. */
  static Json.Draft global(Table table) {
    var out = common(table);
    out.put("BillingMode", mode(table));
    units(table)
        .ifPresent(
            units -> out.put("WriteProvisionedThroughputSettings", writeScaling(units.write())));
    var global = indexes(table, TableIndex.Scope.GLOBAL);
    if (!global.isEmpty()) {
      out.put(
          "GlobalSecondaryIndexes",
          Json.array(
              global.stream()
                  .map(index -> {
                    var each = index(index);
                    units(table)
                        .ifPresent(units ->
                            each.put(
                                "WriteProvisionedThroughputSettings",
                                writeScaling(index.throughput().orElse(units).write())));
                    return each.done();
                  })
                  .toList()));
    }
    out.put(
        "StreamSpecification",
        Json.object().put("StreamViewType", StreamView.NEW_AND_OLD_IMAGES.name()));
    switch (table.encryption()) {
      case Encryption.Owned _ ->
          out.put("SSESpecification", Json.object().put("SSEEnabled", false));
      case Encryption.Managed _, Encryption.Customer _ ->
          out.put("SSESpecification", Json.object().put("SSEEnabled", true).put("SSEType", "KMS"));
    }
    var replicas = new ArrayList<Json>();
    replicas.add(replica(table, Optional.empty()));
    table.replicas().forEach(region -> replicas.add(replica(table, Optional.of(region))));
    return out.put("Replicas", Json.array(replicas));
  }

  private static Json replica(Table table, Optional<String> region) {
    var out =
        Json.object()
            .put(
                "Region",
                region
                    .map(Json::of)
                    .orElseGet(() -> Json.object().put("Ref", "AWS::Region").done()))
            .put("DeletionProtectionEnabled", table.deletionProtection());
    if (table.recovery()) out.put("PointInTimeRecoverySpecification", recovery());
    if (table.encryption() instanceof Encryption.Customer(var arn)) {
      var key = region.map(there -> Infrastructure.keyIn(there, arn)).orElse(arn);
      out.put("SSESpecification", Json.object().put("KMSMasterKeyId", key));
    }
    units(table)
        .ifPresent(units -> out.put("ReadProvisionedThroughputSettings", reads(units.read())));
    var indexes =
        indexes(table, TableIndex.Scope.GLOBAL).stream()
            .map(index -> replicaIndex(table, index))
            .toList();
    if (!indexes.isEmpty()) out.put("GlobalSecondaryIndexes", Json.array(indexes));
    return out.done();
  }

  private static Json replicaIndex(Table table, TableIndex index) {
    var out = Json.object().put("IndexName", index.name());
    units(table)
        .ifPresent(units ->
            out.put(
                "ReadProvisionedThroughputSettings",
                reads(index.throughput().orElse(units).read())));
    return out.done();
  }

  /** What both resources say in the same words. */
  private static Json.Draft common(Table table) {
    var out =
        Json.object()
            .put("TableName", table.name())
            .put(
                "AttributeDefinitions",
                Json.array(
                    keyAttributes(table).stream()
                        .map(key ->
                            Json.object()
                                .put("AttributeName", key.name())
                                .put("AttributeType", key.type().name())
                                .done())
                        .toList()))
            .put("KeySchema", schema(table.partition(), table.sort()));
    var local = indexes(table, TableIndex.Scope.LOCAL);
    if (!local.isEmpty()) {
      out.put(
          "LocalSecondaryIndexes",
          Json.array(local.stream().map(index -> index(index).done()).toList()));
    }
    table
        .timeToLive()
        .ifPresent(attribute ->
            out.put(
                "TimeToLiveSpecification",
                Json.object().put("AttributeName", attribute).put("Enabled", true)));
    return out;
  }

  private static Json.Draft index(TableIndex index) {
    return Json.object()
        .put("IndexName", index.name())
        .put("KeySchema", schema(index.partition(), index.sort()))
        .put("Projection", projection(index.projection()));
  }

  static Json projection(Projection projection) {
    return switch (projection) {
      case Projection.All _ -> Json.object().put("ProjectionType", "ALL").done();
      case Projection.KeysOnly _ -> Json.object().put("ProjectionType", "KEYS_ONLY").done();
      case Projection.Include(var attributes) ->
          Json.object()
              .put("ProjectionType", "INCLUDE")
              .put("NonKeyAttributes", Json.texts(attributes))
              .done();
    };
  }

  private static Json schema(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var schema = new ArrayList<Json>();
    schema.add(element(partition, "HASH"));
    sort.ifPresent(key -> schema.add(element(key, "RANGE")));
    return Json.array(schema);
  }

  private static Json element(KeyAttribute key, String type) {
    return Json.object().put("AttributeName", key.name()).put("KeyType", type).done();
  }

  static List<TableIndex> indexes(Table table, TableIndex.Scope scope) {
    return table.indexes().stream().filter(index -> index.scope() == scope).toList();
  }

  /** Every attribute that is in some key, once. */
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
    return switch (table.billing()) {
      case Billing.OnDemand _ -> Optional.empty();
      case Billing.Provisioned(var units) -> Optional.of(units);
    };
  }

  private static String mode(Table table) {
    return units(table).isPresent() ? "PROVISIONED" : "PAY_PER_REQUEST";
  }

  private static Json throughput(Throughput units) {
    return Json.object()
        .put("ReadCapacityUnits", units.read())
        .put("WriteCapacityUnits", units.write())
        .done();
  }

  /** A global table's write units can only be scaled; between equal bounds they stand still. */
  private static Json writeScaling(long units) {
    return Json.object()
        .put(
            "WriteCapacityAutoScalingSettings",
            Json.object()
                .put("MinCapacity", units)
                .put("MaxCapacity", units)
                .put(
                    "TargetTrackingScalingPolicyConfiguration",
                    Json.object().put("TargetValue", SCALING_TARGET_PERCENT)))
        .done();
  }

  private static Json reads(long units) {
    return Json.object().put("ReadCapacityUnits", units).done();
  }

  private static Json recovery() {
    return Json.object().put("PointInTimeRecoveryEnabled", true).done();
  }
}
