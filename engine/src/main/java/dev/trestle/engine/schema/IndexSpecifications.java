package dev.trestle.engine.schema;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.KeySchemaElement;
import dev.trestle.engine.table.IndexProjection;
import dev.trestle.engine.table.IndexProjection.Kind;
import dev.trestle.engine.table.KeySchema;
import dev.trestle.engine.table.MaximumUnits;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.SecondaryIndex.Scope;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.engine.table.WarmUnits;
import dev.trestle.item.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntSupplier;

/** Converts the index parameters of a request to indexes, and checks them. */
public final class IndexSpecifications {
  private final KeySchemas schemas;
  private final IntSupplier newId;
  private final Set<String> names = new HashSet<>();

  public IndexSpecifications(KeySchemas schemas, IntSupplier newId) {
    this.schemas = schemas;
    this.newId = newId;
  }

  public List<SecondaryIndex> local(List<IndexSpecification> specifications, KeySchema table) {
    var indexes = new ArrayList<SecondaryIndex>();
    for (var specification : specifications) indexes.add(local(specification, table));
    if (indexes.size() > Limits.LOCAL_SECONDARY_INDEXES) {
      throw invalid(
          "Number of LocalSecondaryIndexes exceeds per-table limit of "
              + Limits.LOCAL_SECONDARY_INDEXES);
    }
    return indexes;
  }

  private SecondaryIndex local(IndexSpecification specification, KeySchema table) {
    var name = given(specification.indexName());
    var keys = schemas.single(given(specification.keySchema()));
    if (keys.sortKey().isEmpty()) {
      throw invalid("Index KeySchema does not have a range key for index: " + name);
    }
    var hash = keys.partitionKey().name();
    if (!hash.equals(table.partitionKey().name())) {
      throw invalid(
          "Index KeySchema does not have the same leading hash key as table KeySchema for index: "
              + name
              + ". index hash key: "
              + hash
              + ", table hash key: "
              + table.partitionKey().name());
    }
    var projection = projection(specification);
    requireNew(name);
    return new SecondaryIndex(
        newId.getAsInt(),
        name,
        Scope.LOCAL,
        keys,
        projection,
        ProvisionedUnits.ON_DEMAND,
        MaximumUnits.NONE,
        WarmUnits.initial(ProvisionedUnits.ON_DEMAND),
        State.ACTIVE);
  }

  public List<SecondaryIndex> global(List<IndexSpecification> specifications, BillingMode billing) {
    var indexes = new ArrayList<SecondaryIndex>();
    for (var specification : specifications) {
      var name = given(specification.indexName());
      var keys = schemas.global(given(specification.keySchema()));
      var projection = projection(specification);
      var throughput = throughput(name, specification, billing);
      var maximum = MaximumRules.ofNewIndex(name, specification.maximum(), billing);
      var warm = WarmRules.ofNewIndex(name, specification.warm(), throughput);
      requireNew(name);
      indexes.add(
          new SecondaryIndex(
              newId.getAsInt(),
              name,
              Scope.GLOBAL,
              keys,
              projection,
              throughput,
              maximum,
              warm,
              State.ACTIVE));
    }
    if (indexes.size() > Limits.GLOBAL_SECONDARY_INDEXES) {
      throw invalid(
          "GlobalSecondaryIndex count exceeds the per-table limit of "
              + Limits.GLOBAL_SECONDARY_INDEXES);
    }
    return indexes;
  }

  /** Rejects indexes that together project too many non-key attributes. */
  public static void checkProjectedCount(List<SecondaryIndex> indexes) {
    int projected =
        indexes.stream().mapToInt(index -> index.projection().nonKeyAttributes().size()).sum();
    if (projected > Limits.PROJECTED_ATTRIBUTES) {
      throw invalid(
          "The number of attributes projected into all indexes exceeds the per-table limit of "
              + Limits.PROJECTED_ATTRIBUTES);
    }
  }

  private void requireNew(String name) {
    if (!names.add(name)) throw invalid("Duplicate index name: " + name);
  }

  private static ProvisionedUnits throughput(
      String name, IndexSpecification specification, BillingMode billing) {
    var throughput = specification.throughput();
    return switch (billing) {
      case PAY_PER_REQUEST -> {
        if (throughput == null) yield ProvisionedUnits.ON_DEMAND;
        throw invalid(
            "ProvisionedThroughput should not be specified for index: "
                + name
                + " when BillingMode is PAY_PER_REQUEST");
      }
      case PROVISIONED -> {
        if (throughput != null) yield ThroughputRules.of(throughput);
        throw invalid("ProvisionedThroughput is not specified for index: " + name);
      }
    };
  }

  /** Returns whether an index has the keys and the projection of a specification. */
  public static boolean describes(IndexSpecification specification, SecondaryIndex index) {
    var keys = given(specification.keySchema());
    return names(keys, "HASH").equals(names(index.keys().partition()))
        && names(keys, "RANGE").equals(names(index.keys().sort()))
        && projection(specification).equals(index.projection());
  }

  private static List<String> names(List<KeySchemaElement> keys, String type) {
    return keys.stream()
        .filter(key -> type.equals(key.keyType()))
        .map(key -> given(key.attributeName()))
        .toList();
  }

  private static List<String> names(List<SchemaAttribute> attributes) {
    return attributes.stream().map(SchemaAttribute::name).toList();
  }

  static IndexProjection projection(IndexSpecification specification) {
    var projection = given(specification.projection());
    var type = projection.projectionType();
    if (type == null) throw invalid("Unknown ProjectionType: null");
    var kind = Kind.valueOf(type);
    var attributes = projection.nonKeyAttributes();
    if (attributes != null && kind != Kind.INCLUDE) {
      throw invalid("ProjectionType is " + type + ", but NonKeyAttributes is specified");
    }
    if (attributes == null && kind == Kind.INCLUDE) {
      throw invalid("ProjectionType is " + type + ", but NonKeyAttributes is not specified");
    }
    if (attributes == null) return new IndexProjection(kind, List.of());
    var seen = new HashSet<String>();
    for (var attribute : attributes) {
      if (!seen.add(attribute)) {
        throw invalid("Duplicate element in NonKeyAttributes: " + attribute);
      }
    }
    return new IndexProjection(kind, attributes.stream().sorted().toList());
  }

  private static ValidationException invalid(String what) {
    return new ValidationException("One or more parameter values were invalid: " + what);
  }
}
