package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedSet;

/**
 * Model files of NoSQL Workbench, format 3.0. An entity becomes a facet with its example as data
 * and its key templates as aliases; those of indexes are in the model's description. The format
 * does not support local indexes, time to live, recovery, streams and similar settings; patterns
 * appear only in the names of facets.
 */
public final class Workbench {
  static final String VERSION = "3.0";
  static final String SERVICE = "Amazon DynamoDB";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("MMM dd, yyyy, hh:mm a", Locale.US).withZone(ZoneOffset.UTC);
  private static final String SCALING_ROLE =
      "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable";

  private Workbench() {}

  /** Returns the file's text. The format requires a creation time. */
  public static String write(Design design, Instant now) {
    var date = DATE.format(now);
    return JsonTree.object()
        .put("ModelName", design.name())
        .put(
            "ModelMetadata",
            JsonTree.object()
                .put("Author", "")
                .put("DateCreated", date)
                .put("DateLastModified", date)
                .put("Description", WorkbenchTemplates.description(design))
                .put("AWSService", SERVICE)
                .put("Version", VERSION))
        .put(
            "DataModel",
            JsonTree.array(design.tables().stream().map(table -> table(design, table)).toList()))
        .done()
        .print();
  }

  /**
   * Reads what a file contains: tables, keys, global indexes and billing; entities from facets, or
   * else from similar rows; key templates guessed from aliases and data; and a read for each facet
   * and each of its indexes.
   *
   * @throws UnreadableFileException if it is not such a file
   */
  public static Design read(String text, String file) {
    return WorkbenchReader.read(JsonField.root(JsonTree.parse(text)), file);
  }

  private static JsonTree table(Design design, Table table) {
    var entities = design.entitiesOf(table);
    var out =
        JsonTree.object()
            .put("TableName", table.name())
            .put("KeyAttributes", keys(table.partition(), table.sort()))
            .put("NonKeyAttributes", attributes(table, entities))
            .put(
                "TableFacets",
                JsonTree.array(entities.stream().map(entity -> facet(table, entity)).toList()))
            .put(
                "GlobalSecondaryIndexes",
                JsonTree.array(
                    TableResource.indexes(table, TableIndex.Scope.GLOBAL).stream()
                        .map(Workbench::index)
                        .toList()))
            .put("DataAccess", JsonTree.object().put("MySql", JsonTree.object()));
    table
        .provisioned()
        .ifPresentOrElse(
            units ->
                out.put("BillingMode", "PROVISIONED")
                    .put("ProvisionedCapacitySettings", capacity(units)),
            () -> out.put("BillingMode", "PAY_PER_REQUEST"));
    return out.done();
  }

  private static JsonTree keys(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var out =
        JsonTree.object().put("PartitionKey", attribute(partition.name(), partition.type().name()));
    sort.ifPresent(key -> out.put("SortKey", attribute(key.name(), key.type().name())));
    return out.done();
  }

  private static JsonTree attribute(String name, String type) {
    return JsonTree.object().put("AttributeName", name).put("AttributeType", type).done();
  }

  /** Every attribute of every entity once, including the keys of global indexes. */
  private static JsonTree attributes(Table table, List<EntityDesign> entities) {
    Map<String, String> types = new LinkedHashMap<>();
    for (var index : TableResource.indexes(table, TableIndex.Scope.GLOBAL)) {
      types.put(index.partition().name(), index.partition().type().name());
      index.sort().ifPresent(key -> types.put(key.name(), key.type().name()));
    }
    for (var entity : entities) {
      entity
          .attributes()
          .forEach(attribute -> types.putIfAbsent(attribute.name(), attribute.type().name()));
    }
    types.remove(table.partition().name());
    table.sort().ifPresent(key -> types.remove(key.name()));
    return JsonTree.array(
        types.entrySet().stream()
            .map(entry -> attribute(entry.getKey(), entry.getValue()))
            .toList());
  }

  private static JsonTree facet(Table table, EntityDesign entity) {
    var alias =
        JsonTree.object()
            .put("PartitionKeyAlias", KeyTemplateGuess.alias(entity.keys().partition()));
    entity.keys().sort().ifPresent(key -> alias.put("SortKeyAlias", KeyTemplateGuess.alias(key)));
    var known = names(table, entity);
    var data = entity.example().only(withKeys(table, known));
    return JsonTree.object()
        .put("FacetName", entity.name())
        .put("KeyAttributeAlias", alias)
        .put("TableData", JsonTree.array(List.of(ItemJson.write(data))))
        .put("NonKeyAttributes", JsonTree.texts(known))
        .put("DataAccess", JsonTree.object().put("MySql", JsonTree.object()))
        .done();
  }

  /** The attributes of an entity besides the table's key. */
  private static SequencedSet<String> names(Table table, EntityDesign entity) {
    var names = new LinkedHashSet<String>();
    for (var index : TableResource.indexes(table, TableIndex.Scope.GLOBAL)) {
      if (entity.in(index.name()).isEmpty()) continue;
      names.add(index.partition().name());
      index.sort().ifPresent(key -> names.add(key.name()));
    }
    entity.attributes().forEach(attribute -> names.add(attribute.name()));
    names.remove(table.partition().name());
    table.sort().ifPresent(key -> names.remove(key.name()));
    return names;
  }

  private static SequencedSet<String> withKeys(Table table, SequencedSet<String> names) {
    var all = new LinkedHashSet<>(names);
    all.add(table.partition().name());
    table.sort().ifPresent(key -> all.add(key.name()));
    return all;
  }

  private static JsonTree index(TableIndex index) {
    return JsonTree.object()
        .put("IndexName", index.name())
        .put("KeyAttributes", keys(index.partition(), index.sort()))
        .put("Projection", TableResource.projection(index.projection()))
        .done();
  }

  private static JsonTree capacity(Billing.Provisioned provisioned) {
    var units = provisioned.throughput();
    var most = provisioned.most();
    int target =
        provisioned
            .scaling()
            .map(AutoScaling::targetPercent)
            .orElse(AutoScaling.DEFAULT_TARGET_PERCENT);
    return JsonTree.object()
        .put(
            "ProvisionedThroughput",
            JsonTree.object()
                .put("ReadCapacityUnits", units.read())
                .put("WriteCapacityUnits", units.write()))
        .put("AutoScalingRead", scaling(units.read(), most.read(), target))
        .put("AutoScalingWrite", scaling(units.write(), most.write(), target))
        .done();
  }

  private static JsonTree scaling(long minimum, long maximum, int targetPercent) {
    return JsonTree.object()
        .put(
            "ScalableTargetRequest",
            JsonTree.object()
                .put("MinCapacity", minimum)
                .put("MaxCapacity", maximum)
                .put("ServiceRole", SCALING_ROLE))
        .put("ScalingPolicyConfiguration", JsonTree.object().put("TargetValue", targetPercent))
        .done();
  }
}
