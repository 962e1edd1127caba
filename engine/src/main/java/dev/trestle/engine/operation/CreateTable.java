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
  private static final String INVALID = "One or more parameter values were invalid: ";

  @Override
  public TableDescription run(Kernel kernel) {
    var name = TableNames.given(tableName);
    checkConstraints(name);
    checkThroughput();
    var schemas = new KeySchemas(given(attributeDefinitions));
    var keys = schemas.table(given(keySchema));
    if (localSecondaryIndexes == null && globalSecondaryIndexes == null) {
      schemas.requireAllUsed(false);
    }
    var indexes = indexes(kernel, schemas, keys);
    schemas.requireAllUsed(true);
    IndexSpecifications.requireFewProjected(indexes);
    var settings = TableSettings.stream(streamSpecification);
    var tagged = tags == null ? List.<Tag>of() : tags;
    TableTags.check(tagged);

    var now = kernel.now();
    var draft =
        new TableDraft(kernel.catalog().newId(), name, UUID.randomUUID().toString(), now, keys)
            .attributes(schemas.attributes()).indexes(indexes).stream(
                    settings.map(view -> TableSettings.newStream(kernel, view, Optional.empty())))
                .deletionProtection(Boolean.TRUE.equals(deletionProtectionEnabled))
                .encryptedByCustomerKey(TableSettings.isEncrypted(encryption))
                .tags(TableTags.of(tagged));
    if (tableClass != null) draft.tableClass(TableClass.valueOf(tableClass));
    if (billing() == BillingMode.PAY_PER_REQUEST) draft.onDemand(now);
    else draft.provisioned(IndexSpecifications.throughput(given(provisionedThroughput)));
    var definition = draft.done();
    var table = kernel.catalog().create(definition);
    return TableDescription.of(kernel, table, definition, Status.CREATING);
  }

  private void checkConstraints(String name) {
    var constraints = new Constraints().required("attributeDefinitions", attributeDefinitions);
    var schema = new SchemaConstraints(constraints);
    schema.attributes(attributeDefinitions);
    constraints.tableName(name).oneOf("billingMode", billingMode, "PROVISIONED", "PAY_PER_REQUEST");
    schema.throughput("provisionedThroughput", provisionedThroughput);
    schema.tableKeys(keySchema);
    schema.indexes("localSecondaryIndexes", localSecondaryIndexes, false);
    schema.indexes("globalSecondaryIndexes", globalSecondaryIndexes, true);
    TableSettings.constrain(constraints, streamSpecification, encryption, tableClass);
    TableTags.constrain(constraints, tags);
    constraints.check();
  }

  private BillingMode billing() {
    return billingMode == null ? BillingMode.PROVISIONED : BillingMode.valueOf(billingMode);
  }

  private void checkThroughput() {
    switch (billing()) {
      case PAY_PER_REQUEST -> {
        if (provisionedThroughput != null) throw TableSettings.unitsPerRequest();
      }
      case PROVISIONED -> {
        if (provisionedThroughput == null) {
          throw new ValidationException(
              INVALID
                  + "ReadCapacityUnits and WriteCapacityUnits must both be specified when"
                  + " BillingMode is PROVISIONED");
        }
        TableSettings.requireInBounds(provisionedThroughput);
      }
    }
  }

  private List<SecondaryIndex> indexes(Kernel kernel, KeySchemas schemas, KeySchema keys) {
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
}
