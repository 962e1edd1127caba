package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.DescribeLimits;
import dev.trestle.engine.operation.DescribeTimeToLive;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.operation.ListTagsOfResource;
import dev.trestle.engine.operation.TagResource;
import dev.trestle.engine.operation.UntagResource;
import dev.trestle.engine.operation.UpdateTimeToLive;
import dev.trestle.engine.result.TableDescription.Size;
import dev.trestle.engine.result.TableDescription.Status;
import dev.trestle.engine.result.TableDescription.Warm;
import dev.trestle.engine.table.IndexProjection;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.MaximumUnits;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.StreamSettings;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.TableClass;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeEndpointsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableResponse;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveResponse;
import software.amazon.awssdk.services.dynamodb.model.Endpoint;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ListTablesResponse;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndexDescription;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.SSEStatus;
import software.amazon.awssdk.services.dynamodb.model.SSEType;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.TableDescription;
import software.amazon.awssdk.services.dynamodb.model.TableWarmThroughputDescription;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveResponse;

/** Turns results about tables into responses. */
final class TableResponses {
  private static final long CACHE_MINUTES = 1440;

  private TableResponses() {}

  static CreateTableResponse.Builder created(dev.trestle.engine.result.TableDescription table) {
    return CreateTableResponse.builder().tableDescription(describe(table));
  }

  static UpdateTableResponse.Builder updated(dev.trestle.engine.result.TableDescription table) {
    return UpdateTableResponse.builder().tableDescription(describe(table));
  }

  static DescribeTableResponse.Builder described(dev.trestle.engine.result.TableDescription table) {
    return DescribeTableResponse.builder().table(describe(table));
  }

  static DeleteTableResponse.Builder deleted(dev.trestle.engine.result.TableDescription table) {
    return DeleteTableResponse.builder().tableDescription(describe(table));
  }

  static ListTablesResponse.Builder list(ListTables.Result result) {
    return ListTablesResponse.builder()
        .tableNames(result.tableNames())
        .lastEvaluatedTableName(result.lastEvaluatedTableName().orElse(null));
  }

  static DescribeTimeToLiveResponse.Builder timeToLive(DescribeTimeToLive.Result result) {
    return DescribeTimeToLiveResponse.builder()
        .timeToLiveDescription(description ->
            description
                .timeToLiveStatus(result.status())
                .attributeName(result.attributeName().orElse(null)));
  }

  static UpdateTimeToLiveResponse.Builder timeToLive(UpdateTimeToLive.Result result) {
    return UpdateTimeToLiveResponse.builder()
        .timeToLiveSpecification(
            wanted -> wanted.enabled(result.enabled()).attributeName(result.attributeName()));
  }

  static ListTagsOfResourceResponse.Builder tags(ListTagsOfResource.Result result) {
    var tags = new ArrayList<Tag>(result.tags().size());
    result.tags().forEach((key, value) -> tags.add(Tag.builder().key(key).value(value).build()));
    return ListTagsOfResourceResponse.builder()
        .tags(tags)
        .nextToken(result.nextToken().orElse(null));
  }

  static TagResourceResponse.Builder tagged(TagResource.Done done) {
    return TagResourceResponse.builder();
  }

  static UntagResourceResponse.Builder untagged(UntagResource.Done done) {
    return UntagResourceResponse.builder();
  }

  static DescribeEndpointsResponse.Builder endpoints(String address) {
    return DescribeEndpointsResponse.builder()
        .endpoints(Endpoint.builder().address(address).cachePeriodInMinutes(CACHE_MINUTES).build());
  }

  static DescribeLimitsResponse.Builder limits(DescribeLimits.Result result) {
    return DescribeLimitsResponse.builder()
        .accountMaxReadCapacityUnits(result.accountMaxReadUnits())
        .accountMaxWriteCapacityUnits(result.accountMaxWriteUnits())
        .tableMaxReadCapacityUnits(result.tableMaxReadUnits())
        .tableMaxWriteCapacityUnits(result.tableMaxWriteUnits());
  }

  static TableDescription describe(dev.trestle.engine.result.TableDescription table) {
    var definition = table.definition();
    var shown =
        TableDescription.builder()
            .tableName(definition.name())
            .tableId(definition.uuid())
            .tableArn(table.arn())
            .tableStatus(table.status().name())
            .itemCount(table.size().items())
            .tableSizeBytes(table.size().bytes())
            .provisionedThroughput(throughput(definition.throughput()))
            .onDemandThroughput(maximum(definition.maximum()))
            .warmThroughput(tableWarm(table.warm().get(definition.id())))
            .deletionProtectionEnabled(definition.deletionProtection());
    if (table.status() != Status.DELETING) {
      shown
          .creationDateTime(definition.created())
          .attributeDefinitions(attributes(definition.attributes()))
          .keySchema(keySchema(definition.keys()));
    }
    var globals = definition.globalIndexes();
    if (!globals.isEmpty()) {
      shown.globalSecondaryIndexes(globals.stream().map(i -> globalIndex(i, table)).toList());
    }
    var locals = definition.localIndexes();
    if (!locals.isEmpty()) {
      shown.localSecondaryIndexes(locals.stream().map(i -> localIndex(i, table)).toList());
    }
    describeSettings(shown, definition, table.arn());
    describeRestore(shown, table);
    return shown.build();
  }

  /** Settings that DynamoDB shows only if they differ from the defaults. */
  private static void describeSettings(
      TableDescription.Builder shown, TableDefinition definition, String arn) {
    definition
        .onDemandSince()
        .ifPresent(since ->
            shown.billingModeSummary(billing ->
                billing
                    .billingMode(definition.billing().name())
                    .lastUpdateToPayPerRequestDateTime(since)));
    definition.stream().ifPresent(stream -> describeStream(shown, stream, arn));
    if (definition.encryptedByCustomerKey()) {
      shown.sseDescription(sse -> sse.status(SSEStatus.ENABLED).sseType(SSEType.KMS));
    }
    if (definition.tableClass() != TableClass.STANDARD) {
      shown.tableClassSummary(summary -> summary.tableClass(definition.tableClass().name()));
    }
  }

  /** Where a restored table comes from. */
  private static void describeRestore(
      TableDescription.Builder shown, dev.trestle.engine.result.TableDescription table) {
    table
        .restore()
        .ifPresent(restore ->
            shown.restoreSummary(summary ->
                summary
                    .sourceTableArn(restore.sourceTableArn())
                    .sourceBackupArn(restore.sourceBackupArn().orElse(null))
                    .restoreDateTime(restore.at())
                    .restoreInProgress(restore.inProgress())));
  }

  private static void describeStream(
      TableDescription.Builder shown, StreamSettings stream, String arn) {
    shown.latestStreamLabel(stream.label()).latestStreamArn(arn + "/stream/" + stream.label());
    if (stream.enabled()) {
      shown.streamSpecification(s -> s.streamEnabled(true).streamViewType(stream.view().name()));
    }
  }

  private static GlobalSecondaryIndexDescription globalIndex(
      SecondaryIndex index, dev.trestle.engine.result.TableDescription table) {
    var size = table.indexSizes().getOrDefault(index.name(), new Size(0, 0));
    var shown =
        GlobalSecondaryIndexDescription.builder()
            .indexName(index.name())
            .indexArn(table.arn() + "/index/" + index.name())
            .keySchema(keySchema(index.keys()))
            .projection(projection(index.projection()))
            .provisionedThroughput(throughput(index.throughput()))
            .onDemandThroughput(maximum(index.maximum()))
            .warmThroughput(indexWarm(table.warm().get(index.id())))
            .itemCount(size.items())
            .indexSizeBytes(size.bytes());
    return switch (index.state()) {
      case BACKFILLING -> shown.indexStatus(IndexStatus.CREATING).backfilling(true).build();
      case ACTIVE -> shown.indexStatus(IndexStatus.ACTIVE).build();
      case DELETING -> shown.indexStatus(IndexStatus.DELETING).build();
    };
  }

  /** Returns the parameters with which an import has created a table. */
  static TableCreationParameters parameters(TableDefinition table) {
    var parameters =
        TableCreationParameters.builder()
            .tableName(table.name())
            .attributeDefinitions(attributes(table.attributes()))
            .keySchema(keySchema(table.keys()))
            .billingMode(table.billing().name());
    if (!table.globalIndexes().isEmpty()) {
      parameters.globalSecondaryIndexes(
          table.globalIndexes().stream()
              .map(index ->
                  GlobalSecondaryIndex.builder()
                      .indexName(index.name())
                      .keySchema(keySchema(index.keys()))
                      .projection(projection(index.projection()))
                      .build())
              .toList());
    }
    return parameters.build();
  }

  private static LocalSecondaryIndexDescription localIndex(
      SecondaryIndex index, dev.trestle.engine.result.TableDescription table) {
    var size = table.indexSizes().getOrDefault(index.name(), new Size(0, 0));
    return LocalSecondaryIndexDescription.builder()
        .indexName(index.name())
        .indexArn(table.arn() + "/index/" + index.name())
        .keySchema(keySchema(index.keys()))
        .projection(projection(index.projection()))
        .itemCount(size.items())
        .indexSizeBytes(size.bytes())
        .build();
  }

  static List<KeySchemaElement> keySchema(KeySchema keys) {
    var elements = new ArrayList<KeySchemaElement>();
    for (var key : keys.partition()) elements.add(element(key, KeyType.HASH));
    for (var key : keys.sort()) elements.add(element(key, KeyType.RANGE));
    return elements;
  }

  private static KeySchemaElement element(SchemaAttribute key, KeyType type) {
    return KeySchemaElement.builder().attributeName(key.name()).keyType(type).build();
  }

  private static List<AttributeDefinition> attributes(List<SchemaAttribute> attributes) {
    var definitions = new ArrayList<AttributeDefinition>();
    for (var attribute : attributes) {
      definitions.add(
          AttributeDefinition.builder()
              .attributeName(attribute.name())
              .attributeType(attribute.type().name())
              .build());
    }
    return definitions;
  }

  static Projection projection(IndexProjection projection) {
    var shown = Projection.builder().projectionType(projection.kind().name());
    if (!projection.nonKeyAttributes().isEmpty()) {
      shown.nonKeyAttributes(projection.nonKeyAttributes());
    }
    return shown.build();
  }

  private static ProvisionedThroughputDescription throughput(ProvisionedUnits units) {
    return ProvisionedThroughputDescription.builder()
        .readCapacityUnits(units.readUnits())
        .writeCapacityUnits(units.writeUnits())
        .numberOfDecreasesToday(0L)
        .build();
  }

  static @Nullable OnDemandThroughput maximum(MaximumUnits maximum) {
    if (maximum.isNone()) return null;
    return OnDemandThroughput.builder()
        .maxReadRequestUnits(maximum.readUnits().orElse(null))
        .maxWriteRequestUnits(maximum.writeUnits().orElse(null))
        .build();
  }

  private static @Nullable TableWarmThroughputDescription tableWarm(@Nullable Warm warm) {
    if (warm == null) return null;
    return TableWarmThroughputDescription.builder()
        .readUnitsPerSecond(warm.units().readUnits())
        .writeUnitsPerSecond(warm.units().writeUnits())
        .status(warm.status())
        .build();
  }

  private static @Nullable GlobalSecondaryIndexWarmThroughputDescription indexWarm(
      @Nullable Warm warm) {
    if (warm == null) return null;
    return GlobalSecondaryIndexWarmThroughputDescription.builder()
        .readUnitsPerSecond(warm.units().readUnits())
        .writeUnitsPerSecond(warm.units().writeUnits())
        .status(warm.status())
        .build();
  }
}
