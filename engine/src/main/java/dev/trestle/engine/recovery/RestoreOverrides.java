package dev.trestle.engine.recovery;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.schema.MaximumRules;
import dev.trestle.engine.schema.TableSettings;
import dev.trestle.engine.schema.ThroughputRules;
import dev.trestle.engine.schema.WarmRules;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.RestoreSummary;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinitionBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a restored table that differ from its source's. Null keeps the source's setting.
 */
public record RestoreOverrides(
    @Nullable String billingMode,
    @Nullable List<IndexSpecification> globalIndexes,
    @Nullable List<IndexSpecification> localIndexes,
    @Nullable ProvisionedThroughput throughput,
    @Nullable OnDemandThroughput maximum,
    @Nullable EncryptionSpecification encryption) {

  /**
   * Returns the definition of the restored table. As in DynamoDB it has the source's keys, indexes,
   * encryption and capacity, but not its warm throughput, table class, stream, time to live, tags,
   * recovery and deletion protection.
   */
  public TableDefinition definition(
      OperationContext context, TableDefinition source, String name, RestoreSummary summary) {
    var now = context.now();
    var billing = billingMode == null ? source.billing() : BillingMode.valueOf(billingMode);
    var builder =
        new TableDefinitionBuilder(
                context.catalog().newId(), name, UUID.randomUUID().toString(), now, source.keys())
            .indexes(indexes(context, source, billing))
            .restore(Optional.of(summary))
            .encryptedByCustomerKey(
                encryption == null
                    ? source.encryptedByCustomerKey()
                    : TableSettings.isEncrypted(encryption));
    builder.maximum(MaximumRules.ofRestoredTable(source.maximum(), maximum, billing));
    checkThroughput(billing);
    if (billing == BillingMode.PAY_PER_REQUEST) builder.onDemand(now);
    else builder.provisioned(units(throughput, source.throughput()));
    var definition = builder.build();
    ThroughputRules.requireWithinQuota(context, definition);
    MaximumRules.requireWithinQuota(context, definition);
    WarmRules.requireWithinQuota(context, definition);
    return definition;
  }

  private void checkThroughput(BillingMode billing) {
    if (billingMode != null && billing == BillingMode.PROVISIONED && throughput == null) {
      throw invalid(
          "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");
    }
    if (billing == BillingMode.PROVISIONED || throughput == null) return;
    throw invalid(
        billingMode == null
            ? "Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED"
            : "Cannot override ProvisionedThroughput if BillingMode is overridden to"
                + " PAY_PER_REQUEST");
  }

  private static ValidationException invalid(String why) {
    return new ValidationException("Invalid Request: " + why);
  }

  private List<SecondaryIndex> indexes(
      OperationContext context, TableDefinition source, BillingMode billing) {
    requireKnown(globalIndexes, source.globalIndexes());
    requireKnown(localIndexes, source.localIndexes());
    var indexes = new ArrayList<SecondaryIndex>();
    for (var index : source.indexes()) {
      var wanted = index.isGlobal() ? globalIndexes : localIndexes;
      var override = find(wanted, index.name());
      if (wanted != null && override.isEmpty()) continue;
      indexes.add(restored(context, index, override, billing));
    }
    return indexes;
  }

  private static SecondaryIndex restored(
      OperationContext context,
      SecondaryIndex index,
      Optional<IndexSpecification> override,
      BillingMode billing) {
    boolean hasUnits = index.isGlobal() && billing == BillingMode.PROVISIONED;
    var given = override.map(IndexSpecification::throughput).orElse(null);
    if (hasUnits && given == null && index.throughput().equals(ProvisionedUnits.ON_DEMAND)) {
      throw invalid("Must specify provisioned throughput for index " + index.name());
    }
    var units = hasUnits ? units(given, index.throughput()) : ProvisionedUnits.ON_DEMAND;
    var warm = override.map(IndexSpecification::warm).orElse(null);
    var most = override.map(IndexSpecification::maximum).orElse(null);
    return new SecondaryIndex(
        context.catalog().newId(),
        index.name(),
        index.scope(),
        index.keys(),
        index.projection(),
        units,
        MaximumRules.ofRestoredIndex(index.name(), index.maximum(), most, billing),
        WarmRules.ofNewIndex(index.name(), warm, units),
        SecondaryIndex.State.ACTIVE);
  }

  private static ProvisionedUnits units(
      @Nullable ProvisionedThroughput given, ProvisionedUnits source) {
    if (given == null) return source;
    ThroughputRules.requireInBounds(given);
    return ThroughputRules.of(given);
  }

  private static Optional<IndexSpecification> find(
      @Nullable List<IndexSpecification> indexes, String name) {
    if (indexes == null) return Optional.empty();
    return indexes.stream().filter(each -> name.equals(each.indexName())).findFirst();
  }

  private static void requireKnown(
      @Nullable List<IndexSpecification> wanted, List<SecondaryIndex> source) {
    if (wanted == null) return;
    for (var each : wanted) {
      var name = given(each.indexName());
      if (source.stream().noneMatch(index -> index.name().equals(name))) {
        throw invalid(
            "Index "
                + name
                + " does not match a secondary index that existed in the source table and cannot be"
                + " created during the restore operation");
      }
    }
  }
}
