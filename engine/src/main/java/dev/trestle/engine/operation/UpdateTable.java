package dev.trestle.engine.operation;

import dev.trestle.engine.operation.TableParameters.AttributeDefinition;
import dev.trestle.engine.operation.TableParameters.EncryptionSpecification;
import dev.trestle.engine.operation.TableParameters.IndexUpdate;
import dev.trestle.engine.operation.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.operation.TableParameters.StreamSpecification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UpdateTable. */
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
    throw Kernel.notYet(this);
  }
}
