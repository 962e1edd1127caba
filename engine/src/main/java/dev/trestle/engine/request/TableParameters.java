package dev.trestle.engine.request;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parameters of table operations, as received. */
public final class TableParameters {
  public record AttributeDefinition(@Nullable String name, @Nullable String type) {}

  public record KeySchemaElement(@Nullable String attributeName, @Nullable String keyType) {}

  public record Projection(
      @Nullable String projectionType, @Nullable List<String> nonKeyAttributes) {}

  public record ProvisionedThroughput(@Nullable Long readUnits, @Nullable Long writeUnits) {}

  /** The maximum units of an on-demand table or index; -1 removes one. */
  public record OnDemandThroughput(@Nullable Long maxReadUnits, @Nullable Long maxWriteUnits) {}

  /** The units that a table or index is to support at once. */
  public record WarmThroughput(@Nullable Long readUnits, @Nullable Long writeUnits) {}

  /** A secondary index to create. */
  public record IndexSpecification(
      @Nullable String indexName,
      @Nullable List<KeySchemaElement> keySchema,
      @Nullable Projection projection,
      @Nullable ProvisionedThroughput throughput,
      @Nullable OnDemandThroughput maximum,
      @Nullable WarmThroughput warm) {

    /** An index without a maximum and a warm throughput. */
    public IndexSpecification(
        @Nullable String indexName,
        @Nullable List<KeySchemaElement> keySchema,
        @Nullable Projection projection,
        @Nullable ProvisionedThroughput throughput) {
      this(indexName, keySchema, projection, throughput, null, null);
    }
  }

  public record StreamSpecification(
      @Nullable Boolean streamEnabled, @Nullable String streamViewType) {}

  public record EncryptionSpecification(@Nullable Boolean enabled, @Nullable String type) {}

  public record Tag(@Nullable String key, @Nullable String value) {}

  /** A change of a table's global indexes. Exactly one of the three is set. */
  public record IndexUpdate(
      @Nullable IndexSpecification create, @Nullable IndexChange update, @Nullable String delete) {}

  public record IndexChange(
      @Nullable String indexName,
      @Nullable ProvisionedThroughput throughput,
      @Nullable OnDemandThroughput maximum,
      @Nullable WarmThroughput warm) {}

  private TableParameters() {}
}
