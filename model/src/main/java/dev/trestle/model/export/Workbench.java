package dev.trestle.model.export;

import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import dev.trestle.model.design.Design;
import dev.trestle.model.design.EntityDesign;
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
 * and its key templates as aliases. The format has no place for local indexes, time to live,
 * recovery, streams and the like; patterns are only in the names of facets.
 */
public final class Workbench {
  static final String VERSION = "3.0";
  static final String SERVICE = "Amazon DynamoDB";
  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("MMM dd, yyyy, hh:mm a", Locale.US).withZone(ZoneOffset.UTC);
  private static final String SCALING_ROLE =
      "AWSServiceRoleForApplicationAutoScaling_DynamoDBTable";

  private Workbench() {}

  /** The file's text; the format wants to know when it was made. */
  public static String write(Design design, Instant now) {
    var date = DATE.format(now);
    return Json.object()
        .put("ModelName", design.name())
        .put(
            "ModelMetadata",
            Json.object()
                .put("Author", "")
                .put("DateCreated", date)
                .put("DateLastModified", date)
                .put("Description", "")
                .put("AWSService", SERVICE)
                .put("Version", VERSION))
        .put(
            "DataModel",
            Json.array(design.tables().stream().map(table -> table(design, table)).toList()))
        .done()
        .print();
  }

  /**
   * What a file lets one know: tables, keys, global indexes and billing as they stand, entities
   * from facets or else from alike rows, key templates guessed from aliases and data, and a read
   * for each facet and each index that it is in.
   *
   * @throws UnreadableFileException if it is no such file
   */
  public static Design read(String text, String file) {
    return WorkbenchReader.read(JsonAt.root(Json.parse(text)), file);
  }

  private static Json table(Design design, Table table) {
    var entities = design.entitiesOf(table);
    var out =
        Json.object()
            .put("TableName", table.name())
            .put("KeyAttributes", keys(table.partition(), table.sort()))
            .put("NonKeyAttributes", attributes(table, entities))
            .put(
                "TableFacets",
                Json.array(entities.stream().map(entity -> facet(table, entity)).toList()))
            .put(
                "GlobalSecondaryIndexes",
                Json.array(
                    TableResource.indexes(table, TableIndex.Scope.GLOBAL).stream()
                        .map(Workbench::index)
                        .toList()))
            .put("DataAccess", Json.object().put("MySql", Json.object()));
    TableResource.units(table)
        .ifPresentOrElse(
            units ->
                out.put("BillingMode", "PROVISIONED")
                    .put("ProvisionedCapacitySettings", capacity(units)),
            () -> out.put("BillingMode", "PAY_PER_REQUEST"));
    return out.done();
  }

  private static Json keys(KeyAttribute partition, Optional<KeyAttribute> sort) {
    var out =
        Json.object().put("PartitionKey", attribute(partition.name(), partition.type().name()));
    sort.ifPresent(key -> out.put("SortKey", attribute(key.name(), key.type().name())));
    return out.done();
  }

  private static Json attribute(String name, String type) {
    return Json.object().put("AttributeName", name).put("AttributeType", type).done();
  }

  /** Every attribute of every entity once, keys of global indexes included. */
  private static Json attributes(Table table, List<EntityDesign> entities) {
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
    return Json.array(
        types.entrySet().stream()
            .map(entry -> attribute(entry.getKey(), entry.getValue()))
            .toList());
  }

  private static Json facet(Table table, EntityDesign entity) {
    var alias = Json.object().put("PartitionKeyAlias", KeyGuess.alias(entity.keys().partition()));
    entity.keys().sort().ifPresent(key -> alias.put("SortKeyAlias", KeyGuess.alias(key)));
    var known = names(table, entity);
    var data = entity.example().only(withKeys(table, known));
    return Json.object()
        .put("FacetName", entity.name())
        .put("KeyAttributeAlias", alias)
        .put("TableData", Json.array(List.of(ItemJson.write(data))))
        .put("NonKeyAttributes", Json.texts(known))
        .put("DataAccess", Json.object().put("MySql", Json.object()))
        .done();
  }

  /** What an entity has beside the table's key. */
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

  private static Json index(TableIndex index) {
    return Json.object()
        .put("IndexName", index.name())
        .put("KeyAttributes", keys(index.partition(), index.sort()))
        .put("Projection", TableResource.projection(index.projection()))
        .done();
  }

  private static Json capacity(Throughput units) {
    return Json.object()
        .put(
            "ProvisionedThroughput",
            Json.object()
                .put("ReadCapacityUnits", units.read())
                .put("WriteCapacityUnits", units.write()))
        .put("AutoScalingRead", scaling(units.read()))
        .put("AutoScalingWrite", scaling(units.write()))
        .done();
  }

  private static Json scaling(long units) {
    return Json.object()
        .put(
            "ScalableTargetRequest",
            Json.object()
                .put("MinCapacity", units)
                .put("MaxCapacity", units)
                .put("ServiceRole", SCALING_ROLE))
        .put("ScalingPolicyConfiguration", Json.object().put("TargetValue", 70))
        .done();
  }
}
