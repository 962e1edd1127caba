package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.export.Infrastructure.BackupSchedule;
import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.Projection;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Exports a design as a Terraform file in HCL, for the AWS provider. */
public final class Terraform {
  private final Infrastructure infrastructure;
  private final Identifiers ids = new Identifiers();
  private final Hcl file = new Hcl();

  private Terraform(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
  }

  public static String write(Design design) {
    return new Terraform(Infrastructure.of(design)).print();
  }

  private String print() {
    file.remark("Tables of " + infrastructure.name());
    file.block(
        "terraform",
        terraform ->
            terraform.block(
                "required_providers",
                providers ->
                    providers.map(
                        "aws",
                        aws -> aws.text("source", "hashicorp/aws").text("version", ">= 5.0"))));
    for (var table : infrastructure.tables()) {
      file.resource("aws_dynamodb_table", id(table), body -> table(table, body));
    }
    scaling();
    if (infrastructure.hasBackups()) backups();
    if (infrastructure.hasAlarms()) alarms();
    return file.print();
  }

  /** The write units of replicated tables are scaled with their replicas. */
  private void scaling() {
    var scaling = new TerraformScaling(ids, file);
    for (var table : infrastructure.tables()) {
      for (var units : ScalableUnits.of(table)) {
        boolean isApart = TerraformReplicas.areApart(table) && units.kind() == UnitKind.WRITE;
        if (!isApart) scaling.write(units);
      }
    }
    new TerraformReplicas(ids, file, scaling).write(infrastructure.tables());
  }

  private String id(Table table) {
    return ids.snake(table.name());
  }

  private String reference(Table table, String attribute) {
    return "aws_dynamodb_table.%s.%s".formatted(id(table), attribute);
  }

  private void table(Table table, Hcl out) {
    var units = TableResource.units(table);
    out.text("name", table.name())
        .text("billing_mode", units.isPresent() ? "PROVISIONED" : "PAY_PER_REQUEST");
    units.ifPresent(
        each -> out.number("read_capacity", each.read()).number("write_capacity", each.write()));
    out.text("hash_key", table.partition().name());
    table.sort().ifPresent(key -> out.text("range_key", key.name()));
    var stream =
        table.replicas().isEmpty() ? table.stream() : Optional.of(StreamView.NEW_AND_OLD_IMAGES);
    stream.ifPresent(
        view -> out.truth("stream_enabled", true).text("stream_view_type", view.name()));
    out.truth("deletion_protection_enabled", table.deletionProtection());
    for (var key : TableResource.keyAttributes(table)) {
      out.block("attribute", each -> each.text("name", key.name()).text("type", key.type().name()));
    }
    table.indexes().forEach(index -> index(table, index, out));
    table
        .timeToLive()
        .ifPresent(attribute ->
            out.block("ttl", ttl -> ttl.text("attribute_name", attribute).truth("enabled", true)));
    if (table.recovery()) {
      out.block("point_in_time_recovery", recovery -> recovery.truth("enabled", true));
    }
    encryption(table, out);
    boolean apart = TerraformReplicas.areApart(table);
    if (!apart) replicas(table, out);
    var ignored = new ArrayList<>(TerraformScaling.ignored(table));
    if (apart) ignored.add("replica");
    boolean critical = table.importance() == Table.Importance.CRITICAL;
    if (critical || !ignored.isEmpty()) {
      out.block("lifecycle", lifecycle -> lifecycle(critical, ignored, lifecycle));
    }
  }

  private static void lifecycle(boolean critical, List<String> ignored, Hcl out) {
    if (critical) out.truth("prevent_destroy", true);
    if (ignored.contains("global_secondary_index")) {
      out.remark("The scaled units of an index can only be ignored with the whole index:")
          .remark("remove this for as long as it takes to apply a change of indexes.");
    }
    if (!ignored.isEmpty()) out.expressions("ignore_changes", ignored);
  }

  private static void index(Table table, TableIndex index, Hcl out) {
    boolean global = index.scope() == TableIndex.Scope.GLOBAL;
    out.block(
        global ? "global_secondary_index" : "local_secondary_index",
        body -> {
          body.text("name", index.name());
          if (global) body.text("hash_key", index.partition().name());
          index.sort().ifPresent(key -> body.text("range_key", key.name()));
          switch (index.projection()) {
            case Projection.All() -> body.text("projection_type", "ALL");
            case Projection.KeysOnly() -> body.text("projection_type", "KEYS_ONLY");
            case Projection.Include(var attributes) ->
                body.text("projection_type", "INCLUDE").texts("non_key_attributes", attributes);
          }
          if (!global) return;
          table
              .provisioned(index)
              .map(Billing.Provisioned::throughput)
              .ifPresent(units ->
                  body.number("read_capacity", units.read())
                      .number("write_capacity", units.write()));
        });
  }

  private static void encryption(Table table, Hcl out) {
    switch (table.encryption()) {
      case Encryption.Owned() -> {}
      case Encryption.Managed() ->
          out.block("server_side_encryption", body -> body.truth("enabled", true));
      case Encryption.Customer(var arn) ->
          out.block(
              "server_side_encryption",
              body -> body.truth("enabled", true).text("kms_key_arn", arn));
    }
  }

  private static void replicas(Table table, Hcl out) {
    for (var region : table.replicas()) {
      out.block(
          "replica",
          body -> {
            body.text("region_name", region)
                .truth("point_in_time_recovery", table.recovery())
                .truth("deletion_protection_enabled", table.deletionProtection());
            if (table.encryption() instanceof Encryption.Customer(var arn)) {
              body.text("kms_key_arn", Infrastructure.keyIn(region, arn));
            }
          });
    }
  }

  private void backups() {
    file.resource(
        "aws_backup_vault", "backups", vault -> vault.text("name", infrastructure.vault()));
    file.resource(
        "aws_iam_role",
        "backups",
        role ->
            role.text("name", infrastructure.vault())
                .expression("assume_role_policy", heredoc(BackupRole.assumption())));
    file.block("data \"aws_partition\" \"current\"", ignored -> {});
    file.resource(
        "aws_iam_role_policy_attachment",
        "backups",
        attachment ->
            attachment
                .expression("role", "aws_iam_role.backups.name")
                .expression(
                    "policy_arn",
                    "\"arn:${data.aws_partition.current.partition}:iam::aws:policy/%s\""
                        .formatted(BackupRole.POLICY)));
    infrastructure.backups().forEach(this::backup);
  }

  /** Returns the principals that may assume the role, as an HCL expression. */
  private static String heredoc(JsonTree policy) {
    return "<<-POLICY\n" + policy.print().indent(4) + "  POLICY";
  }

  private void backup(BackupSchedule schedule) {
    var id = ids.snake(schedule.name());
    file.resource(
        "aws_backup_plan",
        id,
        plan ->
            plan.text("name", infrastructure.name() + "-" + schedule.name())
                .block(
                    "rule",
                    rule ->
                        rule.text("rule_name", schedule.name())
                            .expression("target_vault_name", "aws_backup_vault.backups.name")
                            .text("schedule", schedule.cron())
                            .block(
                                "lifecycle",
                                kept -> kept.number("delete_after", schedule.daysKept()))));
    file.resource(
        "aws_backup_selection",
        id,
        selection ->
            selection
                .text("name", schedule.name())
                .expression("plan_id", "aws_backup_plan.%s.id".formatted(id))
                .expression("iam_role_arn", "aws_iam_role.backups.arn")
                .expressions(
                    "resources",
                    schedule.tables().stream().map(table -> reference(table, "arn")).toList()));
  }

  private void alarms() {
    file.resource(
        "aws_sns_topic", "alarms", topic -> topic.text("name", infrastructure.name() + "-alarms"));
    for (var alarm : infrastructure.alarms()) {
      file.resource(
          "aws_cloudwatch_metric_alarm", ids.snake(alarm.name()), body -> alarm(alarm, body));
    }
  }

  private void alarm(CloudWatchAlarm alarm, Hcl out) {
    out.text("alarm_name", alarm.name())
        .text("namespace", CloudWatchAlarm.NAMESPACE)
        .text("metric_name", alarm.metric())
        .text(alarm.isPercentile() ? "extended_statistic" : "statistic", alarm.statistic())
        .number("period", CloudWatchAlarm.PERIOD_SECONDS)
        .number("evaluation_periods", alarm.minutes())
        .number("threshold", alarm.threshold())
        .text("comparison_operator", CloudWatchAlarm.COMPARISON)
        .text("treat_missing_data", CloudWatchAlarm.MISSING)
        .expressions("alarm_actions", List.of("aws_sns_topic.alarms.arn"))
        .map(
            "dimensions",
            dimensions -> {
              dimensions.expression("TableName", reference(alarm.table(), "name"));
              alarm.index().ifPresent(name -> dimensions.text("GlobalSecondaryIndexName", name));
              alarm.operation().ifPresent(name -> dimensions.text("Operation", name));
            });
  }
}
