package dev.trestle.design.export;

import dev.trestle.model.Encryption;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/**
 * Replicas of provisioned tables. DynamoDB accepts them only if write units are scaled, so scaling
 * must exist first. They are therefore separate resources that depend on it, each with a provider
 * for its region, instead of blocks of the table.
 */
final class TerraformReplicas {
  private final Identifiers ids;
  private final Hcl file;

  TerraformReplicas(Identifiers ids, Hcl file) {
    this.ids = ids;
    this.file = file;
  }

  static boolean areApart(Table table) {
    return !table.replicas().isEmpty() && TableResource.units(table).isPresent();
  }

  void write(List<Table> tables) {
    var apart = tables.stream().filter(TerraformReplicas::areApart).toList();
    var regions = new LinkedHashSet<String>();
    apart.forEach(table -> regions.addAll(table.replicas()));
    for (var region : regions) {
      file.block(
          "provider \"aws\"",
          provider -> provider.text("alias", ids.snake(region)).text("region", region));
    }
    apart.forEach(this::write);
  }

  private void write(Table table) {
    var units = TableResource.units(table).orElseThrow();
    var policies = new ArrayList<String>();
    policies.add(scaled(table, Optional.empty(), units.write()));
    for (var index : TableResource.indexes(table, TableIndex.Scope.GLOBAL)) {
      policies.add(scaled(table, Optional.of(index), index.throughput().orElse(units).write()));
    }
    for (var region : table.replicas()) {
      file.resource(
          "aws_dynamodb_table_replica",
          ids.snake(table.name() + "-" + region),
          replica -> {
            replica
                .expression("provider", "aws." + ids.snake(region))
                .expression("global_table_arn", reference(table, "arn"))
                .truth("point_in_time_recovery", table.recovery())
                .truth("deletion_protection_enabled", table.deletionProtection());
            if (table.encryption() instanceof Encryption.Customer(var arn)) {
              replica.text("kms_key_arn", Infrastructure.keyIn(region, arn));
            }
            replica.expressions("depends_on", policies);
            if (table.importance() == Table.Importance.CRITICAL) {
              replica.block("lifecycle", lifecycle -> lifecycle.truth("prevent_destroy", true));
            }
          });
    }
  }

  /** Adds scaling with equal bounds, which leaves the units as declared, and returns its policy. */
  private String scaled(Table table, Optional<TableIndex> index, long units) {
    var id = ids.snake(table.name() + index.map(each -> "-" + each.name()).orElse("") + "-writes");
    var path =
        "\"table/${%s}%s\""
            .formatted(
                reference(table, "name"), index.map(each -> "/index/" + each.name()).orElse(""));
    var dimension =
        "dynamodb:%s:WriteCapacityUnits".formatted(index.isPresent() ? "index" : "table");
    file.resource(
        "aws_appautoscaling_target",
        id,
        target ->
            target
                .text("service_namespace", "dynamodb")
                .text("scalable_dimension", dimension)
                .expression("resource_id", path)
                .number("min_capacity", units)
                .number("max_capacity", units));
    var target = "aws_appautoscaling_target." + id;
    file.resource(
        "aws_appautoscaling_policy",
        id,
        policy ->
            policy
                .expression("name", "\"${%s.resource_id}-writes\"".formatted(target))
                .text("policy_type", "TargetTrackingScaling")
                .expression("service_namespace", target + ".service_namespace")
                .expression("scalable_dimension", target + ".scalable_dimension")
                .expression("resource_id", target + ".resource_id")
                .block(
                    "target_tracking_scaling_policy_configuration",
                    tracking ->
                        tracking
                            .number("target_value", TableResource.SCALING_TARGET_PERCENT)
                            .block(
                                "predefined_metric_specification",
                                metric ->
                                    metric.text(
                                        "predefined_metric_type",
                                        "DynamoDBWriteCapacityUtilization"))));
    return "aws_appautoscaling_policy." + id;
  }

  private String reference(Table table, String attribute) {
    return "aws_dynamodb_table.%s.%s".formatted(ids.snake(table.name()), attribute);
  }
}
