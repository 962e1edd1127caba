package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.export.Infrastructure.BackupSchedule;
import dev.trestle.model.Table;
import java.util.ArrayList;
import java.util.List;

/** Exports a design as a CloudFormation template in JSON, and reads templates in JSON or YAML. */
public final class CloudFormation {
  private static final String TOPIC = "AlarmTopic";
  private static final String VAULT = "BackupVault";
  private static final String ROLE = "BackupRole";

  private final Infrastructure infrastructure;
  private final Identifiers ids = new Identifiers();
  private final JsonTree.Draft resources = JsonTree.object();

  private CloudFormation(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
  }

  public static String write(Design design) {
    return new CloudFormation(Infrastructure.of(design)).template().print();
  }

  /**
   * Returns the tables that a template in JSON or YAML declares. A table whose name is computed has
   * the id of its resource; what a template cannot say of a table has its default.
   *
   * @param file the file's name, for messages
   * @throws UnreadableFileException if it is no template, or has no table
   */
  public static List<Table> read(String template, String file) {
    var json = template.stripLeading().startsWith("{");
    var document = json ? JsonTree.parse(template) : YamlText.parse(template);
    return CloudFormationReader.read(JsonField.root(document), file);
  }

  private JsonTree template() {
    infrastructure.tables().forEach(this::table);
    infrastructure.scaling().forEach(this::scaling);
    if (infrastructure.hasBackups()) backups();
    if (infrastructure.hasAlarms()) alarms();
    return JsonTree.object()
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
        JsonTree.object()
            .put("Type", type)
            .put("DeletionPolicy", policy)
            .put("UpdateReplacePolicy", policy)
            .put("Properties", properties));
  }

  private void scaling(ScalableUnits units) {
    var id = ids.pascal(units.name());
    var path = new ArrayList<JsonTree>();
    path.add(JsonTree.of("table/"));
    path.add(ref(id(units.table())));
    if (units.index().isPresent()) path.add(JsonTree.of(units.path()));
    var resource = JsonTree.array(List.of(JsonTree.of(""), JsonTree.array(path)));
    resource(
        id + "Target",
        "AWS::ApplicationAutoScaling::ScalableTarget",
        JsonTree.object()
            .put("ServiceNamespace", ScalableUnits.NAMESPACE)
            .put("ResourceId", JsonTree.object().put("Fn::Join", resource))
            .put("ScalableDimension", units.dimension())
            .put("MinCapacity", units.minimum())
            .put("MaxCapacity", units.maximum()));
    resource(
        id + "Policy",
        "AWS::ApplicationAutoScaling::ScalingPolicy",
        JsonTree.object()
            .put("PolicyName", units.name())
            .put("PolicyType", ScalableUnits.POLICY_TYPE)
            .put("ScalingTargetId", ref(id + "Target"))
            .put(
                "TargetTrackingScalingPolicyConfiguration",
                JsonTree.object()
                    .put(
                        "PredefinedMetricSpecification",
                        JsonTree.object().put("PredefinedMetricType", units.metric()))
                    .put("TargetValue", units.targetPercent())));
  }

  private void backups() {
    resources.put(
        VAULT,
        JsonTree.object()
            .put("Type", "AWS::Backup::BackupVault")
            .put("DeletionPolicy", "Retain")
            .put("UpdateReplacePolicy", "Retain")
            .put("Properties", JsonTree.object().put("BackupVaultName", infrastructure.vault())));
    resource(ROLE, "AWS::IAM::Role", BackupRole.properties());
    infrastructure.backups().forEach(this::backup);
  }

  private void backup(BackupSchedule schedule) {
    var id = ids.pascal(schedule.name());
    var rule =
        JsonTree.object()
            .put("RuleName", schedule.name())
            .put("TargetBackupVault", attribute(VAULT, "BackupVaultName"))
            .put("ScheduleExpression", schedule.cron())
            .put("Lifecycle", JsonTree.object().put("DeleteAfterDays", schedule.daysKept()));
    resource(
        id + "Plan",
        "AWS::Backup::BackupPlan",
        JsonTree.object()
            .put(
                "BackupPlan",
                JsonTree.object()
                    .put("BackupPlanName", infrastructure.name() + "-" + schedule.name())
                    .put("BackupPlanRule", JsonTree.array(List.of(rule.done())))));
    var tables = schedule.tables().stream().map(table -> attribute(id(table), "Arn")).toList();
    resource(
        id + "Selection",
        "AWS::Backup::BackupSelection",
        JsonTree.object()
            .put("BackupPlanId", attribute(id + "Plan", "BackupPlanId"))
            .put(
                "BackupSelection",
                JsonTree.object()
                    .put("SelectionName", schedule.name())
                    .put("IamRoleArn", attribute(ROLE, "Arn"))
                    .put("Resources", JsonTree.array(tables))));
  }

  private void alarms() {
    resource(TOPIC, "AWS::SNS::Topic", JsonTree.object());
    infrastructure.alarms().forEach(this::alarm);
  }

  private void alarm(CloudWatchAlarm alarm) {
    var dimensions = new ArrayList<JsonTree>();
    dimensions.add(dimension("TableName", ref(id(alarm.table()))));
    alarm
        .index()
        .ifPresent(
            name -> dimensions.add(dimension("GlobalSecondaryIndexName", JsonTree.of(name))));
    alarm.operation().ifPresent(name -> dimensions.add(dimension("Operation", JsonTree.of(name))));
    resource(
        ids.pascal(alarm.name()) + "Alarm",
        "AWS::CloudWatch::Alarm",
        JsonTree.object()
            .put("AlarmName", alarm.name())
            .put("Namespace", CloudWatchAlarm.NAMESPACE)
            .put("MetricName", alarm.metric())
            .put("Dimensions", JsonTree.array(dimensions))
            .put(alarm.isPercentile() ? "ExtendedStatistic" : "Statistic", alarm.statistic())
            .put("Period", CloudWatchAlarm.PERIOD_SECONDS)
            .put("EvaluationPeriods", alarm.minutes())
            .put("Threshold", alarm.threshold())
            .put("ComparisonOperator", CloudWatchAlarm.COMPARISON)
            .put("TreatMissingData", CloudWatchAlarm.MISSING)
            .put("AlarmActions", JsonTree.array(List.of(ref(TOPIC)))));
  }

  private void resource(String id, String type, JsonTree.Draft properties) {
    resources.put(id, JsonTree.object().put("Type", type).put("Properties", properties));
  }

  private static JsonTree dimension(String name, JsonTree value) {
    return JsonTree.object().put("Name", name).put("Value", value).done();
  }

  private static JsonTree ref(String id) {
    return JsonTree.object().put("Ref", id).done();
  }

  private static JsonTree attribute(String id, String name) {
    return JsonTree.object().put("Fn::GetAtt", JsonTree.texts(List.of(id, name))).done();
  }
}
