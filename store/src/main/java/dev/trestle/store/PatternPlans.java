package dev.trestle.store;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.BatchWrite;
import dev.trestle.model.Composite;
import dev.trestle.model.Count;
import dev.trestle.model.Delete;
import dev.trestle.model.Get;
import dev.trestle.model.Model;
import dev.trestle.model.MultiGet;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.model.Query;
import dev.trestle.model.Transaction;
import dev.trestle.model.Update;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** The plans of all patterns of a model, including those inside composites. */
final class PatternPlans {
  private final Model model;
  private final PlanContext connection;
  private final IdentityHashMap<AccessPattern, Object> planByPattern = new IdentityHashMap<>();
  private final Map<String, UsageCounter> meterById = new LinkedHashMap<>();

  private PatternPlans(Model model, PlanContext connection) {
    this.model = model;
    this.connection = connection;
  }

  static PatternPlans of(Model model, PlanContext connection) {
    var plans = new PatternPlans(model, connection);
    model.patterns().forEach(plans::add);
    return plans;
  }

  private void add(AccessPattern pattern) {
    if (planByPattern.containsKey(pattern)) return;
    if (pattern instanceof Composite composite) {
      composite.patterns().forEach(this::add);
      return;
    }
    var meter =
        meterById.computeIfAbsent(
            pattern.id(),
            id -> new UsageCounter(id, CallObservation.of(model.name(), pattern, connection)));
    try {
      planByPattern.put(pattern, plan(pattern, meter));
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "%s (%s) cannot be run: %s".formatted(pattern.id(), pattern.place(), e.getMessage()), e);
    }
  }

  private Object plan(AccessPattern pattern, UsageCounter meter) {
    return switch (pattern) {
      case Get<?, ?> get -> new GetPlan<>(get, connection, meter);
      case Query<?, ?> query -> PageQuery.of(query, connection, meter);
      case Count<?> count -> new CountPlan<>(count, connection, meter);
      case Put<?, ?> put -> new PutPlan<>(put, connection, meter);
      case Update<?, ?> update -> new UpdatePlan<>(update, connection, meter);
      case Delete<?, ?> delete -> new DeletePlan<>(delete, connection, meter);
      case BatchGet<?, ?> batch -> new BatchGetPlan<>(batch, connection, meter);
      case BatchWrite<?, ?> batch -> new BatchWritePlan<>(batch, connection, meter);
      case MultiGet<?, ?> multi -> new MultiGetPlan<>(multi, connection, meter);
      case MultiWrite<?> multi -> new MultiWritePlan<>(multi, connection, meter);
      case Transaction<?> transaction -> new TransactionPlan<>(transaction, connection, meter);
      case Composite ignored ->
          throw new IllegalStateException("a composite is run by its patterns");
    };
  }

  @SuppressWarnings("unchecked")
  <K, R> GetPlan<K, R> of(Get<K, R> get) {
    return (GetPlan<K, R>) plan(get);
  }

  @SuppressWarnings("unchecked")
  <K, R> PageQuery<K, R> of(Query<K, R> query) {
    return (PageQuery<K, R>) plan(query);
  }

  @SuppressWarnings("unchecked")
  <K> CountPlan<K> of(Count<K> count) {
    return (CountPlan<K>) plan(count);
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
  <P, V> MultiGetPlan<P, V> of(MultiGet<P, V> multi) {
    return (MultiGetPlan<P, V>) plan(multi);
  }

  @SuppressWarnings("unchecked")
  <P> MultiWritePlan<P> of(MultiWrite<P> multi) {
    return (MultiWritePlan<P>) plan(multi);
  }

  @SuppressWarnings("unchecked")
  <P> TransactionPlan<P> of(Transaction<P> transaction) {
    return (TransactionPlan<P>) plan(transaction);
  }

  /** Safe, because a plan has the type parameters of the pattern that it was created from. */
  private Object plan(AccessPattern pattern) {
    var plan = planByPattern.get(pattern);
    if (plan != null) return plan;
    throw new IllegalArgumentException(
        "%s (%s) is not a pattern of the model %s. %s"
            .formatted(pattern.id(), pattern.place(), model.name(), remedy(pattern)));
  }

  private String remedy(AccessPattern pattern) {
    return planByPattern.keySet().stream()
        .filter(whole -> steps(whole).anyMatch(pattern::equals))
        .min(Comparator.comparing(AccessPattern::id))
        .map(whole -> "It is a step of %s (%s): run that.".formatted(whole.id(), whole.place()))
        .orElse("Add it to the model's patterns(…).");
  }

  private static Stream<?> steps(AccessPattern whole) {
    return switch (whole) {
      case Transaction<?> transaction -> transaction.steps().stream().map(Transaction.Step::write);
      case MultiGet<?, ?> multi -> multi.steps().stream().map(MultiGet.Step::get);
      case MultiWrite<?> multi -> multi.steps().stream().map(MultiWrite.Step::write);
      case Get<?, ?> ignored -> Stream.empty();
      case Query<?, ?> ignored -> Stream.empty();
      case Count<?> ignored -> Stream.empty();
      case Put<?, ?> ignored -> Stream.empty();
      case Update<?, ?> ignored -> Stream.empty();
      case Delete<?, ?> ignored -> Stream.empty();
      case BatchGet<?, ?> ignored -> Stream.empty();
      case BatchWrite<?, ?> ignored -> Stream.empty();
      case Composite ignored -> Stream.empty();
    };
  }

  Usage usage(String id) {
    var meter = meterById.get(id);
    if (meter != null) return meter.usage();
    throw new IllegalArgumentException(id + " is not a pattern of the model " + model.name());
  }

  Map<String, Usage> usage() {
    var usage = new LinkedHashMap<String, Usage>();
    meterById.forEach((id, meter) -> usage.put(id, meter.usage()));
    return usage;
  }
}
