package dev.trestle.design.export;

import dev.trestle.design.Design;
import dev.trestle.design.EntityDesign;
import dev.trestle.design.PatternDesign;
import dev.trestle.item.Item;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import dev.trestle.model.AcceptedFinding;
import dev.trestle.model.AutoScaling;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.KeyPair;
import dev.trestle.model.Population;
import dev.trestle.model.Projection;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import dev.trestle.model.key.Key;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;

/** Reads NoSQL Workbench files. What they do not contain is guessed or gets a default. */
final class WorkbenchReader {
  private final SourceLocation place;
  private final WorkbenchTemplates templates;
  private final List<Table> tables = new ArrayList<>();
  private final List<EntityDesign> entities = new ArrayList<>();
  private final List<PatternDesign> patterns = new ArrayList<>();

  private WorkbenchReader(SourceLocation place, WorkbenchTemplates templates) {
    this.place = place;
    this.templates = templates;
  }

  /** A kind of item: a facet, or similar rows. */
  private record Kind(
      String name, String partition, String sort, List<String> attributes, List<Item> rows) {}

  static Design read(JsonField at, String file) {
    if (at.find("ModelName").isEmpty() || at.find("DataModel").isEmpty()) {
      throw at.wrong("is no model of NoSQL Workbench: it lacks ModelName or DataModel");
    }
    var description = at.find("ModelMetadata").flatMap(each -> each.findText("Description"));
    var reader =
        new WorkbenchReader(SourceLocation.of(file), WorkbenchTemplates.of(description.orElse("")));
    at.list("DataModel").forEach(reader::table);
    return new Design(
        at.text("ModelName"),
        reader.tables,
        reader.entities,
        List.of(),
        reader.patterns,
        reader.untold());
  }

  /** What checks would find missing only because the format has no place for it. */
  private List<AcceptedFinding> untold() {
    var untold = new ArrayList<AcceptedFinding>();
    for (var table : tables) {
      untold.add(
          new AcceptedFinding(
              "recovery", table.name(), "a Workbench file does not tell about recovery", place));
    }
    for (var entity : entities) {
      untold.add(
          new AcceptedFinding("used", entity.name(), "a Workbench file has no writes", place));
    }
    return untold;
  }

  private void table(JsonField at) {
    var keys = at.at("KeyAttributes");
    var table =
        new Table(
            at.text("TableName"),
            Table.Importance.CRITICAL,
            attribute(keys.at("PartitionKey")),
            keys.find("SortKey").map(WorkbenchReader::attribute),
            at.list("GlobalSecondaryIndexes").stream().map(WorkbenchReader::index).toList(),
            billing(at),
            Optional.empty(),
            false,
            Optional.empty(),
            List.of(),
            new Encryption.Owned(),
            false,
            Optional.empty(),
            Optional.empty(),
            place);
    tables.add(table);
    var types = types(at);
    kinds(at, table).forEach(kind -> kind(table, kind, types));
  }

  private static KeyAttribute attribute(JsonField at) {
    return at.made(
        () -> new KeyAttribute(at.text("AttributeName"), Type.valueOf(at.text("AttributeType"))));
  }

  private static TableIndex index(JsonField at) {
    var keys = at.at("KeyAttributes");
    var shown = at.find("Projection");
    var projection =
        switch (shown.flatMap(each -> each.findText("ProjectionType")).orElse("ALL")) {
          case "ALL" -> new Projection.All();
          case "KEYS_ONLY" -> new Projection.KeysOnly();
          case "INCLUDE" -> new Projection.Include(at.at("Projection").texts("NonKeyAttributes"));
          default -> throw at.at("Projection").wrong("is none of [ALL, KEYS_ONLY, INCLUDE]");
        };
    return new TableIndex(
        at.text("IndexName"),
        TableIndex.Scope.GLOBAL,
        attribute(keys.at("PartitionKey")),
        keys.find("SortKey").map(WorkbenchReader::attribute),
        projection,
        Optional.empty());
  }

  private static Billing billing(JsonField at) {
    var provisioned = at.findText("BillingMode").filter("PROVISIONED"::equals).isPresent();
    var units =
        at.find("ProvisionedCapacitySettings").flatMap(all -> all.find("ProvisionedThroughput"));
    if (!provisioned || units.isEmpty()) return new Billing.OnDemand();
    var each = units.get();
    var throughput =
        each.made(() ->
            new Throughput(each.whole("ReadCapacityUnits"), each.whole("WriteCapacityUnits")));
    return at.at("ProvisionedCapacitySettings").made(settings -> scaled(settings, throughput));
  }

  /**
   * The minimum stands for the units that a table is created with. Reads and writes are scaled
   * apart; a model has one target, so the lower one is taken.
   */
  private static Billing scaled(JsonField settings, Throughput units) {
    var reads = settings.find("AutoScalingRead");
    var writes = settings.find("AutoScalingWrite");
    int target =
        Stream.of(reads, writes)
            .flatMap(Optional::stream)
            .flatMap(each -> each.find("ScalingPolicyConfiguration").stream())
            .mapToInt(policy -> policy.small("TargetValue"))
            .min()
            .orElse(AutoScaling.DEFAULT_TARGET_PERCENT);
    return CloudFormationScaling.scaled(
        new Throughput(
            bound(reads, "MinCapacity", units.read()), bound(writes, "MinCapacity", units.write())),
        new Throughput(
            bound(reads, "MaxCapacity", units.read()), bound(writes, "MaxCapacity", units.write())),
        target);
  }

  private static long bound(Optional<JsonField> scaling, String name, long units) {
    return scaling
        .flatMap(each -> each.find("ScalableTargetRequest"))
        .map(target -> target.whole(name))
        .orElse(units);
  }

  private static SequencedMap<String, Type> types(JsonField at) {
    var types = new LinkedHashMap<String, Type>();
    for (var each : at.list("NonKeyAttributes")) {
      types.put(
          each.text("AttributeName"), each.made(() -> Type.valueOf(each.text("AttributeType"))));
    }
    return types;
  }

  private static List<Kind> kinds(JsonField at, Table table) {
    var facets = at.list("TableFacets");
    var rows = rows(at);
    if (facets.isEmpty()) return alike(table, rows, List.copyOf(types(at).keySet()));
    return facets.stream()
        .map(facet -> {
          var alias = facet.at("KeyAttributeAlias");
          var names = facet.texts("NonKeyAttributes");
          var own = rows(facet);
          return new Kind(
              facet.text("FacetName"),
              alias.findText("PartitionKeyAlias").orElse(table.partition().name()),
              alias
                  .findText("SortKeyAlias")
                  .or(() -> table.sort().map(KeyAttribute::name))
                  .orElse(""),
              names,
              own.isEmpty() ? fitting(table, rows, names) : own);
        })
        .toList();
  }

  private static List<Item> rows(JsonField at) {
    return at.list("TableData").stream().map(ItemJson::read).toList();
  }

  /** The rows whose only attributes are these and the key. */
  private static List<Item> fitting(Table table, List<Item> rows, List<String> names) {
    var known = new LinkedHashSet<>(names);
    known.add(table.partition().name());
    table.sort().ifPresent(key -> known.add(key.name()));
    return rows.stream().filter(row -> row.without(known).isEmpty()).toList();
  }

  /** Rows whose keys begin with the same words are of the same kind. */
  private static List<Kind> alike(Table table, List<Item> rows, List<String> names) {
    Map<String, List<Item>> groups = new LinkedHashMap<>();
    for (var row : rows) {
      var group = beginning(row.get(table.partition().name()));
      var second = table.sort().map(key -> beginning(row.get(key.name()))).orElse("");
      var name = second.isEmpty() || second.equals(group) ? group : group + "-" + second;
      groups.computeIfAbsent(name, ignored -> new ArrayList<>()).add(row);
    }
    if (groups.isEmpty()) groups.put("", List.of());
    var partition = table.partition().name();
    var sort = table.sort().map(KeyAttribute::name).orElse("");
    return groups.entrySet().stream()
        .map(group -> {
          var has = group.getValue();
          var used =
              has.isEmpty()
                  ? names
                  : names.stream()
                      .filter(name -> has.stream().anyMatch(row -> row.has(name)))
                      .toList();
          var name = group.getKey().isEmpty() ? table.name() : group.getKey();
          return new Kind(name, partition, sort, used, has);
        })
        .toList();
  }

  private static String beginning(Optional<Value> key) {
    if (key.isEmpty() || key.get().type() != Type.S) return "";
    var text = key.get().string();
    int end = text.indexOf('#');
    return end > 0 && text.substring(0, end).chars().allMatch(Character::isLetter)
        ? text.substring(0, end)
        : "";
  }

  private void kind(Table table, Kind kind, Map<String, Type> types) {
    var keys =
        new KeyPair(
            KeyTemplateGuess.of(table.partition(), kind.partition(), kind.rows()),
            table.sort().map(key -> KeyTemplateGuess.of(key, kind.sort(), kind.rows())));
    var has = new LinkedHashSet<>(kind.attributes());
    has.add(table.partition().name());
    table.sort().ifPresent(key -> has.add(key.name()));
    var indexes = new ArrayList<EntityDesign.Indexed>();
    Set<String> indexKeys = new LinkedHashSet<>();
    for (var index : table.indexes()) {
      if (!has.contains(index.partition().name())) continue;
      if (index.sort().filter(key -> !has.contains(key.name())).isPresent()) continue;
      indexes.add(indexed(table, index, keys, kind));
      indexKeys.add(index.partition().name());
      index.sort().ifPresent(key -> indexKeys.add(key.name()));
    }
    var example = kind.rows().isEmpty() ? blank(table) : kind.rows().getFirst();
    var attributes =
        kind.attributes().stream()
            .filter(name -> !indexKeys.contains(name))
            .map(name ->
                new EntityDesign.Attribute(
                    name,
                    name,
                    types.getOrDefault(name, Type.S),
                    kind.rows().stream().anyMatch(row -> !row.has(name))))
            .toList();
    var entity =
        new EntityDesign(
            kind.name(),
            table.name(),
            keys,
            indexes,
            attributes,
            example,
            kind.rows().stream().mapToInt(Item::size).max().orElse(example.size()),
            Population.of(Math.max(1, kind.rows().size()), Math.max(1, kind.rows().size())),
            Optional.empty(),
            Optional.empty(),
            place);
    entities.add(entity);
    patterns.addAll(WorkbenchFacets.of(table, entity, place));
  }

  private EntityDesign.Indexed indexed(Table table, TableIndex index, KeyPair keys, Kind kind) {
    var pair =
        new KeyPair(
            templates
                .partition(kind.name(), index.name())
                .orElseGet(() -> key(table, index.partition(), keys, kind)),
            index
                .sort()
                .map(key ->
                    templates
                        .sort(kind.name(), index.name())
                        .orElseGet(() -> key(table, key, keys, kind))));
    boolean sparse =
        kind.rows().stream()
            .anyMatch(row ->
                !row.has(index.partition().name())
                    || index.sort().filter(key -> !row.has(key.name())).isPresent());
    return new EntityDesign.Indexed(index.name(), pair, sparse);
  }

  /** A key attribute of the table has the same meaning in an index. */
  private static Key key(Table table, KeyAttribute attribute, KeyPair keys, Kind kind) {
    if (attribute.equals(table.partition())) return keys.partition();
    if (table.sort().filter(attribute::equals).isPresent()) return keys.sort().orElseThrow();
    return KeyTemplateGuess.of(attribute, attribute.name(), kind.rows());
  }

  /** If a file has no data, the example is an item that consists of its key. */
  private static Item blank(Table table) {
    var item = Item.of(table.partition().name(), value(table.partition()));
    return table.sort().map(key -> item.with(key.name(), value(key))).orElse(item);
  }

  private static Value value(KeyAttribute key) {
    return switch (key.type()) {
      case N -> Value.number(1);
      case B -> Value.binary(new byte[] {1});
      case S, BOOL, NULL, SS, NS, BS, L, M -> Value.string(key.name());
    };
  }
}
