package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableDescription.Status;
import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.IndexUpdate;
import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDraft;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** UpdateTable. The answer shows the table as DynamoDB does, on its way to the new settings. */
public record UpdateTable(
    @Nullable String tableName,
    @Nullable List<AttributeDefinition> attributeDefinitions,
    @Nullable List<IndexUpdate> globalSecondaryIndexUpdates,
    @Nullable String billingMode,
    @Nullable ProvisionedThroughput provisionedThroughput,
    @Nullable StreamSpecification streamSpecification,
    @Nullable EncryptionSpecification encryption,
    @Nullable String tableClass,
    @Nullable Boolean deletionProtectionEnabled)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(Kernel kernel) {
    checkConstraints();
    checkTogether();
    var name = TableNames.resolve(given(tableName));
    var table = TableNames.requireNamed(kernel, name);
    var alteration = kernel.catalog().alter(table, definition -> changed(kernel, definition));
    var before = alteration.before();
    var after = alteration.after();
    var shown = indexUpdates().shown(before, after);
    if (before.billing() == after.billing() && provisionedThroughput != null) {
      shown = shown.change().provisioned(before.throughput()).done();
    }
    return TableDescription.of(kernel, table, shown, status(after));
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

  /** What can be wrong whatever the table is like. */
  private void checkTogether() {
    requireOneConcern();
    if (streamSpecification != null) {
      var _ = TableSettings.streamOfTable(streamSpecification);
    }
    var _ = TableSettings.tableClass(tableClass);
    var _ = TableSettings.isEncrypted(encryption);
    if (isProvisioned() && provisionedThroughput == null) {
      throw invalid("ProvisionedThroughput must be specified when BillingMode is PROVISIONED");
    }
    if (provisionedThroughput != null) Capacities.requireInBounds(provisionedThroughput);
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

  /** Refuses a request without a change, and changes that do not go together. */
  private void requireOneConcern() {
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
            + (indexes ? 1 : 0);
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
    }
    if (globalSecondaryIndexUpdates != null && !indexes) {
      throw invalid("List of GlobalSecondaryIndexUpdates is empty");
    }
  }

  private static void requireAlone(@Nullable Object member, String name) {
    if (member != null) {
      throw invalid(name + " modification must be the only operation in the request");
    }
  }

  private TableDefinition changed(Kernel kernel, TableDefinition before) {
    indexUpdates().requireOneAtATime(before);
    var billing = billingMode == null ? before.billing() : BillingMode.valueOf(billingMode);
    var draft = before.change();
    switch (billing) {
      case PAY_PER_REQUEST -> {
        if (provisionedThroughput != null) throw Capacities.perRequest();
        draft.onDemand(kernel.now());
      }
      case PROVISIONED -> provision(draft, before);
    }
    draft.indexes(indexUpdates().apply(kernel, before, billing, billingMode != null));
    if (streamSpecification != null) draft.stream(stream(kernel, before, streamSpecification));
    TableSettings.tableClass(tableClass).ifPresent(draft::tableClass);
    if (deletionProtectionEnabled != null) draft.deletionProtection(deletionProtectionEnabled);
    if (encryption != null) draft.encryptedByCustomerKey(encrypt(before, encryption));
    var after = draft.done();
    Capacities.requireWithinQuota(kernel, after);
    return after;
  }

  private void provision(TableDraft draft, TableDefinition before) {
    if (provisionedThroughput == null) return;
    var throughput = Capacities.of(provisionedThroughput);
    if (before.billing() == BillingMode.PROVISIONED) {
      Capacities.requireChange(before.throughput(), throughput);
    }
    draft.provisioned(throughput);
  }

  private static Optional<StreamSettings> stream(
      Kernel kernel, TableDefinition before, StreamSpecification specification) {
    var view = TableSettings.streamOfTable(specification);
    var current = before.stream().filter(StreamSettings::enabled);
    if (view.isPresent()) {
      if (current.isPresent()) {
        throw new ValidationException(
            "Table already has an enabled stream: TableName: " + before.name());
      }
      return Optional.of(TableSettings.newStream(kernel, view.get(), before.stream()));
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
            || !TableDescription.isSettled(after);
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
