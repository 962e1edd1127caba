package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.export.Infrastructure.BackupSchedule;
import dev.trestle.item.throughput.UnitKind;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Exports a design as a CDK program in TypeScript. */
public final class Cdk {
  private final Infrastructure infrastructure;
  private final Identifiers ids = new Identifiers();
  private final TypeScript out = new TypeScript();

  private Cdk(Infrastructure infrastructure) {
    this.infrastructure = infrastructure;
  }

  public static String write(Design design) {
    return new Cdk(Infrastructure.of(design)).program();
  }

  private String program() {
    imports();
    out.blank().line("const app = new cdk.App();");
    // Replicas must be in other regions than the stack, so the stack's region must be known.
    out.open("const stack = new cdk.Stack(app, %s, {", stackName())
        .line("env: {")
        .line("  account: process.env.CDK_DEFAULT_ACCOUNT,")
        .line("  region: process.env.CDK_DEFAULT_REGION ?? \"us-east-1\",")
        .line("},")
        .close("});");
    for (var table : infrastructure.tables()) {
      out.blank();
      if (table.replicas().isEmpty()) single(table);
      else global(table);
    }
    if (infrastructure.hasBackups()) backups();
    if (infrastructure.hasAlarms()) alarms();
    return out.blank().line("app.synth();").print();
  }

  private void imports() {
    out.line("// Tables of " + infrastructure.name())
        .line("import * as cdk from \"aws-cdk-lib\";")
        .line("import * as dynamodb from \"aws-cdk-lib/aws-dynamodb\";");
    if (infrastructure.hasBackups()) {
      out.line("import * as backup from \"aws-cdk-lib/aws-backup\";")
          .line("import * as events from \"aws-cdk-lib/aws-events\";")
          .line("import * as iam from \"aws-cdk-lib/aws-iam\";");
    }
    if (infrastructure.hasAlarms()) {
      out.line("import * as actions from \"aws-cdk-lib/aws-cloudwatch-actions\";")
          .line("import * as cloudwatch from \"aws-cdk-lib/aws-cloudwatch\";")
          .line("import * as sns from \"aws-cdk-lib/aws-sns\";");
    }
    if (infrastructure.tables().stream()
        .anyMatch(table -> table.encryption() instanceof Encryption.Customer)) {
      out.line("import * as kms from \"aws-cdk-lib/aws-kms\";");
    }
  }

  private String stackName() {
    return TypeScript.quoted(new Identifiers().pascal(infrastructure.name()) + "Stack");
  }

  private String id(Table table) {
    return ids.pascal(table.name()) + "Table";
  }

  private static String variable(String id) {
    return Character.toLowerCase(id.charAt(0)) + id.substring(1);
  }

  private void single(Table table) {
    var id = id(table);
    out.open("const %s = new dynamodb.Table(stack, %s, {", variable(id), TypeScript.quoted(id));
    common(table);
    TableResource.units(table)
        .ifPresentOrElse(
            units -> {
              out.line("billingMode: dynamodb.BillingMode.PROVISIONED,");
              units(units);
            },
            () -> out.line("billingMode: dynamodb.BillingMode.PAY_PER_REQUEST,"));
    table.stream().ifPresent(view -> out.line("stream: dynamodb.StreamViewType.%s,", view));
    switch (table.encryption()) {
      case Encryption.Owned() -> {}
      case Encryption.Managed() -> out.line("encryption: dynamodb.TableEncryption.AWS_MANAGED,");
      case Encryption.Customer(var arn) ->
          out.line("encryption: dynamodb.TableEncryption.CUSTOMER_MANAGED,")
              .line("encryptionKey: %s,", key(id + "Key", arn));
    }
    out.close("});");
    for (var index : table.indexes()) {
      boolean global = index.scope() == TableIndex.Scope.GLOBAL;
      out.open(
          "%s.%s({", variable(id), global ? "addGlobalSecondaryIndex" : "addLocalSecondaryIndex");
      index(index);
      if (global) {
        table.provisioned(index).ifPresent(units -> units(units.throughput()));
      }
      out.close("});");
    }
    ScalableUnits.of(table).forEach(units -> scaling(variable(id), units));
  }

  private void scaling(String table, ScalableUnits units) {
    var of =
        units
            .index()
            .map(name ->
                "GlobalSecondaryIndex%sCapacity(%s, "
                    .formatted(units.word(), TypeScript.quoted(name)))
            .orElse(units.word() + "Capacity(");
    var scaling = variable(ids.pascal(units.name()));
    out.open("const %s = %s.autoScale%s{", scaling, table, of)
        .line("minCapacity: %d,", units.minimum())
        .line("maxCapacity: %d,", units.maximum())
        .close("});")
        .open("%s.scaleOnUtilization({", scaling)
        .line("policyName: %s,", TypeScript.quoted(units.name()))
        .line("targetUtilizationPercent: %d,", units.targetPercent())
        .close("});");
  }

  private void units(Throughput units) {
    out.line("readCapacity: %d,", units.read()).line("writeCapacity: %d,", units.write());
  }

  /** Properties that both constructs have. */
  private void common(Table table) {
    out.line("tableName: %s,", TypeScript.quoted(table.name()))
        .line("partitionKey: %s,", key(table.partition()));
    table.sort().ifPresent(key -> out.line("sortKey: %s,", key(key)));
    table
        .timeToLive()
        .ifPresent(attribute -> out.line("timeToLiveAttribute: %s,", TypeScript.quoted(attribute)));
    if (table.recovery()) {
      out.line("pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },");
    }
    out.line("deletionProtection: %s,", table.deletionProtection())
        .line(
            "removalPolicy: cdk.RemovalPolicy.%s,",
            table.importance() == Table.Importance.CRITICAL ? "RETAIN" : "DESTROY");
  }

  private void index(TableIndex index) {
    out.line("indexName: %s,", TypeScript.quoted(index.name()));
    if (index.scope() == TableIndex.Scope.GLOBAL) {
      out.line("partitionKey: %s,", key(index.partition()));
    }
    index.sort().ifPresent(key -> out.line("sortKey: %s,", key(key)));
    switch (index.projection()) {
      case Projection.All() -> out.line("projectionType: dynamodb.ProjectionType.ALL,");
      case Projection.KeysOnly() -> out.line("projectionType: dynamodb.ProjectionType.KEYS_ONLY,");
      case Projection.Include(var attributes) ->
          out.line("projectionType: dynamodb.ProjectionType.INCLUDE,")
              .line("nonKeyAttributes: %s,", TypeScript.texts(attributes));
    }
  }

  private static String key(KeyAttribute key) {
    var type =
        switch (key.type()) {
          case N -> "NUMBER";
          case B -> "BINARY";
          case S, BOOL, NULL, SS, NS, BS, L, M -> "STRING";
        };
    return "{ name: %s, type: dynamodb.AttributeType.%s }"
        .formatted(TypeScript.quoted(key.name()), type);
  }

  private static String key(String id, String arn) {
    return "kms.Key.fromKeyArn(stack, %s, %s)"
        .formatted(TypeScript.quoted(id), TypeScript.quoted(arn));
  }

  private void global(Table table) {
    var id = id(table);
    out.open("const %s = new dynamodb.TableV2(stack, %s, {", variable(id), TypeScript.quoted(id));
    common(table);
    out.line("dynamoStream: dynamodb.StreamViewType.%s,", StreamView.NEW_AND_OLD_IMAGES)
        .line("billing: %s,", billing(table));
    switch (table.encryption()) {
      case Encryption.Owned() ->
          out.line("encryption: dynamodb.TableEncryptionV2.dynamoOwnedKey(),");
      case Encryption.Managed() ->
          out.line("encryption: dynamodb.TableEncryptionV2.awsManagedKey(),");
      case Encryption.Customer(var arn) -> {
        out.open("encryption: dynamodb.TableEncryptionV2.customerManagedKey(")
            .line("%s,", key(id + "Key", arn))
            .open("{");
        for (var region : table.replicas()) {
          out.line(
              "%s: %s,",
              TypeScript.quoted(region), TypeScript.quoted(Infrastructure.keyIn(region, arn)));
        }
        out.close("},").close("),");
      }
    }
    indexes(table);
    out.open("replicas: [");
    for (var region : table.replicas()) {
      out.line("{ region: %s },", TypeScript.quoted(region));
    }
    out.close("],").close("});");
  }

  private void indexes(Table table) {
    for (var scope : TableIndex.Scope.values()) {
      var indexes = TableResource.indexes(table, scope);
      if (indexes.isEmpty()) continue;
      boolean global = scope == TableIndex.Scope.GLOBAL;
      out.open(global ? "globalSecondaryIndexes: [" : "localSecondaryIndexes: [");
      for (var index : indexes) {
        out.open("{");
        index(index);
        if (global) {
          for (var units : scalable(table, Optional.of(index.name()))) {
            out.line("%sCapacity: %s,", units.word().toLowerCase(Locale.ROOT), capacity(units));
          }
        }
        out.close("},");
      }
      out.close("],");
    }
  }

  private static String billing(Table table) {
    var units = scalable(table, Optional.empty());
    if (units.isEmpty()) return "dynamodb.Billing.onDemand()";
    return "dynamodb.Billing.provisioned({ readCapacity: %s, writeCapacity: %s })"
        .formatted(capacity(units.getFirst()), capacity(units.getLast()));
  }

  /** Returns the read and the write units of a table or an index; none if it is on demand. */
  private static List<ScalableUnits> scalable(Table table, Optional<String> index) {
    return ScalableUnits.all(table).stream().filter(units -> units.index().equals(index)).toList();
  }

  /** A global table's write units can only be scaled. Equal bounds keep them constant. */
  private static String capacity(ScalableUnits units) {
    boolean isScaled = units.kind() == UnitKind.WRITE || units.minimum() < units.maximum();
    if (!isScaled) return "dynamodb.Capacity.fixed(%d)".formatted(units.minimum());
    return "dynamodb.Capacity.autoscaled({ minCapacity: %d, maxCapacity: %d, targetUtilizationPercent: %d })"
        .formatted(units.minimum(), units.maximum(), units.targetPercent());
  }

  private void backups() {
    out.blank()
        .open("const backupVault = new backup.BackupVault(stack, \"BackupVault\", {")
        .line("backupVaultName: %s,", TypeScript.quoted(infrastructure.vault()))
        .close("});")
        .open("const backupRole = new iam.Role(stack, \"BackupRole\", {")
        .line("assumedBy: new iam.ServicePrincipal(%s),", TypeScript.quoted(BackupRole.SERVICE))
        .close("});");
    infrastructure.backups().forEach(this::backup);
  }

  private void backup(BackupSchedule schedule) {
    var id = ids.pascal(schedule.name());
    var name = TypeScript.quoted(schedule.name());
    out.blank()
        .open(
            "const %sPlan = new backup.BackupPlan(stack, %s, {",
            variable(id), TypeScript.quoted(id + "Plan"))
        .line(
            "backupPlanName: %s,", TypeScript.quoted(infrastructure.name() + "-" + schedule.name()))
        .line("backupVault,")
        .open("backupPlanRules: [")
        .open("new backup.BackupPlanRule({")
        .line("ruleName: %s,", name)
        .line(
            "scheduleExpression: events.Schedule.expression(%s),",
            TypeScript.quoted(schedule.cron()))
        .line("deleteAfter: cdk.Duration.days(%d),", schedule.daysKept())
        .close("}),")
        .close("],")
        .close("});")
        .open("%sPlan.addSelection(%s, {", variable(id), TypeScript.quoted(id + "Selection"))
        .line("backupSelectionName: %s,", name)
        .line("role: backupRole,")
        .open("resources: [");
    for (var table : schedule.tables()) {
      out.line("backup.BackupResource.fromArn(%s.tableArn),", variable(id(table)));
    }
    out.close("],").close("});");
  }

  private void alarms() {
    out.blank()
        .line("const alarmTopic = new sns.Topic(stack, \"AlarmTopic\");")
        .line("const alarmAction = new actions.SnsAction(alarmTopic);");
    infrastructure.alarms().forEach(this::alarm);
  }

  private void alarm(CloudWatchAlarm alarm) {
    out.blank()
        .open(
            "new cloudwatch.Alarm(stack, %s, {",
            TypeScript.quoted(ids.pascal(alarm.name()) + "Alarm"))
        .line("alarmName: %s,", TypeScript.quoted(alarm.name()))
        .open("metric: new cloudwatch.Metric({")
        .line("namespace: %s,", TypeScript.quoted(CloudWatchAlarm.NAMESPACE))
        .line("metricName: %s,", TypeScript.quoted(alarm.metric()))
        .open("dimensionsMap: {")
        .line("TableName: %s.tableName,", variable(id(alarm.table())));
    alarm
        .index()
        .ifPresent(name -> out.line("GlobalSecondaryIndexName: %s,", TypeScript.quoted(name)));
    alarm.operation().ifPresent(name -> out.line("Operation: %s,", TypeScript.quoted(name)));
    out.close("},")
        .line("statistic: %s,", TypeScript.quoted(alarm.statistic()))
        .line("period: cdk.Duration.seconds(%d),", CloudWatchAlarm.PERIOD_SECONDS)
        .close("}),")
        .line("threshold: %s,", TypeScript.number(alarm.threshold()))
        .line("evaluationPeriods: %d,", alarm.minutes())
        .line("comparisonOperator: cloudwatch.ComparisonOperator.GREATER_THAN_THRESHOLD,")
        .line("treatMissingData: cloudwatch.TreatMissingData.NOT_BREACHING,")
        .close("}).addAlarmAction(alarmAction);");
  }
}
