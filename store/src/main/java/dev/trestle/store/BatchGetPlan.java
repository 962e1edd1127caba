package dev.trestle.store;

import dev.trestle.model.BatchGet;
import dev.trestle.store.BatchReader.Asked;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A batch of gets, ready to run. */
final class BatchGetPlan<K, R> {
  private final PlanContext connection;
  private final UsageCounter meter;
  private final String table;
  private final ItemKey<K> key;
  private final ReadItems<R> reader;
  private final @Nullable String expires;
  private final BatchReader requests;

  BatchGetPlan(BatchGet<K, R> batch, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    var entity = batch.entity();
    table = connection.table(entity);
    key = ItemKey.of(entity, batch.parameters(), batch.binding());
    reader = new ReadItems<>(batch.heading(), entity.table(), table, ItemReader.of(entity.codec()));
    expires = batch.withExpired() ? null : GetPlan.expires(List.of(entity)).orElse(null);
    requests = new BatchReader(connection, meter, Map.of(table, batch.consistent()));
  }

  /**
   * Returns the records that exist, in the order of their keys. A repeated key returns one record.
   */
  List<R> run(List<K> parameters) {
    return meter.run(parameters, () -> get(parameters));
  }

  private List<R> get(List<K> parameters) {
    var asked = new LinkedHashSet<Asked>();
    for (var each : PatternParameters.elements(meter.pattern(), "the keys", parameters)) {
      asked.add(new Asked(table, key.of(each)));
    }
    var found = requests.read(asked);
    var now = connection.now();
    var records =
        asked.stream()
            .filter(found::containsKey)
            .map(found::get)
            .filter(item -> expires == null || !ItemReader.isExpired(item, expires, now))
            .map(reader::read)
            .toList();
    meter.items(records.size());
    return records;
  }
}
