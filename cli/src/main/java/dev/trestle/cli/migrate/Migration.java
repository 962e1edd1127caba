package dev.trestle.cli.migrate;

import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.store.GlobalIndexes;
import dev.trestle.store.Store;
import dev.trestle.store.StoreOptions;
import dev.trestle.store.TableCreation;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.LimitExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceInUseException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * Brings the tables of an endpoint, and the items in them, to a model. How far it is stands in a
 * table of the endpoint; after a kill, the next process goes on from there. Every step can be
 * repeated, so what was done and not yet noted is done twice without harm.
 */
public final class Migration {
  private static final long LOOK_EVERY_MILLIS = 200;

  /** How many unreadable items are listed. */
  private static final int UNREADABLE_MAX = 10;

  /** How often an index is added that then disappears. */
  private static final int ADDS_MAX = 3;

  private final Model model;
  private final DynamoDbClient client;
  private final MigrationOptions options;
  private final MigrationProgress progress;
  private final List<UnreadableItem> unreadable = new ArrayList<>();

  private Migration(
      Model model, DynamoDbClient client, MigrationOptions options, MigrationProgress progress) {
    this.model = model;
    this.client = client;
    this.options = options;
    this.progress = progress;
  }

  /** Returns the steps and what they cost, and changes nothing. Reads a page of each table. */
  public static MigrationPlan plan(Model model, DynamoDbClient client, MigrationOptions options) {
    MigrationState state;
    try {
      state = MigrationLease.read(states(client, options), model.name());
    } catch (ResourceNotFoundException e) {
      state = MigrationState.none(model.name());
    }
    return MigrationPlanner.plan(model, client, options, state);
  }

  /**
   * Does what is left of the migration.
   *
   * @throws MigrationException if another process applies it, or the tables cannot be brought to
   *     the model
   */
  public static MigrationResult apply(
      Model model, DynamoDbClient client, MigrationOptions options, MigrationProgress progress)
      throws InterruptedException {
    TableCreation.create(MigrationStates.MODEL, client, options.prefix());
    var store = states(client, options);
    try (var lease =
        MigrationLease.take(store, model.name(), options.owner(), options.lease(), progress)) {
      return new Migration(model, client, options, progress).apply(lease);
    }
  }

  private static Store states(DynamoDbClient client, MigrationOptions options) {
    return Store.of(
        MigrationStates.MODEL, client, StoreOptions.standard().tablePrefix(options.prefix()));
  }

  private MigrationResult apply(MigrationLease lease) throws InterruptedException {
    var plan = MigrationPlanner.plan(model, client, options, lease.state());
    if (!plan.problems().isEmpty()) {
      throw new MigrationException(String.join(System.lineSeparator(), plan.problems()));
    }
    if (!plan.underWay()) {
      var steps = plan.steps().stream().map(MigrationPlan.PlannedStep::progress).toList();
      lease.save(state -> state.planned(Declaration.of(model), steps));
    }
    int count = lease.state().steps().size();
    for (int i = 0; i < count; i++) {
      var step = lease.state().steps().get(i);
      if (step.done() || (step.step().isLast() && !options.drop())) continue;
      // The steps after one that could not be finished count on it.
      if (!run(lease, i, step.step())) break;
    }
    return new MigrationResult(lease.state().steps(), options.drop(), unreadable);
  }

  /** Does a step. Returns whether it was finished, which unreadable items prevent. */
  private boolean run(MigrationLease lease, int number, MigrationStep step)
      throws InterruptedException {
    progress.at(lease.state().steps().get(number), 0);
    switch (step) {
      case MigrationStep.CreateTable(var table) -> create(declared(table));
      case MigrationStep.Backfill(var table) ->
          pass(lease, number, step, backfill(declared(table)));
      case MigrationStep.Copy copy ->
          pass(
              lease,
              number,
              step,
              new CopyTask(client, MovedItems.named(model, copy.move()), options.prefix()));
      case MigrationStep.DeleteMoved delete ->
          pass(
              lease,
              number,
              step,
              new DeleteTask(client, MovedItems.named(model, delete.move()), options.prefix()));
      case MigrationStep.AddIndex(var table, var index) -> add(declared(table), index);
      case MigrationStep.DropIndex(var table, var index) -> drop(table, index);
    }
    if (!step.isPass()) {
      lease.save(state -> finished(state, number));
      progress.at(lease.state().steps().get(number), 0);
    }
    return lease.state().steps().get(number).done();
  }

  private MigrationState finished(MigrationState state, int number) {
    var step = state.steps().get(number);
    var finished = state.with(number, step.finished());
    return switch (step.step()) {
      case MigrationStep.CreateTable(var table) -> withoutMoves(brought(finished, table), table);
      case MigrationStep.Backfill(var table) -> brought(finished, table);
      case MigrationStep.Copy copy ->
          finished.brought(copy.move(), Declaration.of(MovedItems.named(model, copy.move())));
      case MigrationStep.DeleteMoved delete -> finished.brought(delete.move(), Declaration.DELETED);
      case MigrationStep.AddIndex ignored -> finished;
      case MigrationStep.DropIndex ignored -> finished;
    };
  }

  /** A table that was created has no items of an entity that is no longer in the model. */
  private MigrationState withoutMoves(MigrationState state, String table) {
    var after = state;
    for (var entity : model.entities()) {
      if (entity.movedFrom().isEmpty()) continue;
      var moved = MovedItems.of(entity);
      boolean ended =
          moved.former().table().name().equals(table) && !model.entities().contains(moved.former());
      if (ended) after = after.brought(moved.name(), Declaration.DELETED);
    }
    return after;
  }

  private MigrationState brought(MigrationState state, String table) {
    return state.brought(table, Declaration.of(model, declared(table)));
  }

  private void create(Table table) {
    var outcome =
        TableCreation.create(List.of(table), client, options.prefix(), Thread::sleep).getFirst();
    if (outcome instanceof TableCreation.Outcome.Different different) {
      throw new MigrationException(
          "%s: %s".formatted(table.name(), String.join("; ", different.differences())));
    }
  }

  private ItemTask backfill(Table table) {
    return new BackfillTask(
        client, table, options.prefix() + table.name(), Declaration.entities(model, table));
  }

  /**
   * Reads a whole table, from where it was left. The last page is noted together with the end of
   * the step, so that a kill between the two does not repeat the pass.
   */
  private void pass(MigrationLease lease, int number, MigrationStep step, ItemTask task)
      throws InterruptedException {
    var name = options.prefix() + step.table();
    long total = client.describeTable(ask -> ask.tableName(name)).table().itemCount();
    var pass = new TablePass(client, name, task, options.unitsPerSecond());
    lease.save(state -> state.with(number, state.steps().get(number).resumed()));
    var position = lease.state().steps().get(number).resume().map(StoredKey::values);
    do {
      var page = pass.page(position);
      position = page.next();
      page.unreadable().stream().limit(UNREADABLE_MAX - unreadable.size()).forEach(unreadable::add);
      lease.save(state -> {
        var read = state.steps().get(number).after(page);
        var after = state.with(number, read);
        return page.next().isEmpty() && read.unreadable() == 0 ? finished(after, number) : after;
      });
      progress.at(lease.state().steps().get(number), total);
    } while (position.isPresent());
  }

  private void add(Table table, String index) throws InterruptedException {
    var name = options.prefix() + table.name();
    int adds = 0;
    while (true) {
      switch (GlobalIndexes.status(client, name, index)) {
        case ACTIVE -> {
          return;
        }
        case CHANGING -> {}
        case ABSENT -> {
          if (++adds > ADDS_MAX) {
            throw new MigrationException(
                "The index %s of %s disappeared while it was being added.".formatted(index, name));
          }
          try {
            GlobalIndexes.add(client, table, table.index(index), options.prefix());
          } catch (ResourceInUseException | LimitExceededException e) {
            adds--; // The table is being changed otherwise.
          }
        }
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private void drop(String table, String index) throws InterruptedException {
    var name = options.prefix() + table;
    while (true) {
      switch (GlobalIndexes.status(client, name, index)) {
        case ABSENT -> {
          return;
        }
        case CHANGING -> {}
        case ACTIVE -> {
          try {
            GlobalIndexes.drop(client, name, index);
          } catch (ResourceInUseException | LimitExceededException e) {
            // The table is being changed otherwise.
          }
        }
      }
      Thread.sleep(LOOK_EVERY_MILLIS);
    }
  }

  private Table declared(String name) {
    return model.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
