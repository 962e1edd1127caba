package dev.trestle.engine.operation;

import static dev.trestle.engine.operation.Constraints.given;

import dev.trestle.engine.operation.TableDescription.Status;
import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.IndexSpecification;
import dev.trestle.engine.operation.TableParameters.KeySchemaElement;
import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.engine.operation.TableParameters.Tag;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.TableDefinition.TableClass;
import dev.trestle.engine.table.TableDraft;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** CreateTable. The answer says CREATING, as DynamoDB's does; the table can be used at once. */
public record CreateTable(
    @Nullable String tableName,
    @Nullable List<AttributeDefinition> attributeDefinitions,
    @Nullable List<KeySchemaElement> keySchema,
    @Nullable List<IndexSpecification> localSecondaryIndexes,
    @Nullable List<IndexSpecification> globalSecondaryIndexes,
    @Nullable String billingMode,
    @Nullable ProvisionedThroughput provisionedThroughput,
    @Nullable StreamSpecification streamSpecification,
    @Nullable EncryptionSpecification encryption,
    @Nullable String tableClass,
    @Nullable Boolean deletionProtectionEnabled,
    @Nullable List<Tag> tags)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(Kernel kernel) {
    checkConstraints();
    checkThroughput();
    var schemas = new KeySchemas(given(attributeDefinitions));
    var keys = schemas.table(given(keySchema));
    var indexes = indexes(kernel, schemas, keys);
    IndexSpecifications.requireFewProjected(indexes);
    var view = TableSettings.streamOfNewTable(streamSpecification);
    var now = kernel.now();
    var name = TableNames.resolve(given(tableName));
    var draft =
        new TableDraft(kernel.catalog().newId(), name, UUID.randomUUID().toString(), now, keys)
            .indexes(indexes).stream(
                    view.map(shown -> TableSettings.newStream(kernel, shown, Optional.empty())))
                .tableClass(TableSettings.tableClass(tableClass).orElse(TableClass.STANDARD))
                .deletionProtection(Boolean.TRUE.equals(deletionProtectionEnabled))
                .encryptedByCustomerKey(TableSettings.isEncrypted(encryption))
                .tags(TableTags.of(tags == null ? List.of() : tags));
    if (billing() == BillingMode.PAY_PER_REQUEST) draft.onDemand(now);
    else draft.provisioned(Capacities.of(given(provisionedThroughput)));
    var definition = draft.done();
    Capacities.requireWithinQuota(kernel, definition);
    var table = kernel.catalog().create(definition);
    return TableDescription.of(kernel, table, definition, Status.CREATING);
  }

  private void checkConstraints() {
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
        if (provisionedThroughput != null) throw Capacities.perRequest();
      }
      case PROVISIONED -> {
        if (provisionedThroughput == null) {
          throw invalid(
              "ReadCapacityUnits and WriteCapacityUnits must both be specified when BillingMode is"
                  + " PROVISIONED");
        }
        Capacities.requireInBounds(provisionedThroughput);
      }
    }
  }

  /** That definitions and keys match is looked at before anything else about the indexes. */
  private List<SecondaryIndex> indexes(Kernel kernel, KeySchemas schemas, KeySchema keys) {
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
    var specifications = new IndexSpecifications(schemas, kernel.catalog()::newId);
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
