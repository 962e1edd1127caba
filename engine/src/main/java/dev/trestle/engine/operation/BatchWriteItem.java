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
import java.util.stream.Collectors;
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
    var requests = checked();
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

  @Override
  public void constraints() {
    checked();
  }

  private Map<String, List<WriteRequest>> checked() {
    if (requestItems != null && requestItems.isEmpty()) {
      throw Constraints.wrongLength("RequestItems", "greater", 1);
    }
    var requests =
        new Constraints()
            .consumedCapacity(returnConsumedCapacity)
            .oneOf("returnItemCollectionMetrics", returnItemCollectionMetrics, "SIZE", "NONE")
            .present("requestItems", requestItems);
    if (!requests.keySet().stream().allMatch(Constraints::isName)) {
      new Constraints().mapKeysAreNames("requestItems", shown(requests)).check();
    }
    requests.forEach((table, writes) -> {
      if (writes.isEmpty()) new Constraints().mapValueIsEmpty("requestItems", table).check();
      if (writes.size() > Limits.BATCH_WRITE_ITEMS) {
        throw Constraints.wrongLength(
            "RequestItems." + table + ".member", "less", Limits.BATCH_WRITE_ITEMS);
      }
    });
    return requests;
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
        if (request.put != null) ItemChange.sizeOfNew(request.put);
        count++;
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
    change.keyed(write.put);
    return change.put(write.put, Optional.empty(), false);
  }
}
