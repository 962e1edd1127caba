package dev.trestle.engine.operation;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.SchemaConstraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableNames;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.request.TableParameters.OnDemandThroughput;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.request.TableParameters.StreamSpecification;
import dev.trestle.engine.request.TableParameters.Tag;
import dev.trestle.engine.request.TableParameters.WarmThroughput;
import dev.trestle.engine.result.TableDescription;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.result.TableDescription.Warm;
import dev.trestle.engine.schema.IndexSpecifications;
import dev.trestle.engine.schema.KeySchemas;
import dev.trestle.engine.schema.MaximumRules;
import dev.trestle.engine.schema.TableSettings;
import dev.trestle.engine.schema.TableTags;
import dev.trestle.engine.schema.ThroughputRules;
import dev.trestle.engine.schema.WarmRules;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinition.TableClass;
import dev.trestle.engine.table.TableDefinitionBuilder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * CreateTable: creates a table. The result says CREATING, as in DynamoDB, but the table can be used
 * at once.
 */
public record CreateTable(
    @Nullable String tableName,
    @Nullable List<AttributeDefinition> attributeDefinitions,
    @Nullable List<KeySchemaElement> keySchema,
    @Nullable List<IndexSpecification> localSecondaryIndexes,
    @Nullable List<IndexSpecification> globalSecondaryIndexes,
    @Nullable String billingMode,
    @Nullable ProvisionedThroughput provisionedThroughput,
    @Nullable OnDemandThroughput onDemandThroughput,
    @Nullable WarmThroughput warmThroughput,
    @Nullable StreamSpecification streamSpecification,
    @Nullable EncryptionSpecification encryption,
    @Nullable String tableClass,
    @Nullable Boolean deletionProtectionEnabled,
    @Nullable List<Tag> tags)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(OperationContext context) {
    var definition = define(context).build();
    ThroughputRules.requireWithinQuota(context, definition);
    MaximumRules.requireWithinQuota(context, definition);
    WarmRules.requireWithinQuota(context, definition);
    var table = context.catalog().create(definition);
    return TableDescription.of(
        context.region(), table, definition, Status.CREATING, warm(definition));
  }

  /** Returns the warm throughput that was requested. DynamoDB's response has no other. */
  private Map<Integer, Warm> warm(TableDefinition created) {
    var shown = new HashMap<Integer, Warm>();
    if (WarmRules.isGiven(warmThroughput)) {
      shown.put(created.id(), new Warm(created.warm(), true));
    }
    if (globalSecondaryIndexes == null) return shown;
    for (var specification : globalSecondaryIndexes) {
      if (!WarmRules.isGiven(specification.warm())) continue;
      created
          .index(given(specification.indexName()))
          .ifPresent(index -> shown.put(index.id(), new Warm(index.warm(), true)));
    }
    return shown;
  }

  /** Checks the request and returns the definition of the table. */
  TableDefinitionBuilder define(OperationContext context) {
    checkConstraints();
    checkThroughput();
    var maximum = MaximumRules.ofNewTable(onDemandThroughput, billing());
    var units =
        billing() == BillingMode.PAY_PER_REQUEST
            ? ProvisionedUnits.ON_DEMAND
            : ThroughputRules.of(given(provisionedThroughput));
    var warm = WarmRules.ofNewTable(warmThroughput, units);
    var schemas = new KeySchemas(given(attributeDefinitions));
    var keys = schemas.table(given(keySchema));
    var indexes = indexes(context, schemas, keys);
    IndexSpecifications.checkProjectedCount(indexes);
    var view = TableSettings.streamOfNewTable(streamSpecification);
    var now = context.now();
    var name = TableNames.resolve(given(tableName));
    var builder =
        new TableDefinitionBuilder(
                context.catalog().newId(), name, UUID.randomUUID().toString(), now, keys)
            .indexes(indexes).stream(
                    view.map(shown -> TableSettings.newStream(context, shown, Optional.empty())))
                .warm(warm)
                .tableClass(TableSettings.tableClass(tableClass).orElse(TableClass.STANDARD))
                .deletionProtection(Boolean.TRUE.equals(deletionProtectionEnabled))
                .encryptedByCustomerKey(TableSettings.isEncrypted(encryption))
                .tags(TableTags.of(tags == null ? List.of() : tags));
    if (billing() == BillingMode.PAY_PER_REQUEST) builder.onDemand(now).maximum(maximum);
    else builder.provisioned(units);
    return builder;
  }

  private void checkConstraints() {
    if (tableName == null) {
      throw new ValidationException(
          "The parameter 'TableName' is required but was not present in the request");
    }
    var constraints = new Constraints().required("attributeDefinitions", attributeDefinitions);
    var schema = new SchemaConstraints(constraints);
    schema.attributes(attributeDefinitions);
    constraints
        .name("tableName", tableName)
        .oneOf("billingMode", billingMode, "PROVISIONED", "PAY_PER_REQUEST");
    schema.throughput("provisionedThroughput", provisionedThroughput);
    schema.tableKeys(keySchema);
    schema.indexes("globalSecondaryIndexes", globalSecondaryIndexes, true);
    schema.indexes("localSecondaryIndexes", localSecondaryIndexes, false);
    TableSettings.constrain(constraints, streamSpecification, encryption);
    constraints.check();
  }

  private BillingMode billing() {
    return billingMode == null ? BillingMode.PROVISIONED : BillingMode.valueOf(billingMode);
  }

  private void checkThroughput() {
    switch (billing()) {
      case PAY_PER_REQUEST -> {
        if (provisionedThroughput != null) throw ThroughputRules.perRequest();
      }
      case PROVISIONED -> {
        if (provisionedThroughput == null) {
          throw invalid(
              "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                  + " PROVISIONED");
        }
        ThroughputRules.requireInBounds(provisionedThroughput);
      }
    }
  }

  /** Creates the indexes. DynamoDB checks first that definitions and keys match. */
  private List<SecondaryIndex> indexes(
      OperationContext context, KeySchemas schemas, KeySchema keys) {
    if (localSecondaryIndexes == null && globalSecondaryIndexes == null) {
      schemas.requireAllUsed(false);
      return List.of();
    }
    if (localSecondaryIndexes != null) {
      if (localSecondaryIndexes.isEmpty()) throw invalid("List of LocalSecondaryIndexes is empty");
      if (keys.sortKey().isEmpty()) {
        throw invalid(
            "Table KeySchema does not have a range key, which is required when specifying a"
                + " LocalSecondaryIndex");
      }
      localSecondaryIndexes.forEach(index -> schemas.requireDefined(given(index.keySchema())));
    }
    if (globalSecondaryIndexes != null) {
      if (globalSecondaryIndexes.isEmpty()) {
        throw invalid("List of GlobalSecondaryIndexes is empty");
      }
      globalSecondaryIndexes.forEach(index -> schemas.requireDefined(given(index.keySchema())));
    }
    schemas.requireAllUsed(true);
    var specifications = new IndexSpecifications(schemas, context.catalog()::newId);
    var indexes = new ArrayList<SecondaryIndex>();
    if (localSecondaryIndexes != null) {
      indexes.addAll(specifications.local(localSecondaryIndexes, keys));
    }
    if (globalSecondaryIndexes != null) {
      indexes.addAll(specifications.global(globalSecondaryIndexes, billing()));
    }
    return indexes;
  }

  private static ValidationException invalid(String what) {
    return new ValidationException("One or more parameter values were invalid: " + what);
  }
}
