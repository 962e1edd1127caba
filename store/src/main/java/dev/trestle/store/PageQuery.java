package dev.trestle.store;

import dev.trestle.model.Query;
import java.util.Optional;

/** A query, ready to run. */
interface PageQuery<K, R> {
  Page<R> run(K parameters, Cursor cursor, int itemsMax);

  Optional<R> first(K parameters);

  static <K, R> PageQuery<K, R> of(Query<K, R> query, PlanContext connection, UsageCounter meter) {
    return query.across().isPresent()
        ? new MergedQueryPlan<>(query, connection, meter)
        : new QueryPlan<>(query, connection, meter);
  }
}
