package dev.trestle.store;

import dev.trestle.model.Entity;
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

  /** The step or run of steps that belongs to one component. */
  private record Part<P>(
      String step,
      String component,
      Entity<?> entity,
      Function<P, List<TransactWriteItem>> items,
      boolean many) {}

  /** Where an item of the request came from. */
  private record Origin<P>(Part<P> part, int element) {}

  private final Connection connection;
  private final Meter meter;
  private final List<Part<P>> parts;

  TransactionPlan(Transaction<P> transaction, Connection connection, Meter meter) {
    this.connection = connection;
    this.meter = meter;
    parts = transaction.parts().stream().<Part<P>>map(part -> part(transaction, part)).toList();
  }

  private <K> Part<P> part(Transaction<P> transaction, Transaction.Part<K> part) {
    var plan = StepPlan.of(part.step(), connection, meter);
    var shape = transaction.parameters();
    int index = shape.component(part.component()).index();
    Function<P, List<TransactWriteItem>> items =
        given -> each(part, shape.value(given, index)).stream().map(plan::item).toList();
    return new Part<>(
        part.step().heading().id(),
        part.component(),
        part.step().entity(),
        items,
        part.many().isPresent());
  }

  /** The declaration has seen to it that the component has this type. */
  @SuppressWarnings("unchecked")
  private static <K> List<K> each(Transaction.Part<K> part, Object value) {
    if (part.optional()) return ((Optional<K>) value).map(List::of).orElse(List.of());
    if (part.many().isEmpty()) return List.of((K) value);
    var all = (List<K>) value;
    if (all.size() > part.many().get()) {
      throw new IllegalArgumentException(
          "%d of %s, at most %d were declared"
              .formatted(all.size(), part.component(), part.many().get()));
    }
    return all;
  }

  /** The token makes a repeated request one transaction, for ten minutes. */
  TransactionOutcome run(P parameters, String token) {
    return meter.run(() -> transact(parameters, token));
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
          "%d items in a transaction, of which there may be %d".formatted(items.size(), ITEMS_MAX));
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
    if (given.size() != origins.size()) throw e;
    var reasons = new ArrayList<Reason>();
    for (int i = 0; i < origins.size(); i++) {
      if (isNone(given.get(i))) continue;
      var kind = kind(given.get(i)).orElseThrow(() -> e);
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

  /** What a caller plans for; none for a request that is wrong in itself. */
  private static Optional<Kind> kind(CancellationReason reason) {
    return switch (reason.code()) {
      case "ConditionalCheckFailed" -> Optional.of(Kind.CONDITION_FAILED);
      case "TransactionConflict" -> Optional.of(Kind.CONFLICT);
      case "ThrottlingError", "ProvisionedThroughputExceeded" -> Optional.of(Kind.THROTTLED);
      case "ItemCollectionSizeLimitExceeded" -> Optional.of(Kind.COLLECTION_FULL);
      default -> Optional.empty();
    };
  }

  /** Whether the same transaction may succeed later: nothing but others stood in its way. */
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
