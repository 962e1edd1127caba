package dev.trestle.dynamodb.embedded;

import dev.trestle.engine.operation.CreateTable;
import dev.trestle.engine.operation.DeleteTable;
import dev.trestle.engine.operation.DescribeLimits;
import dev.trestle.engine.operation.DescribeTable;
import dev.trestle.engine.operation.DescribeTimeToLive;
import dev.trestle.engine.operation.ListTables;
import dev.trestle.engine.operation.ListTagsOfResource;
import dev.trestle.engine.operation.TagResource;
import dev.trestle.engine.operation.UntagResource;
import dev.trestle.engine.operation.UpdateTable;
import dev.trestle.engine.operation.UpdateTimeToLive;
import dev.trestle.engine.request.TableParameters;
import dev.trestle.engine.request.TableParameters.EncryptionSpecification;
import dev.trestle.engine.request.TableParameters.IndexChange;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.IndexUpdate;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeLimitsRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.GlobalSecondaryIndexUpdate;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.ListTablesRequest;
import software.amazon.awssdk.services.dynamodb.model.ListTagsOfResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.LocalSecondaryIndex;
import software.amazon.awssdk.services.dynamodb.model.OnDemandThroughput;
import software.amazon.awssdk.services.dynamodb.model.Projection;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughput;
import software.amazon.awssdk.services.dynamodb.model.SSESpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.TableCreationParameters;
import software.amazon.awssdk.services.dynamodb.model.Tag;
import software.amazon.awssdk.services.dynamodb.model.TagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UntagResourceRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateTimeToLiveRequest;
import software.amazon.awssdk.services.dynamodb.model.WarmThroughput;

/** Turns requests about tables into operations. Absent parameters are null. */
final class TableRequests {
  private TableRequests() {}

  static CreateTable create(CreateTableRequest request) {
    return new CreateTable(
        request.tableName(),
        SdkCollections.each(request.attributeDefinitions(), TableRequests::attribute),
        SdkCollections.each(request.keySchema(), TableRequests::key),
        SdkCollections.each(request.localSecondaryIndexes(), TableRequests::localIndex),
        SdkCollections.each(request.globalSecondaryIndexes(), TableRequests::globalIndex),
        request.billingModeAsString(),
        throughput(request.provisionedThroughput()),
        maximum(request.onDemandThroughput()),
        warm(request.warmThroughput()),
        stream(request.streamSpecification()),
        encryption(request.sseSpecification()),
        request.tableClassAsString(),
        request.deletionProtectionEnabled(),
        SdkCollections.each(request.tags(), TableRequests::pair));
  }

  static @Nullable CreateTable createImported(@Nullable TableCreationParameters parameters) {
    if (parameters == null) return null;
    return new CreateTable(
        parameters.tableName(),
        SdkCollections.each(parameters.attributeDefinitions(), TableRequests::attribute),
        SdkCollections.each(parameters.keySchema(), TableRequests::key),
        null,
        SdkCollections.each(parameters.globalSecondaryIndexes(), TableRequests::globalIndex),
        parameters.billingModeAsString(),
        throughput(parameters.provisionedThroughput()),
        maximum(parameters.onDemandThroughput()),
        null,
        null,
        encryption(parameters.sseSpecification()),
        null,
        null,
        null);
  }

  static UpdateTable update(UpdateTableRequest request) {
    return new UpdateTable(
        request.tableName(),
        SdkCollections.each(request.attributeDefinitions(), TableRequests::attribute),
        SdkCollections.each(request.globalSecondaryIndexUpdates(), TableRequests::indexUpdate),
        request.billingModeAsString(),
        throughput(request.provisionedThroughput()),
        maximum(request.onDemandThroughput()),
        warm(request.warmThroughput()),
        stream(request.streamSpecification()),
        encryption(request.sseSpecification()),
        request.tableClassAsString(),
        request.deletionProtectionEnabled());
  }

  static DescribeTable describe(DescribeTableRequest request) {
    return new DescribeTable(request.tableName());
  }

  static DeleteTable delete(DeleteTableRequest request) {
    return new DeleteTable(request.tableName());
  }

  static ListTables list(ListTablesRequest request) {
    return new ListTables(request.exclusiveStartTableName(), request.limit());
  }

  static DescribeTimeToLive describeTimeToLive(DescribeTimeToLiveRequest request) {
    return new DescribeTimeToLive(request.tableName());
  }

  static UpdateTimeToLive updateTimeToLive(UpdateTimeToLiveRequest request) {
    var wanted = request.timeToLiveSpecification();
    return new UpdateTimeToLive(
        request.tableName(),
        wanted == null ? null : wanted.enabled(),
        wanted == null ? null : wanted.attributeName());
  }

  static TagResource tag(TagResourceRequest request) {
    return new TagResource(
        request.resourceArn(), SdkCollections.each(request.tags(), TableRequests::pair));
  }

  static UntagResource untag(UntagResourceRequest request) {
    return new UntagResource(request.resourceArn(), SdkCollections.list(request.tagKeys()));
  }

  static ListTagsOfResource tags(ListTagsOfResourceRequest request) {
    return new ListTagsOfResource(request.resourceArn(), request.nextToken());
  }

  static DescribeLimits limits(DescribeLimitsRequest request) {
    return new DescribeLimits();
  }

  private static TableParameters.AttributeDefinition attribute(AttributeDefinition attribute) {
    return new TableParameters.AttributeDefinition(
        attribute.attributeName(), attribute.attributeTypeAsString());
  }

  private static TableParameters.KeySchemaElement key(KeySchemaElement key) {
    return new TableParameters.KeySchemaElement(key.attributeName(), key.keyTypeAsString());
  }

  static IndexSpecification localIndex(LocalSecondaryIndex index) {
    return new IndexSpecification(
        index.indexName(),
        SdkCollections.each(index.keySchema(), TableRequests::key),
        projection(index.projection()),
        null);
  }

  static IndexSpecification globalIndex(GlobalSecondaryIndex index) {
    return new IndexSpecification(
        index.indexName(),
        SdkCollections.each(index.keySchema(), TableRequests::key),
        projection(index.projection()),
        throughput(index.provisionedThroughput()),
        maximum(index.onDemandThroughput()),
        warm(index.warmThroughput()));
  }

  private static IndexUpdate indexUpdate(GlobalSecondaryIndexUpdate change) {
    var create = change.create();
    var update = change.update();
    var delete = change.delete();
    return new IndexUpdate(
        create == null
            ? null
            : new IndexSpecification(
                create.indexName(),
                SdkCollections.each(create.keySchema(), TableRequests::key),
                projection(create.projection()),
                throughput(create.provisionedThroughput()),
                maximum(create.onDemandThroughput()),
                warm(create.warmThroughput())),
        update == null
            ? null
            : new IndexChange(
                update.indexName(),
                throughput(update.provisionedThroughput()),
                maximum(update.onDemandThroughput()),
                warm(update.warmThroughput())),
        delete == null ? null : delete.indexName());
  }

  private static TableParameters.@Nullable Projection projection(@Nullable Projection projection) {
    if (projection == null) return null;
    return new TableParameters.Projection(
        projection.projectionTypeAsString(), SdkCollections.list(projection.nonKeyAttributes()));
  }

  static TableParameters.@Nullable ProvisionedThroughput throughput(
      @Nullable ProvisionedThroughput units) {
    if (units == null) return null;
    return new TableParameters.ProvisionedThroughput(
        units.readCapacityUnits(), units.writeCapacityUnits());
  }

  static TableParameters.@Nullable OnDemandThroughput maximum(
      @Nullable OnDemandThroughput maximum) {
    if (maximum == null) return null;
    return new TableParameters.OnDemandThroughput(
        maximum.maxReadRequestUnits(), maximum.maxWriteRequestUnits());
  }

  private static TableParameters.@Nullable WarmThroughput warm(@Nullable WarmThroughput warm) {
    if (warm == null) return null;
    return new TableParameters.WarmThroughput(
        warm.readUnitsPerSecond(), warm.writeUnitsPerSecond());
  }

  private static TableParameters.@Nullable StreamSpecification stream(
      @Nullable StreamSpecification stream) {
    if (stream == null) return null;
    return new TableParameters.StreamSpecification(
        stream.streamEnabled(), stream.streamViewTypeAsString());
  }

  static @Nullable EncryptionSpecification encryption(@Nullable SSESpecification wanted) {
    if (wanted == null) return null;
    return new EncryptionSpecification(wanted.enabled(), wanted.sseTypeAsString());
  }

  private static TableParameters.Tag pair(Tag tag) {
    return new TableParameters.Tag(tag.key(), tag.value());
  }
}
