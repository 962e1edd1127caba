package dev.trestle.model.export;

import dev.trestle.model.Table;
import dev.trestle.model.design.Design;
import dev.trestle.model.export.Infrastructure.BackupSchedule;
import java.util.ArrayList;
import java.util.List;

/** A design as a template of CloudFormation, in JSON. */
public final class CloudFormation {
  private static final String TOPIC = "AlarmTopic";
  private static final String VAULT = "BackupVault";
  private static final String ROLE = "BackupRole";

  private final Infrastructure infrastructure;
  private final Identifiers ids = new Identifiers();
  private final Json.Draft resources = Json.object();

  private CloudFormation(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
  }

  public static String write(Design design) {
    return new CloudFormation(Infrastructure.of(design)).template().print();
  }

  private Json template() {
    infrastructure.tables().forEach(this::table);
    if (infrastructure.hasBackups()) backups();
    if (infrastructure.hasAlarms()) alarms();
    return Json.object()
        .put("AWSTemplateFormatVersion", "2010-09-09")
        .put("Description", "Tables of " + infrastructure.name())
        .put("Resources", resources)
        .done();
  }

  private String id(Table table) {
    return ids.pascal(table.name()) + "Table";
  }

  private void table(Table table) {
    var properties =
        table.replicas().isEmpty() ? TableResource.single(table) : TableResource.global(table);
    var type = table.replicas().isEmpty() ? "AWS::DynamoDB::Table" : "AWS::DynamoDB::GlobalTable";
    var policy = table.importance() == Table.Importance.CRITICAL ? "Retain" : "Delete";
    resources.put(
        id(table),
        Json.object()
            .put("Type", type)
            .put("DeletionPolicy", policy)
            .put("UpdateReplacePolicy", policy)
            .put("Properties", properties));
  }

  private void backups() {
    resources.put(
        VAULT,
        Json.object()
            .put("Type", "AWS::Backup::BackupVault")
            .put("DeletionPolicy", "Retain")
            .put("UpdateReplacePolicy", "Retain")
            .put("Properties", Json.object().put("BackupVaultName", infrastructure.vault())));
    resource(ROLE, "AWS::IAM::Role", BackupRole.properties());
    infrastructure.backups().forEach(this::backup);
  }

  private void backup(BackupSchedule schedule) {
    var id = ids.pascal(schedule.name());
    var rule =
        Json.object()
            .put("RuleName", schedule.name())
            .put("TargetBackupVault", attribute(VAULT, "BackupVaultName"))
            .put("ScheduleExpression", schedule.cron())
            .put("Lifecycle", Json.object().put("DeleteAfterDays", schedule.daysKept()));
    resource(
        id + "Plan",
        "AWS::Backup::BackupPlan",
        Json.object()
            .put(
                "BackupPlan",
                Json.object()
                    .put("BackupPlanName", infrastructure.name() + "-" + schedule.name())
                    .put("BackupPlanRule", Json.array(List.of(rule.done())))));
    var tables = schedule.tables().stream().map(table -> attribute(id(table), "Arn")).toList();
    resource(
        id + "Selection",
        "AWS::Backup::BackupSelection",
        Json.object()
            .put("BackupPlanId", attribute(id + "Plan", "BackupPlanId"))
            .put(
                "BackupSelection",
                Json.object()
                    .put("SelectionName", schedule.name())
                    .put("IamRoleArn", attribute(ROLE, "Arn"))
                    .put("Resources", Json.array(tables))));
  }

  private void alarms() {
    resource(TOPIC, "AWS::SNS::Topic", Json.object());
    infrastructure.alarms().forEach(this::alarm);
  }

  private void alarm(Alarm alarm) {
    var dimensions = new ArrayList<Json>();
    dimensions.add(dimension("TableName", ref(id(alarm.table()))));
    alarm
        .index()
        .ifPresent(name -> dimensions.add(dimension("GlobalSecondaryIndexName", Json.of(name))));
    alarm.operation().ifPresent(name -> dimensions.add(dimension("Operation", Json.of(name))));
    resource(
        ids.pascal(alarm.name()) + "Alarm",
        "AWS::CloudWatch::Alarm",
        Json.object()
            .put("AlarmName", alarm.name())
            .put("Namespace", Alarm.NAMESPACE)
            .put("MetricName", alarm.metric())
            .put("Dimensions", Json.array(dimensions))
            .put(alarm.isPercentile() ? "ExtendedStatistic" : "Statistic", alarm.statistic())
            .put("Period", Alarm.PERIOD_SECONDS)
            .put("EvaluationPeriods", alarm.minutes())
            .put("Threshold", alarm.threshold())
            .put("ComparisonOperator", Alarm.COMPARISON)
            .put("TreatMissingData", Alarm.MISSING)
            .put("AlarmActions", Json.array(List.of(ref(TOPIC)))));
  }

  private void resource(String id, String type, Json.Draft properties) {
    resources.put(id, Json.object().put("Type", type).put("Properties", properties));
  }

  private static Json dimension(String name, Json value) {
    return Json.object().put("Name", name).put("Value", value).done();
  }

  private static Json ref(String id) {
    return Json.object().put("Ref", id).done();
  }

  private static Json attribute(String id, String name) {
    return Json.object().put("Fn::GetAtt", Json.texts(List.of(id, name))).done();
  }
}
