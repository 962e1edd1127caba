package dev.trestle.cli.migrate;

import dev.trestle.cli.migrate.MigrationPlan.PlannedStep;
import dev.trestle.design.check.KeyOverlap;
import dev.trestle.model.Entity;
import dev.trestle.model.Model;
import dev.trestle.model.Projection;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.TableIndex.Scope;
import dev.trestle.store.LiveTable;
import dev.trestle.store.TableDrift;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Finds the steps from the tables that exist to their declaration. Items are backfilled before an
 * index is added, so that it is complete as soon as it can be read; what is no longer declared is
 * dropped last.
 */
final class MigrationPlanner {
  private final Model model;
  private final DynamoDbClient client;
  private final MigrationOptions options;
  private final List<MigrationStep> created = new ArrayList<>();
  private final List<MigrationStep> backfilled = new ArrayList<>();
  private final List<MigrationStep> copied = new ArrayList<>();
  private final List<MigrationStep> added = new ArrayList<>();
  private final List<MigrationStep> dropped = new ArrayList<>();
  private final List<String> problems = new ArrayList<>();
  private final List<String> left = new ArrayList<>();

  private MigrationPlanner(Model model, DynamoDbClient client, MigrationOptions options) {
    this.model = model;
    this.client = client;
    this.options = options;
  }

  static MigrationPlan plan(
      Model model, DynamoDbClient client, MigrationOptions options, MigrationState state) {
    var planner = new MigrationPlanner(model, client, options);
    boolean begun = state.isUnderWay(Declaration.of(model));
    boolean underWay = begun && !(options.again() && state.hasOnlyLastSteps());
    List<StepProgress> steps;
    if (underWay) {
      steps = state.steps().stream().map(StepProgress::resumed).toList();
    } else {
      model.tables().forEach(table -> planner.compare(table, state.forms()));
      planner.moves(state.forms());
      steps = planner.steps();
    }
    var estimate = new StepEstimate(model, client, options);
    List<PlannedStep> planned = steps.stream().map(estimate::of).toList();
    return new MigrationPlan(model.name(), underWay, planned, planner.problems, planner.left);
  }

  private List<StepProgress> steps() {
    var all = new ArrayList<>(created);
    all.addAll(backfilled);
    all.addAll(copied);
    all.addAll(added);
    all.addAll(dropped);
    return all.stream().map(StepProgress::start).toList();
  }

  private void compare(Table table, Map<String, String> forms) {
    Table live;
    try {
      live = LiveTable.read(client, table.name(), options.prefix());
    } catch (ResourceNotFoundException e) {
      created.add(new MigrationStep.CreateTable(table.name()));
      return;
    } catch (IllegalArgumentException e) {
      problems.add("%s: %s".formatted(table.name(), e.getMessage()));
      return;
    }
    if (!live.partition().equals(table.partition()) || !live.sort().equals(table.sort())) {
      problems.add(
          "%s: the key of a table cannot be changed. Declare a table with another name."
              .formatted(table.name()));
    }
    boolean brought = Declaration.of(model, table).equals(forms.get(table.name()));
    if (options.again() || !brought) {
      if (!Declaration.entities(model, table).isEmpty()) {
        backfilled.add(new MigrationStep.Backfill(table.name()));
      }
    }
    indexes(table, live);
    settings(table);
  }

  /**
   * While both entities are in the model, items are copied. Once the former one is not, nobody
   * writes its items any more, and they are deleted.
   */
  private void moves(Map<String, String> forms) {
    for (var entity : model.entities()) {
      if (entity.movedFrom().isEmpty()) continue;
      var moved = MovedItems.of(entity);
      var table = moved.former().table().name();
      var form = Optional.ofNullable(forms.get(moved.name()));
      if (model.entities().contains(moved.former())) {
        overlaps(moved.former());
        boolean done = form.filter(Declaration.of(moved)::equals).isPresent();
        if (options.again() || !done) copied.add(new MigrationStep.Copy(table, moved.name()));
      } else if (exists(table)) {
        ended(moved, form);
      }
    }
  }

  private void ended(MovedItems<?, ?> moved, Optional<String> form) {
    if (form.filter(Declaration.DELETED::equals).isPresent()) return;
    overlaps(moved.former());
    if (form.isPresent()) {
      var table = moved.former().table().name();
      dropped.add(new MigrationStep.DeleteMoved(table, moved.name()));
    } else {
      problems.add(
          ("%s was not copied: declare both entities and apply that first. If there is nothing to"
                  + " copy, remove movedFrom.")
              .formatted(moved.name()));
    }
  }

  /** What is copied and then deleted is found by its key, which must not be that of others. */
  private void overlaps(Entity<?> former) {
    for (var other : model.entities()) {
      boolean apart = other == former || !other.table().name().equals(former.table().name());
      if (apart) continue;
      KeyOverlap.of(former.keys(), other.keys())
          .ifPresent(key ->
              problems.add(
                  ("%s and %s can have the same key in %s, %s, so the items that move cannot be told"
                          + " from the others. Move them to another table, or to a key that begins"
                          + " with what no part of the former one can contain.")
                      .formatted(former.name(), other.name(), former.table().name(), key)));
    }
  }

  private boolean exists(String table) {
    try {
      client.describeTable(ask -> ask.tableName(options.prefix() + table));
      return true;
    } catch (ResourceNotFoundException e) {
      return false;
    }
  }

  private void indexes(Table table, Table live) {
    var found = new LinkedHashMap<String, TableIndex>();
    live.indexes().forEach(index -> found.put(index.name(), index));
    for (var index : table.indexes()) {
      var there = Optional.ofNullable(found.remove(index.name()));
      if (there.isPresent()) {
        if (!isSame(there.get(), index)) {
          problems.add(
              "%s: the index %s has another key or projection. Declare it under another name."
                  .formatted(table.name(), index.name()));
        }
      } else if (index.scope() == Scope.LOCAL) {
        problems.add(
            "%s: the local index %s cannot be added to a table. Declare a global one."
                .formatted(table.name(), index.name()));
      } else {
        added.add(new MigrationStep.AddIndex(table.name(), index.name()));
      }
    }
    for (var index : found.values()) {
      if (index.scope() == Scope.LOCAL) {
        left.add("%s: a local index, %s, cannot be dropped".formatted(table.name(), index.name()));
      } else {
        dropped.add(new MigrationStep.DropIndex(table.name(), index.name()));
      }
    }
  }

  private static boolean isSame(TableIndex one, TableIndex other) {
    return one.scope() == other.scope()
        && one.partition().equals(other.partition())
        && one.sort().equals(other.sort())
        && isSame(one.projection(), other.projection());
  }

  /** DynamoDB may list attributes in another order than they were declared in. */
  private static boolean isSame(Projection one, Projection other) {
    if (one instanceof Projection.Include(var some)
        && other instanceof Projection.Include(var others)) {
      return new HashSet<>(some).equals(new HashSet<>(others));
    }
    return one.equals(other);
  }

  /** Settings belong to templates; changing them needs no steps. */
  private void settings(Table table) {
    for (var difference : TableDrift.of(List.of(table), client, options.prefix())) {
      if (difference.what().equals("key") || difference.what().startsWith("index ")) continue;
      left.add(
          "%s: %s is %s, declared %s"
              .formatted(
                  table.name(), difference.what(), difference.live(), difference.declared()));
    }
  }
}
