package dev.trestle.design.export;

import dev.trestle.item.Type;
import dev.trestle.model.Billing;
import dev.trestle.model.Encryption;
import dev.trestle.model.KeyAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.SourceLocation;
import dev.trestle.model.StreamView;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.Throughput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the tables of a CloudFormation template. */
final class CloudFormationReader {
  private static final String TABLE = "AWS::DynamoDB::Table";
  private static final String GLOBAL_TABLE = "AWS::DynamoDB::GlobalTable";

  private final SourceLocation place;
  private final CloudFormationScaling scaling;
  private final Map<String, Type> types = new HashMap<>();

  private CloudFormationReader(SourceLocation place, CloudFormationScaling scaling) {
    this.place = place;
    this.scaling = scaling;
  }

  static List<Table> read(JsonField template, String file) {
    var place = SourceLocation.of(file);
    var resources = template.at("Resources");
    var scaling = CloudFormationScaling.read(resources);
    var tables = new ArrayList<Table>();
    for (var id : resources.fields().keySet()) {
      var resource = resources.at(id);
      var type = resource.text("Type");
      if (!type.equals(TABLE) && !type.equals(GLOBAL_TABLE)) continue;
      tables.add(new CloudFormationReader(place, scaling).table(id, resource.at("Properties")));
    }
    if (tables.isEmpty()) throw resources.wrong("has no table of DynamoDB");
    return tables;
  }

  private Table table(String id, JsonField at) {
    for (var each : at.list("AttributeDefinitions")) {
      types.put(
          each.text("AttributeName"), each.made(() -> Type.valueOf(each.text("AttributeType"))));
    }
    var own = own(at);
    var names = List.of(id, name(id, at));
    var billing = billing(at, own, names);
    var indexes = new ArrayList<TableIndex>();
    for (var each : at.list("LocalSecondaryIndexes")) {
      indexes.add(index(each, TableIndex.Scope.LOCAL, Optional.empty()));
    }
    for (var each : at.list("GlobalSecondaryIndexes")) {
      indexes.add(
          index(each, TableIndex.Scope.GLOBAL, units(each, ownIndex(own, each), names, billing)));
    }
    return new Table(
        name(id, at),
        Table.Importance.CRITICAL,
        key(at, "HASH").orElseThrow(() -> at.wrong("has no partition key")),
        key(at, "RANGE"),
        indexes,
        billing,
        at.find("TimeToLiveSpecification")
            .filter(each -> isTrue(each, "Enabled"))
            .map(each -> each.text("AttributeName")),
        own.find("PointInTimeRecoverySpecification")
            .filter(each -> isTrue(each, "PointInTimeRecoveryEnabled"))
            .isPresent(),
        Optional.empty(),
        replicas(at),
        encryption(at, own),
        isTrue(own, "DeletionProtectionEnabled"),
        at.find("StreamSpecification")
            .map(each -> each.made(() -> StreamView.valueOf(each.text("StreamViewType")))),
        Optional.empty(),
        place);
  }

  /** A name that is computed is not known; the id of the resource stands for it. */
  private static String name(String id, JsonField at) {
    return at.find("TableName")
        .filter(name -> name.json() instanceof JsonTree.Text)
        .map(JsonField::text)
        .orElse(id);
  }

  /** What a global table declares for each region: the first replica is that of the stack. */
  private static JsonField own(JsonField at) {
    var replicas = at.list("Replicas");
    return replicas.isEmpty() ? at : replicas.getFirst();
  }

  private static Optional<JsonField> ownIndex(JsonField own, JsonField index) {
    return own.list("GlobalSecondaryIndexes").stream()
        .filter(each -> each.text("IndexName").equals(index.text("IndexName")))
        .findFirst();
  }

  private static List<String> replicas(JsonField at) {
    return at.list("Replicas").stream()
        .skip(1)
        .map(each -> each.at("Region"))
        .map(JsonField::text)
        .toList();
  }

  private Optional<KeyAttribute> key(JsonField at, String kind) {
    var found =
        at.list("KeySchema").stream().filter(each -> each.text("KeyType").equals(kind)).toList();
    if (found.size() > 1) {
      throw at.at("KeySchema").wrong("has several attributes of the type " + kind);
    }
    return found.stream()
        .findFirst()
        .map(each -> {
          var name = each.text("AttributeName");
          var type = types.get(name);
          if (type == null) throw each.wrong("has no definition of " + name);
          return each.made(() -> new KeyAttribute(name, type));
        });
  }

  private TableIndex index(
      JsonField at, TableIndex.Scope scope, Optional<Billing.Provisioned> units) {
    return new TableIndex(
        at.text("IndexName"),
        scope,
        key(at, "HASH").orElseThrow(() -> at.wrong("has no partition key")),
        key(at, "RANGE"),
        projection(at.at("Projection")),
        units);
  }

  private static Projection projection(JsonField at) {
    return switch (at.text("ProjectionType")) {
      case "ALL" -> new Projection.All();
      case "KEYS_ONLY" -> new Projection.KeysOnly();
      case "INCLUDE" -> new Projection.Include(at.texts("NonKeyAttributes"));
      default -> throw at.wrong("is none of [ALL, KEYS_ONLY, INCLUDE]");
    };
  }

  private Billing billing(JsonField at, JsonField own, List<String> names) {
    boolean onDemand = at.findText("BillingMode").filter("PAY_PER_REQUEST"::equals).isPresent();
    if (onDemand) return new Billing.OnDemand();
    return provisioned(at, Optional.of(own), names, Optional.empty())
        .<Billing>map(units -> units)
        .orElseThrow(() -> at.wrong("is provisioned, but its units are not numbers"));
  }

  /** Units that differ from those of the table. */
  private Optional<Billing.Provisioned> units(
      JsonField index, Optional<JsonField> own, List<String> names, Billing table) {
    if (!(table instanceof Billing.Provisioned)) return Optional.empty();
    return provisioned(index, own, names, Optional.of(index.text("IndexName")))
        .filter(other -> !other.equals(table));
  }

  /** A table has units; a global table has scaled writes, and reads of each replica. */
  private Optional<Billing.Provisioned> provisioned(
      JsonField at, Optional<JsonField> own, List<String> names, Optional<String> index) {
    var plain = at.find("ProvisionedThroughput");
    if (plain.isPresent()) {
      var units = plain.get();
      var throughput =
          units.made(() ->
              new Throughput(units.whole("ReadCapacityUnits"), units.whole("WriteCapacityUnits")));
      return Optional.of(units.made(() -> scaling.of(names, index, throughput)));
    }
    var settings = at.find("WriteProvisionedThroughputSettings");
    var write = settings.flatMap(each -> each.find("WriteCapacityAutoScalingSettings"));
    var read = own.flatMap(each -> each.find("ReadProvisionedThroughputSettings"));
    if (write.isEmpty() || read.isEmpty()) return Optional.empty();
    return Optional.of(write.get().made(writes -> global(writes, read.get())));
  }

  private static Billing.Provisioned global(JsonField writes, JsonField read) {
    var reads = read.find("ReadCapacityAutoScalingSettings");
    var fixed = read.find("ReadCapacityUnits").map(JsonField::whole);
    var least =
        new Throughput(
            fixed.orElseGet(() -> read.at("ReadCapacityAutoScalingSettings").whole("MinCapacity")),
            writes.whole("MinCapacity"));
    var most =
        new Throughput(
            reads.map(each -> each.whole("MaxCapacity")).orElse(least.read()),
            writes.whole("MaxCapacity"));
    int target =
        Stream.concat(Stream.of(writes), reads.stream())
            .map(each -> each.at("TargetTrackingScalingPolicyConfiguration").at("TargetValue"))
            .mapToInt(CloudFormationScaling::percent)
            .min()
            .orElseThrow();
    return CloudFormationScaling.scaled(least, most, target);
  }

  private static Encryption encryption(JsonField at, JsonField own) {
    var specified = at.find("SSESpecification").filter(each -> isTrue(each, "SSEEnabled"));
    if (specified.isEmpty()) return new Encryption.Owned();
    return own.find("SSESpecification")
        .flatMap(each -> each.find("KMSMasterKeyId"))
        .filter(key -> key.json() instanceof JsonTree.Text)
        .<Encryption>map(key -> new Encryption.Customer(key.text()))
        .orElseGet(Encryption.Managed::new);
  }

  private static boolean isTrue(JsonField at, String name) {
    return at.find(name).filter(each -> each.json().equals(JsonTree.of(true))).isPresent();
  }
}
