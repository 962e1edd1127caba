package dev.trestle.engine.operation;

import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.IndexSpecification;
import dev.trestle.engine.operation.TableParameters.KeySchemaElement;
import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import dev.trestle.engine.operation.TableParameters.Tag;
import java.util.List;
import org.jspecify.annotations.Nullable;
/** CreateTable. */
public record CreateTable(@Nullable String tableName, @Nullable List<AttributeDefinition> attributeDefinitions, @Nullable List<KeySchemaElement> keySchema, @Nullable List<IndexSpecification> localSecondaryIndexes, @Nullable List<IndexSpecification> globalSecondaryIndexes, @Nullable String billingMode, @Nullable ProvisionedThroughput provisionedThroughput, @Nullable StreamSpecification streamSpecification, @Nullable EncryptionSpecification encryption, @Nullable String tableClass, @Nullable Boolean deletionProtectionEnabled, @Nullable List<Tag> tags)
    implements Operation<TableDescription> {
  @Override
  public TableDescription run(Kernel kernel) {
    throw Kernel.notYet(this);
  }
}
