package dev.trestle.design.export;

import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Table;
import java.util.List;

/** Auto scaling: a target and a policy beside the table for each kind of units that is scaled. */
final class TerraformScaling {
  private final Identifiers ids;
  private final Hcl file;

  TerraformScaling(Identifiers ids, Hcl file) {
    this.ids = ids;
    this.file = file;
  }

  /** Adds scaling, and returns its policy. */
  String write(ScalableUnits units) {
    var id = ids.snake(units.name());
    var table = "aws_dynamodb_table.%s.name".formatted(ids.snake(units.table().name()));
    file.resource(
        "aws_appautoscaling_target",
        id,
        target ->
            target
                .text("service_namespace", ScalableUnits.NAMESPACE)
                .text("scalable_dimension", units.dimension())
                .expression("resource_id", "\"table/${%s}%s\"".formatted(table, units.path()))
                .number("min_capacity", units.minimum())
                .number("max_capacity", units.maximum()));
    var target = "aws_appautoscaling_target." + id;
    file.resource(
        "aws_appautoscaling_policy",
        id,
        policy ->
            policy
                .text("name", units.name())
                .text("policy_type", ScalableUnits.POLICY_TYPE)
                .expression("service_namespace", target + ".service_namespace")
                .expression("scalable_dimension", target + ".scalable_dimension")
                .expression("resource_id", target + ".resource_id")
                .block(
                    "target_tracking_scaling_policy_configuration",
                    tracking ->
                        tracking
                            .number("target_value", units.targetPercent())
                            .block(
                                "predefined_metric_specification",
                                metric -> metric.text("predefined_metric_type", units.metric()))));
    return "aws_appautoscaling_policy." + id;
  }

  /**
   * What the table must ignore, so that applying the file again does not undo the scaling. The
   * units of an index can only be ignored with the whole index.
   */
  static List<String> ignored(Table table) {
    return ScalableUnits.of(table).stream().map(TerraformScaling::ignored).distinct().toList();
  }

  private static String ignored(ScalableUnits units) {
    if (units.index().isPresent()) return "global_secondary_index";
    return units.kind() == UnitKind.READ ? "read_capacity" : "write_capacity";
  }
}
