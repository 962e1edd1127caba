package dev.trestle.store;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** Every pattern of a model, ready to run; those of composites, too. */
final class Plans {
  private final String model;
  private final Connection connection;
  private final IdentityHashMap<AccessPattern, Object> planByPattern = new IdentityHashMap<>();
  private final Map<String, Meter> meterById = new LinkedHashMap<>();

  private Plans(String model, Connection connection) {
    this.model = model;
    this.connection = connection;
  }

  static Plans of(Model model, Connection connection) {
    var plans = new Plans(model.name(), connection);
    model.patterns().forEach(plans::add);
    return plans;
  }

  private void add(AccessPattern pattern) {
    if (planByPattern.containsKey(pattern)) return;
    if (pattern instanceof Composite composite) {
      composite.patterns().forEach(this::add);
      return;
    }
    var meter = meterById.computeIfAbsent(pattern.id(), _ -> new Meter());
    try {
      planByPattern.put(pattern, plan(pattern, meter));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s (%s) cannot be run: %s".formatted(pattern.id(), pattern.place(), e.getMessage()), e);
    }
  }

  private Object plan(AccessPattern pattern, Meter meter) {
    return switch (pattern) {
      case Get<?, ?> get -> new GetPlan<>(get, connection, meter);
      case Query<?, ?> query -> new QueryPlan<>(query, connection, meter);
      case Put<?, ?> put -> new PutPlan<>(put, connection, meter);
      case Update<?, ?> update -> new UpdatePlan<>(update, connection, meter);
      case Delete<?, ?> delete -> new DeletePlan<>(delete, connection, meter);
      case BatchGet<?, ?> batch -> new BatchGetPlan<>(batch, connection, meter);
      case BatchWrite<?, ?> batch -> new BatchWritePlan<>(batch, connection, meter);
      case Transaction<?> transaction -> new TransactionPlan<>(transaction, connection, meter);
      case Composite _ -> throw new IllegalStateException("a composite is run by its patterns");
    };
  }

  @SuppressWarnings("unchecked")
  <K, R> GetPlan<K, R> of(Get<K, R> get) {
    return (GetPlan<K, R>) plan(get);
  }

  @SuppressWarnings("unchecked")
  <K, R> QueryPlan<K, R> of(Query<K, R> query) {
    return (QueryPlan<K, R>) plan(query);
  }

  @SuppressWarnings("unchecked")
  <P, R> PutPlan<P, R> of(Put<P, R> put) {
    return (PutPlan<P, R>) plan(put);
  }

  @SuppressWarnings("unchecked")
  <K, R> UpdatePlan<K, R> of(Update<K, R> update) {
    return (UpdatePlan<K, R>) plan(update);
  }

  @SuppressWarnings("unchecked")
  <K, R> DeletePlan<K, R> of(Delete<K, R> delete) {
    return (DeletePlan<K, R>) plan(delete);
  }

  @SuppressWarnings("unchecked")
  <K, R> BatchGetPlan<K, R> of(BatchGet<K, R> batch) {
    return (BatchGetPlan<K, R>) plan(batch);
  }

  @SuppressWarnings("unchecked")
  <K, R> BatchWritePlan<K, R> of(BatchWrite<K, R> batch) {
    return (BatchWritePlan<K, R>) plan(batch);
  }

  @SuppressWarnings("unchecked")
  <P> TransactionPlan<P> of(Transaction<P> transaction) {
    return (TransactionPlan<P>) plan(transaction);
  }

  /** A plan has the types of the pattern it was made of, so it may be cast to them. */
  private Object plan(AccessPattern pattern) {
    var plan = planByPattern.get(pattern);
    if (plan != null) return plan;
    throw new IllegalArgumentException(
        "%s (%s) is no pattern of the model %s".formatted(pattern.id(), pattern.place(), model));
  }

  Usage usage(String id) {
    var meter = meterById.get(id);
    if (meter != null) return meter.usage();
    throw new IllegalArgumentException(id + " is no pattern of the model " + model);
  }

  Map<String, Usage> usage() {
    var usage = new LinkedHashMap<String, Usage>();
    meterById.forEach((id, meter) -> usage.put(id, meter.usage()));
    return usage;
  }
}
