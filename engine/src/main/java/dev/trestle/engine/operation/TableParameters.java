package dev.trestle.engine.operation;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pieces that requests about tables are made of, as they came. */
public final class TableParameters {
  public record AttributeDefinition(@Nullable String name, @Nullable String type) {}

  public record KeySchemaElement(@Nullable String attributeName, @Nullable String keyType) {}

  public record Projection(
      @Nullable String projectionType, @Nullable List<String> nonKeyAttributes) {}

  public record ProvisionedThroughput(@Nullable Long readUnits, @Nullable Long writeUnits) {}

  /** A local or global secondary index to be made. */
  public record IndexSpecification(
      @Nullable String indexName,
      @Nullable List<KeySchemaElement> keySchema,
      @Nullable Projection projection,
      @Nullable ProvisionedThroughput throughput) {}

  public record StreamSpecification(
      @Nullable Boolean streamEnabled, @Nullable String streamViewType) {}

  public record EncryptionSpecification(@Nullable Boolean enabled, @Nullable String type) {}

  public record Tag(@Nullable String key, @Nullable String value) {}

  /** One change of a table's global indexes; exactly one of the three is there. */
  public record IndexUpdate(
      @Nullable IndexSpecification create, @Nullable IndexChange update, @Nullable String delete) {}

  public record IndexChange(
      @Nullable String indexName, @Nullable ProvisionedThroughput throughput) {}

  private TableParameters() {}
}
