package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.SchemaConstraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexUpdate;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.request.TableParameters.WarmThroughput;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.result.TableDescription.Warm;
import dev.trestle.engine.schema.IndexUpdates;
import dev.trestle.engine.schema.MaximumRules;
import dev.trestle.engine.schema.TableSettings;
import dev.trestle.engine.schema.ThroughputRules;
import dev.trestle.engine.schema.WarmRules;
import dev.trestle.engine.table.MaximumUnits;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinitionBuilder;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** UpdateTable: changes a table. The result shows the table during the change, as in DynamoDB. */
public record UpdateTable(
    @Nullable String tableName,
    @Nullable List<AttributeDefinition> attributeDefinitions,
    @Nullable List<IndexUpdate> globalSecondaryIndexUpdates,
    @Nullable String billingMode,
    @Nullable ProvisionedThroughput provisionedThroughput,
    @Nullable OnDemandThroughput onDemandThroughput,
    @Nullable WarmThroughput warmThroughput,
    @Nullable StreamSpecification streamSpecification,
    @Nullable EncryptionSpecification encryption,
    @Nullable String tableClass,
    @Nullable Boolean deletionProtectionEnabled)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(OperationContext context) {
    checkConstraints();
    checkWithoutTable();
    var name = TableNames.resolve(given(tableName));
    var table = context.tableNamed(name);
    var alteration = context.catalog().alter(table, definition -> changed(context, definition));
    var before = alteration.before();
    var after = alteration.after();
    var shown = indexUpdates().shown(before, after);
    if (before.billing() == after.billing() && provisionedThroughput != null) {
      shown = shown.toBuilder().provisioned(before.throughput()).build();
    }
    shown = shown.toBuilder().maximum(maximum(before, after.billing())).build();
    return TableDescription.of(context.region(), table, shown, status(after), warm(before, after));
  }

  /** Returns the warm throughput during the change. */
  private Map<Integer, Warm> warm(TableDefinition before, TableDefinition after) {
    var shown = TableDescription.warm(before);
    if (WarmRules.isGiven(warmThroughput)) {
      shown.put(before.id(), new Warm(before.warm(), true));
    }
    for (var name : indexUpdates().warmed()) {
      var index = before.index(name).or(() -> after.index(name)).orElseThrow();
      shown.put(index.id(), new Warm(index.warm(), true));
    }
    return shown;
  }

  private void checkConstraints() {
    var constraints = new Constraints();
    var schema = new SchemaConstraints(constraints);
    schema.attributes(attributeDefinitions);
    constraints
        .name("tableName", tableName)
        .oneOf("billingMode", billingMode, "PROVISIONED", "PAY_PER_REQUEST");
    schema.throughput("provisionedThroughput", provisionedThroughput);
    indexUpdates().constrain(constraints);
    TableSettings.constrain(constraints, streamSpecification, encryption);
    constraints.check();
  }

  /** Runs the checks that do not need the table. */
  private void checkWithoutTable() {
    checkCombination();
    if (streamSpecification != null) {
      TableSettings.streamOfTable(streamSpecification);
    }
    TableSettings.tableClass(tableClass);
    TableSettings.isEncrypted(encryption);
    if (isProvisioned() && provisionedThroughput == null) {
      throw invalid("ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    }
    if (provisionedThroughput != null) ThroughputRules.requireInBounds(provisionedThroughput);
    indexUpdates().check();
    boolean units = provisionedThroughput != null || isProvisioned();
    if (units && streamSpecification != null) {
      throw invalid("You cannot modify stream status while updating table IOPS");
    }
    if (!indexUpdates().createOrDelete()) return;
    if (provisionedThroughput != null) {
      throw invalid("You cannot create or delete index while updating table IOPS");
    }
    if (streamSpecification != null) {
      throw invalid("You cannot create or delete index while changing stream status");
    }
  }

  /** Rejects a request without changes, and changes that cannot be combined. */
  private void checkCombination() {
    boolean indexes = globalSecondaryIndexUpdates != null && !globalSecondaryIndexUpdates.isEmpty();
    long concerns =
        Stream.of(
                    provisionedThroughput,
                    billingMode,
                    streamSpecification,
                    encryption,
                    tableClass,
                    deletionProtectionEnabled)
                .filter(Objects::nonNull)
                .count()
            + (indexes ? 1 : 0)
            + (MaximumRules.isGiven(onDemandThroughput) ? 1 : 0)
            + (WarmRules.isGiven(warmThroughput) ? 1 : 0);
    if (concerns == 0) {
      throw new ValidationException(
          "At least one of ProvisionedThroughput, BillingMode, UpdateStreamEnabled,"
              + " GlobalSecondaryIndexUpdates, SSESpecification, ReplicaUpdates,"
              + " MultiAccountReplicaReady, ReplicaTransitRoleArn, MultiRegionConsistency,"
              + " DeletionProtectionEnabled, OnDemandThroughput, WarmThroughput or TableClass is"
              + " required");
    }
    if (concerns > 1) {
      requireAlone(encryption, "Server-Side Encryption");
      requireAlone(tableClass, "TableClass");
      requireAlone(deletionProtectionEnabled, "DeletionProtection");
      checkMaximumAndWarm();
    }
    if (globalSecondaryIndexUpdates != null && !indexes) {
      throw invalid("List of GlobalSecondaryIndexUpdates is empty");
    }
  }

  /** Rejects what cannot be combined with a maximum or a warm throughput. */
  private void checkMaximumAndWarm() {
    boolean warm = WarmRules.isGiven(warmThroughput);
    if (MaximumRules.isGiven(onDemandThroughput) && (warm || streamSpecification != null)) {
      throw invalid(
          "OnDemandThroughput can only be combined with BillingMode in an UpdateTable request");
    }
    if (!warm) return;
    if (indexUpdates().create()) {
      throw invalid(
          "Create global secondary index cannot be specified when updating WarmThroughput");
    }
    boolean other =
        provisionedThroughput != null || billingMode != null || streamSpecification != null;
    if (other || indexUpdates().createOrDelete()) {
      throw invalid("WarmThroughput must be the only operation in the request");
    }
  }

  private static void requireAlone(@Nullable Object member, String name) {
    if (member != null) {
      throw invalid(name + " modification must be the only operation in the request");
    }
  }

  private TableDefinition changed(OperationContext context, TableDefinition before) {
    indexUpdates().requireOneAtATime(before);
    var billing = billingMode == null ? before.billing() : BillingMode.valueOf(billingMode);
    var builder = before.toBuilder();
    switch (billing) {
      case PAY_PER_REQUEST -> {
        if (provisionedThroughput != null) throw ThroughputRules.perRequest();
        builder.onDemand(context.now());
      }
      case PROVISIONED -> provision(builder, before);
    }
    builder.maximum(maximum(before, billing).withoutRemoved());
    builder.warm(WarmRules.ofTable(before.warm(), warmThroughput));
    builder.indexes(indexUpdates().apply(context, before, billing, billingMode != null));
    if (streamSpecification != null) builder.stream(stream(context, before, streamSpecification));
    TableSettings.tableClass(tableClass).ifPresent(builder::tableClass);
    if (deletionProtectionEnabled != null) builder.deletionProtection(deletionProtectionEnabled);
    if (encryption != null) builder.encryptedByCustomerKey(encrypt(before, encryption));
    var after = builder.build();
    ThroughputRules.requireWithinQuota(context, after);
    MaximumRules.requireWithinQuota(context, after);
    WarmRules.requireWithinQuota(context, after);
    return after;
  }

  /** Returns the maximum after the update, with what it removes. */
  private MaximumUnits maximum(TableDefinition before, BillingMode billing) {
    return MaximumRules.ofTable(before.maximum(), onDemandThroughput, billing);
  }

  private void provision(TableDefinitionBuilder builder, TableDefinition before) {
    if (provisionedThroughput == null) return;
    var throughput = ThroughputRules.of(provisionedThroughput);
    if (before.billing() == BillingMode.PROVISIONED) {
      ThroughputRules.requireChange(before.throughput(), throughput);
    }
    builder.provisioned(throughput);
  }

  private static Optional<StreamSettings> stream(
      OperationContext context, TableDefinition before, StreamSpecification specification) {
    var view = TableSettings.streamOfTable(specification);
    var current = before.stream().filter(StreamSettings::enabled);
    if (view.isPresent()) {
      if (current.isPresent()) {
        throw new ValidationException(
            "Table already has an enabled stream: TableName: " + before.name());
      }
      return Optional.of(TableSettings.newStream(context, view.get(), before.stream()));
    }
    if (current.isEmpty()) {
      throw new ValidationException("Table has no stream to disable: TableName: " + before.name());
    }
    return current.map(StreamSettings::disabled);
  }

  private static boolean encrypt(TableDefinition before, EncryptionSpecification encryption) {
    boolean encrypted = TableSettings.isEncrypted(encryption);
    if (!encrypted && !before.encryptedByCustomerKey()) {
      throw invalid("Table is already encrypted by default");
    }
    return encrypted;
  }

  private Status status(TableDefinition after) {
    boolean updating =
        provisionedThroughput != null
            || billingMode != null
            || streamSpecification != null
            || tableClass != null
            || indexUpdates().createOrDelete()
            || !TableDescription.isStable(after);
    return updating ? Status.UPDATING : Status.ACTIVE;
  }

  private boolean isProvisioned() {
    return "PROVISIONED".equals(billingMode);
  }

  private IndexUpdates indexUpdates() {
    return new IndexUpdates(
        globalSecondaryIndexUpdates == null ? List.of() : globalSecondaryIndexUpdates,
        Optional.ofNullable(attributeDefinitions));
  }

  private static ValidationException invalid(String what) {
    return new ValidationException("One or more parameter values were invalid: " + what);
  }
}
