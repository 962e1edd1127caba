package dev.trestle.engine.schema;

import static dev.trestle.engine.check.Constraints.given;

import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.check.SchemaConstraints;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.refusal.Refusal.LimitExceededException;
import dev.trestle.engine.refusal.Refusal.ResourceNotFoundException;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.request.TableParameters.AttributeDefinition;
import dev.trestle.engine.request.TableParameters.IndexChange;
import dev.trestle.engine.request.TableParameters.IndexSpecification;
import dev.trestle.engine.request.TableParameters.IndexUpdate;
import dev.trestle.engine.request.TableParameters.ProvisionedThroughput;
import dev.trestle.engine.table.MaximumUnits;
import dev.trestle.engine.table.ProvisionedUnits;
import dev.trestle.engine.table.SecondaryIndex;
import dev.trestle.engine.table.SecondaryIndex.Scope;
import dev.trestle.engine.table.SecondaryIndex.State;
import dev.trestle.engine.table.TableDefinition;
import dev.trestle.engine.table.TableDefinition.BillingMode;
import dev.trestle.item.Limits;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The updates of global indexes in one UpdateTable request. */
public record IndexUpdates(
    List<IndexUpdate> updates, Optional<List<AttributeDefinition>> attributeDefinitions) {

  public void constrain(Constraints constraints) {
    var schema = new SchemaConstraints(constraints);
    for (int i = 0; i < updates.size(); i++) {
      var path = "globalSecondaryIndexUpdates." + (i + 1) + ".member";
      var update = updates.get(i).update();
      if (update != null) {
        constraints.indexName(path + ".update.indexName", update.indexName());
        schema.throughput(path + ".update.provisionedThroughput", update.throughput());
      }
      var create = updates.get(i).create();
      if (create != null) schema.index(path + ".create", create, true);
      constraints.optionalName(path + ".delete.indexName", updates.get(i).delete());
    }
  }

  /** Runs the checks that do not need the table. */
  public void check() {
    var names = new HashSet<String>();
    for (var update : updates) {
      long actions =
          Stream.of(update.update(), update.create(), update.delete())
              .filter(Objects::nonNull)
              .count();
      if (actions == 0) {
        throw invalid(
            "One of GlobalSecondaryIndexUpdate.Update, GlobalSecondaryIndexUpdate.Create,"
                + " GlobalSecondaryIndexUpdate.Delete must not be null");
      }
      if (actions > 1) {
        throw invalid(
            "Only one global secondary index action is allowed per GlobalSecondaryIndexUpdate"
                + " object");
      }
      var name = name(update);
      if (!names.add(name)) {
        throw invalid(
            "Only one global secondary index update per index is allowed simultaneously. Index: "
                + name);
      }
      requireWarmMember(name, update);
      if (update.create() != null && attributeDefinitions.isEmpty()) {
        throw invalid("AttributeDefinitions is not specified for index: " + name);
      }
    }
  }

  private static void requireWarmMember(String name, IndexUpdate update) {
    if (update.update() == null || update.update().warm() == null) return;
    if (WarmRules.isGiven(update.update().warm())) return;
    throw invalid(
        "WarmThroughput must have at least one of ReadUnitsPerSecond or WriteUnitsPerSecond"
            + " specified for index: "
            + name);
  }

  private static String name(IndexUpdate update) {
    if (update.update() != null) return given(update.update().indexName());
    if (update.create() != null) return given(update.create().indexName());
    return given(update.delete());
  }

  public boolean create() {
    return updates.stream().anyMatch(update -> update.create() != null);
  }

  public boolean createOrDelete() {
    return createdOrDeleted().findAny().isPresent();
  }

  private Stream<IndexUpdate> createdOrDeleted() {
    return updates.stream().filter(update -> update.create() != null || update.delete() != null);
  }

  /**
   * Rejects creating or deleting more than one index at a time. An index that is being created may
   * be deleted.
   */
  public void requireOneAtATime(TableDefinition table) {
    if (!createOrDelete()) return;
    var concerned = createdOrDeleted().map(IndexUpdates::name).collect(Collectors.toSet());
    for (var index : table.indexes()) {
      if (index.state() != State.ACTIVE) concerned.add(index.name());
    }
    if (concerned.size() > 1 || createdOrDeleted().count() > 1) {
      throw new LimitExceededException(
          "Subscriber limit exceeded: Only 1 online index can be created or deleted simultaneously"
              + " per table");
    }
  }

  /** Returns the table's indexes after the updates, with a billing mode that may be new too. */
  public List<SecondaryIndex> apply(
      OperationContext context, TableDefinition table, BillingMode billing, boolean billingGiven) {
    var indexes = new LinkedHashMap<String, SecondaryIndex>();
    table.indexes().forEach(index -> indexes.put(index.name(), index));
    boolean switched = table.billing() != billing;
    var provisioned = new HashSet<String>();
    for (var update : updates) {
      if (update.update() != null) {
        var index = require(table, given(update.update().indexName()), update.update());
        indexes.put(index.name(), changed(index, update.update(), billing, billingGiven, switched));
        provisioned.add(index.name());
      } else if (update.create() != null) {
        var created = create(context, table, indexes, update.create(), billing);
        indexes.put(created.name(), created);
        provisioned.add(created.name());
      } else {
        var index = require(table, given(update.delete()), "delete");
        indexes.remove(index.name());
      }
    }
    if (switched) return rebill(indexes, billing, provisioned);
    return List.copyOf(indexes.values());
  }

  private static SecondaryIndex changed(
      SecondaryIndex index,
      IndexChange change,
      BillingMode billing,
      boolean billingGiven,
      boolean switched) {
    var maximum =
        MaximumRules.ofIndex(index.name(), index.maximum(), change.maximum(), billing)
            .withoutRemoved();
    var warm = WarmRules.ofIndex(index.name(), index.warm(), change.warm());
    var raised = index.withMaximum(maximum).withWarm(warm);
    boolean needsUnits = switched && billing == BillingMode.PROVISIONED;
    boolean hasOther = MaximumRules.isGiven(change.maximum()) || WarmRules.isGiven(change.warm());
    if (change.throughput() == null && hasOther && !needsUnits) return raised;
    var throughput = throughput(change, billing, billingGiven);
    if (!switched) ThroughputRules.requireChange(index, throughput);
    return raised.withThroughput(throughput);
  }

  private static List<SecondaryIndex> rebill(
      Map<String, SecondaryIndex> indexes, BillingMode billing, HashSet<String> provisioned) {
    if (billing == BillingMode.PAY_PER_REQUEST) {
      return indexes.values().stream()
          .map(index -> index.withThroughput(ProvisionedUnits.ON_DEMAND))
          .toList();
    }
    var missing =
        indexes.values().stream()
            .filter(index -> index.isGlobal() && !provisioned.contains(index.name()))
            .map(SecondaryIndex::name)
            .toList();
    if (!missing.isEmpty()) {
      throw invalid(
          "ProvisionedThroughput must be specified for index: " + String.join(",", missing));
    }
    return indexes.values().stream().map(index -> index.withMaximum(MaximumUnits.NONE)).toList();
  }

  private static SecondaryIndex require(TableDefinition table, String name, IndexChange change) {
    var throughput = change.throughput();
    if (throughput != null && !ThroughputRules.inBounds(throughput)) {
      throw new ValidationException(
          "This operation cannot be performed with given input values. Please contact DynamoDB"
              + " service team for more info: Action Blocked: IndexUpdate");
    }
    return require(table, name, "update");
  }

  private static SecondaryIndex require(TableDefinition table, String name, String action) {
    var index =
        table
            .index(name)
            .orElseThrow(() ->
                new ResourceNotFoundException(
                    "Requested resource not found: Index " + name + " for table " + table.name()));
    if (index.isGlobal()) return index;
    throw new ValidationException(
        "Cannot " + action + " an index that is not a GlobalSecondaryIndex: " + name);
  }

  private static ProvisionedUnits throughput(
      IndexChange change, BillingMode billing, boolean billingGiven) {
    var name = given(change.indexName());
    var throughput = Optional.ofNullable(change.throughput());
    if (billing == BillingMode.PAY_PER_REQUEST) {
      if (billingGiven && throughput.isPresent()) throw perRequest(name);
      throw invalid(
          "The only Updates for index: "
              + name
              + " when TableThroughputMode is PAY_PER_REQUEST can be to OnDemandThroughput,"
              + " WarmThroughput");
    }
    return throughput.map(ThroughputRules::of).orElseThrow(() -> unitsMissing(name));
  }

  private SecondaryIndex create(
      OperationContext context,
      TableDefinition table,
      Map<String, SecondaryIndex> indexes,
      IndexSpecification specification,
      BillingMode billing) {
    var name = given(specification.indexName());
    if (indexes.containsKey(name)) {
      throw new ValidationException("Attempting to create an index which already exists");
    }
    var schemas =
        new KeySchemas(attributeDefinitions.orElse(List.of())).knowing(table.attributes());
    var elements = given(specification.keySchema());
    attributeDefinitions.ifPresent(
        definitions -> new AttributeRedefinition(table, definitions).check(elements));
    schemas.requireDefined(elements);
    var keys = schemas.global(elements);
    var projection = IndexSpecifications.projection(specification);
    var throughput = throughput(name, Optional.ofNullable(specification.throughput()), billing);
    if (table.globalIndexes().size() >= Limits.GLOBAL_SECONDARY_INDEXES) {
      throw new LimitExceededException(
          "Subscriber limit exceeded: Number of global secondary indexes exceeds per-table limit of"
              + " "
              + Limits.GLOBAL_SECONDARY_INDEXES);
    }
    var index =
        new SecondaryIndex(
            context.catalog().newId(),
            name,
            Scope.GLOBAL,
            keys,
            projection,
            throughput,
            MaximumRules.ofNewIndex(name, specification.maximum(), billing),
            WarmRules.ofNewIndex(name, specification.warm(), throughput),
            State.BACKFILLING);
    var all = new ArrayList<>(indexes.values());
    all.add(index);
    IndexSpecifications.checkProjectedCount(all);
    return index;
  }

  private static ProvisionedUnits throughput(
      String name, Optional<ProvisionedThroughput> throughput, BillingMode billing) {
    if (billing == BillingMode.PROVISIONED) {
      return throughput.map(ThroughputRules::of).orElseThrow(() -> unitsMissing(name));
    }
    if (throughput.isPresent()) throw perRequest(name);
    return ProvisionedUnits.ON_DEMAND;
  }

  /** Returns the definition as UpdateTable returns it: with deleted indexes and the old units. */
  public TableDefinition shown(TableDefinition before, TableDefinition after) {
    if (updates.isEmpty()) return after;
    var shown = new LinkedHashMap<String, SecondaryIndex>();
    for (var index : before.indexes()) {
      var now = after.index(index.name());
      if (now.isEmpty()) shown.put(index.name(), index.withState(State.DELETING));
      else if (before.billing() != after.billing()) shown.put(index.name(), now.get());
      else shown.put(index.name(), index.withMaximum(now.get().maximum()));
    }
    for (var index : after.indexes()) shown.putIfAbsent(index.name(), index);
    return after.withIndexes(List.copyOf(shown.values()));
  }

  /** Returns the names of the indexes whose warm throughput is set. */
  public Set<String> warmed() {
    return updates.stream()
        .filter(update ->
            WarmRules.isGiven(update.update() == null ? null : update.update().warm())
                || WarmRules.isGiven(update.create() == null ? null : update.create().warm()))
        .map(IndexUpdates::name)
        .collect(Collectors.toSet());
  }

  private static ValidationException perRequest(String name) {
    return invalid(
        "Neither ReadCapacityUnits nor WriteCapacityUnits can be specified for index: "
            + name
            + " when BillingMode is PAY_PER_REQUEST");
  }

  private static ValidationException unitsMissing(String name) {
    return invalid(
        "Both ReadCapacityUnits and WriteCapacityUnits must be specified for index: " + name);
  }

  private static ValidationException invalid(String what) {
    return new ValidationException("One or more parameter values were invalid: " + what);
  }
}
