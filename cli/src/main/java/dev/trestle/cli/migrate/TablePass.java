package dev.trestle.cli.migrate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;

/** Reads a whole table page by page, with consistent reads, and does a task with each item. */
final class TablePass {
  /** Tasks under way at the same time. */
  static final int TASKS_MAX = 16;

  private static final int PAGE_ITEMS_MIN = 25;
  private static final int PAGE_ITEMS_MAX = 1000;

  private final DynamoDbClient client;
  private final String table;
  private final ItemTask task;
  private final Pace pace;
  private final Throttling throttling;
  private final int pageItems;

  /**
   * Prepares a pass.
   *
   * @param table the table's name, with its prefix
   */
  TablePass(DynamoDbClient client, String table, ItemTask task, double unitsPerSecond) {
    this(client, table, task, unitsPerSecond, new Throttling(table));
  }

  TablePass(
      DynamoDbClient client,
      String table,
      ItemTask task,
      double unitsPerSecond,
      Throttling throttling) {
    this.throttling = throttling;
    this.client = client;
    this.table = table;
    this.task = task;
    this.pace = new Pace(unitsPerSecond);
    // A page takes a few seconds, so that little is repeated after a kill.
    this.pageItems = (int) Math.clamp(unitsPerSecond, PAGE_ITEMS_MIN, PAGE_ITEMS_MAX);
  }

  /** Reads the page after a key and does its tasks. */
  PassPage page(Optional<Map<String, AttributeValue>> after) throws InterruptedException {
    var read = throttling.outlast(() -> read(after.orElse(null)));
    double units = ConsumedUnits.of(read.consumedCapacity());
    pace.spend(units);
    var unreadable = new ArrayList<UnreadableItem>();
    int changed = 0;
    for (var outcome : runAll(read.items())) {
      units += outcome.units();
      if (outcome.changed()) changed++;
      outcome.unreadable().ifPresent(unreadable::add);
    }
    return new PassPage(
        read.items().size(),
        changed,
        unreadable,
        units,
        read.hasLastEvaluatedKey() ? Optional.of(read.lastEvaluatedKey()) : Optional.empty());
  }

  private ScanResponse read(@Nullable Map<String, AttributeValue> after) {
    return client.scan(ask ->
        ask.tableName(table)
            .consistentRead(true)
            .limit(pageItems)
            .exclusiveStartKey(after)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL));
  }

  private List<ItemTask.Outcome> runAll(List<Map<String, AttributeValue>> items)
      throws InterruptedException {
    var slots = new Semaphore(TASKS_MAX);
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      var tasks =
          items.stream().<Callable<ItemTask.Outcome>>map(item -> () -> run(item, slots)).toList();
      var outcomes = new ArrayList<ItemTask.Outcome>();
      for (var future : threads.invokeAll(tasks)) outcomes.add(result(future));
      return outcomes;
    }
  }

  private ItemTask.Outcome run(Map<String, AttributeValue> item, Semaphore slots)
      throws InterruptedException {
    slots.acquire();
    try {
      var outcome = throttling.outlast(() -> task.run(item));
      pace.spend(outcome.units());
      return outcome;
    } finally {
      slots.release();
    }
  }

  private static ItemTask.Outcome result(Future<ItemTask.Outcome> future)
      throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case RuntimeException failure -> throw failure;
        case Error failure -> throw failure;
        case null, default -> throw new IllegalStateException(e);
      }
    }
  }
}
