package dev.trestle.design.export;

import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Encryption;
import dev.trestle.model.Table;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * Replicas of provisioned tables. DynamoDB accepts them only if write units are scaled, so scaling
 * must exist first; where none is declared it has equal bounds, which leaves the units as they are.
 * Replicas are therefore separate resources that depend on it, each with a provider for its region,
 * instead of blocks of the table.
 */
final class TerraformReplicas {
  private final Identifiers ids;
  private final Hcl file;
  private final TerraformScaling scaling;

  TerraformReplicas(Identifiers ids, Hcl file, TerraformScaling scaling) {
    this.ids = ids;
    this.file = file;
    this.scaling = scaling;
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
    var policies =
        ScalableUnits.all(table).stream()
            .filter(units -> units.kind() == UnitKind.WRITE)
            .map(scaling::write)
            .toList();
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

  private String reference(Table table, String attribute) {
    return "aws_dynamodb_table.%s.%s".formatted(ids.snake(table.name()), attribute);
  }
}
