package dev.trestle.store;

import dev.trestle.model.BatchWrite;
import dev.trestle.model.Entity;
import dev.trestle.store.BatchWriter.ItemRequest;
import java.util.ArrayList;
import java.util.List;

/** A batch of writes, ready to run. */
final class BatchWritePlan<K, R> {
  private final UsageCounter meter;
  private final String table;
  private final Entity<R> entity;
  private final ItemKey<K> key;
  private final BatchWriter requests;

  BatchWritePlan(BatchWrite<K, R> batch, PlanContext connection, UsageCounter meter) {
    this.meter = meter;
    entity = batch.entity();
    table = connection.table(entity);
    key = ItemKey.of(entity, batch.parameters(), batch.binding());
    requests = new BatchWriter(connection, meter);
  }

  void run(List<R> puts, List<K> deletes) {
    meter.run(
        puts,
        () -> {
          var writes = new ArrayList<ItemRequest>();
          for (var each : PatternParameters.elements(meter.pattern(), "the list of puts", puts)) {
            var item = entity.codec().write(each, AttributeValues.SDK);
            writes.add(ItemRequest.put(table, key.in(item), item));
          }
          for (var each :
              PatternParameters.elements(meter.pattern(), "the list of deletes", deletes)) {
            writes.add(ItemRequest.delete(table, key.of(each)));
          }
          requests.write(writes);
          return writes.size();
        });
  }
}
