package dev.trestle.cli.migrate;

import dev.trestle.cli.migrate.MigrationPlan.PlannedStep;
import dev.trestle.model.Model;
import dev.trestle.model.Table;
import dev.trestle.model.codec.CodecException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;

/**
 * What a step costs: from the number and size of the items as DynamoDB reports them, which may be
 * six hours old, and a sample of one page.
 */
final class StepEstimate {
  private static final int SAMPLE_ITEMS = 1000;
  private static final double READ_UNIT_BYTES = 4096;
  private static final double WRITE_UNIT_BYTES = 1024;

  private final Model model;
  private final DynamoDbClient client;
  private final MigrationOptions options;

  StepEstimate(Model model, DynamoDbClient client, MigrationOptions options) {
    this.model = model;
    this.client = client;
    this.options = options;
  }

  private record Size(long items, long bytes) {
    /** The units of one write of an average item. */
    long unitsPerWrite() {
      return items == 0 ? 1 : Math.max(1, (long) Math.ceil(bytes / WRITE_UNIT_BYTES / items));
    }
  }

  PlannedStep of(StepProgress progress) {
    var step = progress.step();
    if (progress.done()) return new PlannedStep(progress, 0, 0, 0, 0, Optional.of(Duration.ZERO));
    var size = size(options.prefix() + step.table());
    return switch (step) {
      case MigrationStep.CreateTable ignored ->
          new PlannedStep(progress, 0, 0, 0, 0, Optional.empty());
      case MigrationStep.Backfill backfill -> backfill(progress, backfill, size);
      case MigrationStep.Copy(var table, var move) -> copy(progress, table, move, size, 4);
      case MigrationStep.DeleteMoved(var table, var move) -> copy(progress, table, move, size, 1);
      case MigrationStep.AddIndex(var table, var index) -> {
        long entries = Math.round(size.items * share(table, item -> isIn(table, index, item)));
        long units = entries * size.unitsPerWrite();
        yield new PlannedStep(progress, size.items, entries, 0, units, Optional.empty());
      }
      case MigrationStep.DropIndex ignored ->
          new PlannedStep(progress, 0, 0, 0, 0, Optional.empty());
    };
  }

  private PlannedStep backfill(StepProgress progress, MigrationStep.Backfill step, Size size) {
    var table = declared(step.table());
    List<DeclaredItems<?>> declared =
        Declaration.entities(model, table).stream()
            .<DeclaredItems<?>>map(DeclaredItems::new)
            .toList();
    long items = Math.max(0, size.items - progress.items());
    long changes = Math.round(items * share(step.table(), item -> changes(declared, item)));
    double left = size.items == 0 ? 0 : (double) items / size.items;
    long reads = (long) Math.ceil(size.bytes * left / READ_UNIT_BYTES);
    long writes = changes * size.unitsPerWrite();
    return new PlannedStep(
        progress, items, changes, reads, writes, Optional.of(duration(reads + writes)));
  }

  /** A copy is a transaction of a check and a put, which count twice each. */
  private PlannedStep copy(
      StepProgress progress, String table, String move, Size size, int writesEach) {
    var moved = moved(move);
    long items = Math.max(0, size.items - progress.items());
    long changes = Math.round(items * share(table, moved::has));
    double left = size.items == 0 ? 0 : (double) items / size.items;
    long reads = (long) Math.ceil(size.bytes * left / READ_UNIT_BYTES);
    if (writesEach > 1) reads += changes;
    long writes = changes * size.unitsPerWrite() * writesEach;
    return new PlannedStep(
        progress, items, changes, reads, writes, Optional.of(duration(reads + writes)));
  }

  private MovedItems<?, ?> moved(String name) {
    return MovedItems.named(model, name);
  }

  private Duration duration(long units) {
    return Duration.ofSeconds(Math.round(units / options.unitsPerSecond()));
  }

  private static boolean changes(
      List<DeclaredItems<?>> declared, Map<String, AttributeValue> item) {
    try {
      return declared.stream().anyMatch(each -> each.has(item) && each.rewrite(item).isPresent());
    } catch (CodecException | IllegalArgumentException e) {
      return false;
    }
  }

  /** Items without the key attributes of an index are not in it, now or after their backfill. */
  private boolean isIn(String table, String index, Map<String, AttributeValue> item) {
    var declared = declared(table).index(index);
    return Declaration.entities(model, declared(table)).stream()
        .filter(entity -> new DeclaredItems<>(entity).has(item))
        .anyMatch(entity ->
            entity.indexes().stream().anyMatch(each -> each.name().equals(declared.name())));
  }

  private double share(String table, Predicate<Map<String, AttributeValue>> test) {
    try {
      var sample =
          client.scan(ask -> ask.tableName(options.prefix() + table).limit(SAMPLE_ITEMS)).items();
      return sample.isEmpty() ? 0 : (double) sample.stream().filter(test).count() / sample.size();
    } catch (ResourceNotFoundException e) {
      return 0; // An earlier step creates it.
    }
  }

  private Table declared(String name) {
    return model.tables().stream()
        .filter(table -> table.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private Size size(String table) {
    try {
      var live = client.describeTable(ask -> ask.tableName(table)).table();
      return new Size(live.itemCount(), live.tableSizeBytes());
    } catch (ResourceNotFoundException e) {
      return new Size(0, 0);
    }
  }
}
