package dev.trestle.design.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.trestle.design.Design;
import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** Compares parsed HCL with the design it was written from. Every block is a list. */
final class TerraformReading {
  private TerraformReading() {}

  static void expect(JsonField file, Design design) {
    var ids = new Identifiers();
    var resources = file.at("resource");
    var tables = resources.at("aws_dynamodb_table");
    assertThat(tables.fields()).hasSize(design.tables().size());
    for (var table : design.tables()) {
      var block = tables.at(ids.snake(table.name())).list().getFirst();
      expect(block, table);
      scaling(resources, block, table);
      if (TerraformReplicas.areApart(table)) apart(file, table);
    }
    var infrastructure = Infrastructure.of(design);
    assertThat(resources.at("aws_cloudwatch_metric_alarm").fields())
        .hasSize(infrastructure.alarms().size());
    assertThat(resources.at("aws_backup_plan").fields()).hasSize(infrastructure.backups().size());
    var role = resources.at("aws_iam_role").at("backups").list().getFirst();
    assertThat(JsonTree.parse(role.text("assume_role_policy"))).isEqualTo(BackupRole.assumption());
  }

  private static void expect(JsonField block, Table table) {
    assertThat(block.text("name")).isEqualTo(table.name());
    assertThat(block.text("hash_key")).isEqualTo(table.partition().name());
    assertThat(block.findText("range_key")).isEqualTo(table.sort().map(key -> key.name()));
    assertThat(block.truth("deletion_protection_enabled")).isEqualTo(table.deletionProtection());
    assertThat(names(block.list("global_secondary_index")))
        .isEqualTo(names(table, TableIndex.Scope.GLOBAL));
    assertThat(names(block.list("local_secondary_index")))
        .isEqualTo(names(table, TableIndex.Scope.LOCAL));
    assertThat(block.list("attribute")).hasSize(TableResource.keyAttributes(table).size());
    assertThat(block.list("ttl").stream().map(ttl -> ttl.text("attribute_name")).toList())
        .isEqualTo(table.timeToLive().stream().toList());
    assertThat(!block.list("point_in_time_recovery").isEmpty()).isEqualTo(table.recovery());
    boolean apart = TerraformReplicas.areApart(table);
    assertThat(block.list("replica").stream().map(each -> each.text("region_name")).toList())
        .isEqualTo(apart ? List.of() : table.replicas());
    TableResource.units(table)
        .ifPresent(units -> assertThat(block.whole("read_capacity")).isEqualTo(units.read()));
  }

  /** Scaled units have a target and a policy, and the table leaves them alone. */
  private static void scaling(JsonField resources, JsonField block, Table table) {
    var ids = new Identifiers();
    var ignored = new TreeSet<String>();
    for (var units : ScalableUnits.of(table)) {
      var id = ids.snake(units.name());
      var target = only(resources.at("aws_appautoscaling_target").at(id));
      assertThat(target.whole("min_capacity")).isEqualTo(units.minimum());
      assertThat(target.whole("max_capacity")).isEqualTo(units.maximum());
      assertThat(target.text("scalable_dimension")).isEqualTo(units.dimension());
      assertThat(target.text("resource_id")).startsWith("table/").endsWith(units.path());
      var tracking =
          only(
              only(resources.at("aws_appautoscaling_policy").at(id))
                  .at("target_tracking_scaling_policy_configuration"));
      assertThat(tracking.whole("target_value")).isEqualTo(units.targetPercent());
      assertThat(
              only(tracking.at("predefined_metric_specification")).text("predefined_metric_type"))
          .isEqualTo(units.metric());
      var unitsOf = units.kind() == UnitKind.READ ? "read_capacity" : "write_capacity";
      ignored.add(units.index().isPresent() ? "global_secondary_index" : unitsOf);
    }
    if (TerraformReplicas.areApart(table)) ignored.add("replica");
    var told =
        block.list("lifecycle").stream()
            .flatMap(lifecycle -> lifecycle.texts("ignore_changes").stream())
            .map(name -> name.replaceAll("[${}]", ""))
            .toList();
    assertThat(told).as(table.name()).containsExactlyInAnyOrderElementsOf(ignored);
  }

  /** Write units of the table and of each index are scaled before there is a replica. */
  private static void apart(JsonField file, Table table) {
    var ids = new Identifiers();
    var resources = file.at("resource");
    assertThat(file.at("provider").list("aws").stream().map(each -> each.text("region")).toList())
        .containsAll(table.replicas());
    var scaled = new ArrayList<>(List.of(table.name() + "-writes"));
    names(table, TableIndex.Scope.GLOBAL)
        .forEach(index -> scaled.add(table.name() + "-" + index + "-writes"));
    for (var name : scaled) {
      var target = only(resources.at("aws_appautoscaling_target").at(ids.snake(name)));
      assertThat(target.text("resource_id")).startsWith("table/");
    }
    for (var region : table.replicas()) {
      var id = ids.snake(table.name() + "-" + region);
      var replica = only(resources.at("aws_dynamodb_table_replica").at(id));
      assertThat(replica.text("provider")).contains("aws." + ids.snake(region));
      assertThat(replica.truth("point_in_time_recovery")).isEqualTo(table.recovery());
      assertThat(replica.texts("depends_on"))
          .hasSameSizeAs(scaled)
          .allSatisfy(policy -> assertThat(policy).contains("aws_appautoscaling_policy."));
    }
  }

  private static JsonField only(JsonField blocks) {
    return blocks.list().getFirst();
  }

  private static List<String> names(List<JsonField> blocks) {
    return blocks.stream().map(block -> block.text("name")).toList();
  }

  private static List<String> names(Table table, TableIndex.Scope scope) {
    return TableResource.indexes(table, scope).stream().map(TableIndex::name).toList();
  }
}
