package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Heading;
import dev.trestle.model.Transaction;
import dev.trestle.store.TransactionOutcome.Kind;
import dev.trestle.store.TransactionOutcome.Reason;
import dev.trestle.store.TransactionOutcome.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** A transaction, ready to run. */
final class TransactionPlan<P> {
  private static final int ITEMS_MAX = 100;

  /** The steps that take their parameters from one component. */
  private record Part<P>(
      String step,
      String component,
      Entity<?> entity,
      Function<P, List<TransactWriteItem>> items,
      boolean many) {}

  /** The step and element that an item of the request comes from. */
  private record Origin<P>(Part<P> part, int element) {}

  private final PlanContext connection;
  private final UsageCounter meter;
  private final List<Part<P>> parts;

  TransactionPlan(Transaction<P> transaction, PlanContext connection, UsageCounter meter) {
    this.connection = connection;
    this.meter = meter;
    parts = transaction.steps().stream().<Part<P>>map(part -> part(transaction, part)).toList();
  }

  private <K> Part<P> part(Transaction<P> transaction, Transaction.Step<K> part) {
    var plan = WritePlan.of(part.write(), connection, meter);
    var shape = transaction.parameters();
    var value = new PatternParameters<>(transaction.heading(), shape).value(part.component());
    Function<P, List<TransactWriteItem>> items =
        given ->
            each(transaction.heading(), part, value.apply(given)).stream().map(plan::item).toList();
    return new Part<>(
        part.write().heading().id(),
        part.component(),
        part.write().entity(),
        items,
        part.many().isPresent());
  }

  /** Safe, because the declaration checked that the component has this type. */
  @SuppressWarnings("unchecked")
  private static <K> List<K> each(Heading transaction, Transaction.Step<K> part, Object value) {
    if (part.optional()) return ((Optional<K>) value).map(List::of).orElse(List.of());
    if (part.many().isEmpty()) return List.of((K) value);
    return PatternParameters.elements(
        transaction.id(), part.component(), (List<K>) value, part.many().get());
  }

  /** The token makes repeated requests within ten minutes one transaction. */
  TransactionOutcome run(P parameters, String token) {
    return meter.run(parameters, () -> transact(parameters, token));
  }

  private TransactionOutcome transact(P parameters, String token) {
    var items = new ArrayList<TransactWriteItem>();
    var origins = new ArrayList<Origin<P>>();
    for (var part : parts) {
      var each = part.items.apply(parameters);
      for (int i = 0; i < each.size(); i++) {
        items.add(each.get(i));
        origins.add(new Origin<>(part, i));
      }
    }
    if (items.isEmpty()) return new TransactionOutcome.Done();
    if (items.size() > ITEMS_MAX) {
      throw new IllegalArgumentException(
          "%s: a transaction has at most %d items, this one has %d."
              .formatted(meter.pattern(), ITEMS_MAX, items.size()));
    }
    var request =
        TransactWriteItemsRequest.builder()
            .transactItems(items)
            .clientRequestToken(token)
            .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL)
            .build();
    try {
      var answer =
          connection
              .attempts(meter)
              .call(true, () -> connection.client().transactWriteItems(request));
      meter.written(answer.consumedCapacity());
      meter.items(items.size());
      return new TransactionOutcome.Done();
    } catch (TransactionCanceledException e) {
      var refused = refused(e, origins);
      meter.refused();
      return refused;
    }
  }

  private TransactionOutcome.Refused refused(
      TransactionCanceledException e, List<Origin<P>> origins) {
    var given = e.cancellationReasons();
    if (given.size() != origins.size()) throw Attempts.named(e, meter);
    var reasons = new ArrayList<Reason>();
    for (int i = 0; i < origins.size(); i++) {
      if (isNone(given.get(i))) continue;
      var kind = kind(given.get(i)).orElseThrow(() -> Attempts.named(e, meter));
      var origin = origins.get(i);
      reasons.add(
          new Reason(
              origin.part.step,
              origin.part.component,
              origin.part.many ? OptionalInt.of(origin.element) : OptionalInt.empty(),
              kind,
              new Refusal(origin.part.entity, given.get(i).item())));
    }
    return new TransactionOutcome.Refused(reasons);
  }

  private static boolean isNone(CancellationReason reason) {
    return reason.code() == null || reason.code().equals("None");
  }

  /** Returns the reasons if they are expected outcomes; empty if the request itself is invalid. */
  private static Optional<Kind> kind(CancellationReason reason) {
    return switch (reason.code()) {
      case "ConditionalCheckFailed" -> Optional.of(Kind.CONDITION_FAILED);
      case "TransactionConflict" -> Optional.of(Kind.CONFLICT);
      case "ThrottlingError", "ProvisionedThroughputExceeded" -> Optional.of(Kind.THROTTLED);
      case "ItemCollectionSizeLimitExceeded" -> Optional.of(Kind.COLLECTION_FULL);
      default -> Optional.empty();
    };
  }

  /**
   * Returns whether the same transaction may succeed later, because only concurrent requests made
   * it fail.
   */
  static boolean mayPass(TransactionCanceledException e) {
    return e.hasCancellationReasons()
        && e.cancellationReasons().stream()
            .filter(reason -> !isNone(reason))
            .allMatch(reason ->
                kind(reason)
                    .filter(kind -> kind == Kind.CONFLICT || kind == Kind.THROTTLED)
                    .isPresent());
  }
}
