package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.check.Constraints;
import dev.trestle.engine.execution.ItemActions;
import dev.trestle.engine.execution.OperationContext;
import dev.trestle.engine.execution.UsageRecorder;
import dev.trestle.engine.refusal.Refusal.Throttled;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.result.CapacityReport;
import dev.trestle.engine.result.CapacityTotals;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.WriteOutcome;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** BatchWriteItem: up to 25 independent puts and deletes that share a commit. */
public record BatchWriteItem(
    @Nullable Map<String, List<WriteRequest>> requestItems,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<BatchWriteItem.Result> {
  /** The item to put, or the key to delete. Exactly one is set. */
  public record WriteRequest(@Nullable Item put, @Nullable Item delete) {}

  public record Result(
      Map<String, List<WriteRequest>> unprocessedItems,
      Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics,
      List<ConsumedCapacity> consumedCapacity) {}

  private record Planned(
      ItemActions itemActions, ItemAction action, String table, WriteRequest request) {}

  @Override
  public Result run(OperationContext context) {
    var requests = checked();
    checkRequests(requests);
    var planned = plan(context, requests);
    var outcomes = write(planned);
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    var metrics = new TreeMap<String, List<ItemCollectionMetrics>>();
    var unprocessed = new LinkedHashMap<String, List<WriteRequest>>();
    var throttles = new ArrayList<Throttled>();
    for (int i = 0; i < planned.size(); i++) {
      var each = planned.get(i);
      switch (outcomes.get(i)) {
        case WriteOutcome.Refused(var ignored, Throttled throttled) -> {
          throttles.add(throttled);
          unprocessed.computeIfAbsent(each.table, name -> new ArrayList<>()).add(each.request);
          continue;
        }
        case WriteOutcome.Refused refused -> throw refused.refusal();
        case WriteOutcome.Done done -> {
          UsageRecorder.recordWrite(context, each.action.table(), each.action.key(), done, 1);
          capacity.add(done.units(), 1);
        }
      }
      each.itemActions
          .metrics(returnItemCollectionMetrics, each.action)
          .ifPresent(m -> metrics.computeIfAbsent(each.table, t -> new ArrayList<>()).add(m));
    }
    if (throttles.size() == planned.size()) throw throttles.getFirst();
    return new Result(unprocessed, metrics, capacity.list());
  }

  /** Waits for all that was begun, even if the rest fails: perhaps nobody else commits it. */
  private static List<WriteOutcome> write(List<Planned> planned) {
    var begun = new ArrayList<ItemWrites.PendingWrite>(planned.size());
    var outcomes = new ArrayList<WriteOutcome>(planned.size());
    try {
      for (var each : planned) begun.add(each.itemActions.begin(each.action));
    } finally {
      for (var each : begun) outcomes.add(each.await());
    }
    return outcomes;
  }

  @Override
  public void constraints() {
    checked();
  }

  private Map<String, List<WriteRequest>> checked() {
    if (requestItems != null && requestItems.isEmpty()) {
      throw new ValidationException("The requestItems parameter is required for BatchWriteItem");
    }
    var requests =
        new Constraints()
            .consumedCapacity(returnConsumedCapacity)
            .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
            .present("requestItems", requestItems);
    if (!requests.keySet().stream().allMatch(Constraints::isName)) {
      new Constraints().mapKeysAreNames("requestItems", shown(requests)).check();
    }
    if (!requests.values().stream().allMatch(BatchWriteItem::hasValidLength)) {
      new Constraints()
          .mapValuesHaveLengths("requestItems", shown(requests), 1, Limits.BATCH_WRITE_ITEMS)
          .check();
    }
    return requests;
  }

  private static boolean hasValidLength(List<WriteRequest> writes) {
    return !writes.isEmpty() && writes.size() <= Limits.BATCH_WRITE_ITEMS;
  }

  private static String shown(Map<String, List<WriteRequest>> requests) {
    return requests.entrySet().stream()
        .map(entry ->
            entry.getValue().stream()
                .map(BatchWriteItem::shown)
                .collect(Collectors.joining(", ", entry.getKey() + "=[", "]")))
        .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String shown(WriteRequest write) {
    return write.put != null
        ? "WriteRequest(putRequest=PutRequest(item=" + write.put + "), deleteRequest=null)"
        : "WriteRequest(putRequest=null, deleteRequest=DeleteRequest(key=" + write.delete + "))";
  }

  private static void checkRequests(Map<String, List<WriteRequest>> requests) {
    int count = 0;
    for (var table : requests.entrySet()) {
      for (var request : table.getValue()) {
        if ((request.put == null) == (request.delete == null)) {
          throw new ValidationException(
              "Supplied AttributeValue has more than one datatypes set, must contain exactly one of"
                  + " the supported datatypes");
        }
        if (request.put != null) ItemActions.checkItemSize(request.put);
        count++;
      }
    }
    if (count > Limits.BATCH_WRITE_ITEMS) {
      throw new ValidationException("Too many items requested for the BatchWriteItem call");
    }
  }

  private static List<Planned> plan(
      OperationContext context, Map<String, List<WriteRequest>> requests) {
    var planned = new ArrayList<Planned>();
    var seen = new HashSet<ByteBuffer>();
    requests.forEach((table, writes) -> {
      var itemActions = ItemActions.of(context, table);
      for (var write : writes) {
        var action = action(itemActions, write);
        if (!seen.add(ByteBuffer.wrap(action.key()))) {
          throw new ValidationException("Provided list of item keys contains duplicates");
        }
        planned.add(new Planned(itemActions, action, table, write));
      }
    });
    return planned;
  }

  private static ItemAction action(ItemActions itemActions, WriteRequest write) {
    if (write.delete != null) return itemActions.delete(write.delete, Optional.empty(), false);
    if (write.put == null) throw new IllegalStateException("neither put nor delete");
    itemActions.keyed(write.put);
    return itemActions.put(write.put, Optional.empty(), false);
  }
}
