package dev.trestle.engine.operation;

import dev.trestle.engine.capacity.ConsumedCapacity;
import dev.trestle.engine.capacity.ItemCollectionMetrics;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.write.ItemAction;
import dev.trestle.engine.write.ItemWrites;
import dev.trestle.engine.write.Outcome;
import dev.trestle.item.Item;
import dev.trestle.item.Limits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** BatchWriteItem: puts and deletes, each on its own; all share one wait for the disk. */
public record BatchWriteItem(
    @Nullable Map<String, List<WriteRequest>> requestItems,
    @Nullable String returnConsumedCapacity,
    @Nullable String returnItemCollectionMetrics)
    implements Operation<BatchWriteItem.Result> {
  /** One of the two is there: the item to put, or the key to delete. */
  public record WriteRequest(@Nullable Item put, @Nullable Item delete) {}

  public record Result(
      Map<String, List<WriteRequest>> unprocessedItems,
      Map<String, List<ItemCollectionMetrics>> itemCollectionMetrics,
      List<ConsumedCapacity> consumedCapacity) {}

  private record Planned(ItemChange change, ItemAction action, String table) {}

  @Override
  public Result run(Kernel kernel) {
    var requests =
        new Constraints()
            .oneOf("returnConsumedCapacity", returnConsumedCapacity, "INDEXES", "TOTAL", "NONE")
            .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
            .count(
                "requestItems",
                requestItems == null ? null : requestItems.keySet(),
                "{}",
                1,
                Limits.BATCH_WRITE_ITEMS)
            .present("requestItems", requestItems);
    checkRequests(requests);
    var planned = plan(kernel, requests);
    var started = new ArrayList<ItemWrites.Started>(planned.size());
    for (var each : planned) started.add(kernel.writes().begin(each.action));
    var capacity = new CapacityTotals(CapacityReport.of(returnConsumedCapacity));
    var metrics = new TreeMap<String, List<ItemCollectionMetrics>>();
    for (int i = 0; i < planned.size(); i++) {
      var each = planned.get(i);
      switch (started.get(i).await()) {
        case Outcome.Refused(var _, var refusal) -> throw refusal;
        case Outcome.Done done -> {
          Metering.wrote(kernel, each.action.table(), each.action.key(), done.units(), 1);
          capacity.add(done.units(), 1);
        }
      }
      each.change
          .metrics(returnItemCollectionMetrics, each.action)
          .ifPresent(m -> metrics.computeIfAbsent(each.table, t -> new ArrayList<>()).add(m));
    }
    return new Result(Map.of(), metrics, capacity.list());
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
        if (request.put != null) ItemChange.sizeOfNew(request.put);
        count++;
      }
      if (table.getValue().isEmpty()) {
        throw new ValidationException(
            "1 validation error detected: Value '{"
                + table.getKey()
                + "=[]}' at 'requestItems' failed to satisfy constraint: Map value must satisfy"
                + " constraint: [Member must have length less than or equal to 25, Member must have"
                + " length greater than or equal to 1]");
      }
    }
    if (count > Limits.BATCH_WRITE_ITEMS) {
      throw new ValidationException("Too many items requested for the BatchWriteItem call");
    }
  }

  private static List<Planned> plan(Kernel kernel, Map<String, List<WriteRequest>> requests) {
    var planned = new ArrayList<Planned>();
    var seen = new HashSet<ByteBuffer>();
    requests.forEach((table, writes) -> {
      var change = ItemChange.of(kernel, table);
      for (var write : writes) {
        var action = action(change, write);
        if (!seen.add(ByteBuffer.wrap(action.key()))) {
          throw new ValidationException("Provided list of item keys contains duplicates");
        }
        planned.add(new Planned(change, action, table));
      }
    });
    return planned;
  }

  private static ItemAction action(ItemChange change, WriteRequest write) {
    if (write.delete != null) return change.delete(write.delete, Optional.empty(), false);
    if (write.put == null) throw new IllegalStateException("neither put nor delete");
    return change.put(write.put, Optional.empty(), false);
  }
}
