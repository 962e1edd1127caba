package dev.trestle.engine.recovery;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.SchemaConstraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.schema.IndexSpecifications;
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
import java.util.HashSet;
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

  /** Adds the constraints of DynamoDB's service model. */
  public void constrain(Constraints constraints) {
    constraints.oneOf("billingModeOverride", billingMode, "PROVISIONED", "PAY_PER_REQUEST");
    var schema = new SchemaConstraints(constraints);
    schema.throughput("provisionedThroughputOverride", throughput);
    schema.indexes("globalSecondaryIndexOverride", globalIndexes, true);
    schema.indexes("localSecondaryIndexOverride", localIndexes, false);
  }

  private void checkThroughput(BillingMode billing) {
    if (billingMode != null && billing == BillingMode.PROVISIONED && throughput == null) {
      throw invalid(
          "Must override ProvisionedThroughput if BillingMode is overridden to PROVISIONED");
    }
    if (billing == BillingMode.PAY_PER_REQUEST && throughput != null) throw notProvisioned("");
  }

  private ValidationException notProvisioned(String whose) {
    return invalid(
        billingMode == null
            ? "Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED" + whose
            : "Cannot override ProvisionedThroughput if BillingMode is overridden to"
                + " PAY_PER_REQUEST"
                + whose);
  }

  private static ValidationException invalid(String why) {
    return new ValidationException("Invalid Request: " + why);
  }

  private List<SecondaryIndex> indexes(
      OperationContext context, TableDefinition source, BillingMode billing) {
    var indexes = new ArrayList<SecondaryIndex>();
    add(indexes, context, source.globalIndexes(), globalIndexes, billing);
    add(indexes, context, source.localIndexes(), localIndexes, billing);
    var names = new HashSet<String>();
    for (var index : indexes) {
      if (names.add(index.name())) continue;
      throw new ValidationException(
          "One or more parameter values were invalid: Duplicate index name: " + index.name());
    }
    return indexes;
  }

  private void add(
      List<SecondaryIndex> indexes,
      OperationContext context,
      List<SecondaryIndex> source,
      @Nullable List<IndexSpecification> wanted,
      BillingMode billing) {
    if (wanted == null) {
      for (var index : source) indexes.add(restored(context, index, Optional.empty(), billing));
      return;
    }
    var left = new ArrayList<>(source);
    for (var each : wanted) {
      var index = find(left, each);
      left.remove(index);
      indexes.add(restored(context, index, Optional.of(each), billing));
    }
  }

  /** Returns the index that is wanted: the one with these keys and this projection. */
  private static SecondaryIndex find(List<SecondaryIndex> source, IndexSpecification wanted) {
    var name = given(wanted.indexName());
    var found =
        source.stream().filter(index -> IndexSpecifications.describes(wanted, index)).toList();
    return found.stream()
        .filter(index -> index.name().equals(name))
        .findFirst()
        .or(() -> found.stream().findFirst())
        .orElseThrow(() ->
            invalid(
                "Index "
                    + name
                    + " does not match a secondary index that existed in the source table and"
                    + " cannot be created during the restore operation"));
  }

  private SecondaryIndex restored(
      OperationContext context,
      SecondaryIndex index,
      Optional<IndexSpecification> override,
      BillingMode billing) {
    var name = override.map(each -> given(each.indexName())).orElse(index.name());
    var warm = override.map(IndexSpecification::warm).orElse(null);
    var most = override.map(IndexSpecification::maximum).orElse(null);
    var units = units(name, index, override, billing);
    return new SecondaryIndex(
        context.catalog().newId(),
        name,
        index.scope(),
        index.keys(),
        index.projection(),
        units,
        MaximumRules.ofRestoredIndex(name, index.maximum(), most, billing),
        WarmRules.ofNewIndex(name, warm, units),
        SecondaryIndex.State.ACTIVE);
  }

  private ProvisionedUnits units(
      String name,
      SecondaryIndex index,
      Optional<IndexSpecification> override,
      BillingMode billing) {
    if (!index.isGlobal()) return ProvisionedUnits.ON_DEMAND;
    var given = override.map(IndexSpecification::throughput).orElse(null);
    if (billing == BillingMode.PAY_PER_REQUEST) {
      if (given != null) throw notProvisioned(" for index " + name);
      return ProvisionedUnits.ON_DEMAND;
    }
    boolean hasUnits = !index.throughput().equals(ProvisionedUnits.ON_DEMAND);
    if (given == null && (override.isPresent() || !hasUnits)) {
      throw invalid("Must specify provisioned throughput for index " + name);
    }
    return units(given, index.throughput());
  }

  private static ProvisionedUnits units(
      @Nullable ProvisionedThroughput given, ProvisionedUnits source) {
    if (given == null) return source;
    ThroughputRules.requireInBounds(given);
    return ThroughputRules.of(given);
  }
}
