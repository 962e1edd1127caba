package dev.trestle.store;

import dev.trestle.model.Count;
import dev.trestle.model.Query;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A count, ready to run. */
final class CountPlan<K> {
  private final UsageCounter meter;
  private final PartitionQuery<K, ?> query;
  private final int itemsMax;

  CountPlan(Count<K> count, PlanContext connection, UsageCounter meter) {
    this.meter = meter;
    query = query(count.query(), connection, meter);
    itemsMax = count.query().reading().page();
  }

  private static <K, R> PartitionQuery<K, R> query(
      Query<K, R> query, PlanContext connection, UsageCounter meter) {
    return PartitionQuery.counting(query, connection, meter);
  }

  Counted run(K parameters) {
    return meter.run(parameters, () -> count(parameters));
  }

  private Counted count(K parameters) {
    int counted = 0;
    int looked = 0;
    double units = 0;
    boolean complete = true;
    for (var bound : query.bindEach(parameters)) {
      if (!bound.possible()) break;
      @Nullable Map<String, AttributeValue> last = null;
      do {
        if (looked >= itemsMax) {
          complete = false;
          break;
        }
        var answer = query.ask(bound, last, itemsMax - looked, false);
        units += UsageCounter.units(answer.consumedCapacity());
        counted += answer.count();
        looked += answer.scannedCount();
        last = answer.hasLastEvaluatedKey() ? answer.lastEvaluatedKey() : null;
      } while (last != null);
    }
    meter.items(counted);
    return new Counted(counted, complete, units);
  }
}
