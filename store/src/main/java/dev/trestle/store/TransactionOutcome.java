package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Ref;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The outcome of a transaction. */
public sealed interface TransactionOutcome {
  /** Everything was written. */
  record Done() implements TransactionOutcome {}

  /** Nothing was written. Lists the steps that failed, in order. */
  record Refused(List<Reason> reasons) implements TransactionOutcome {
    public Refused {
      reasons = List.copyOf(reasons);
    }

    /** Returns the reasons of the steps that took their parameters from this component. */
    public <P> List<Reason> of(Ref<P, ?> component) {
      var name = component.named().component();
      return reasons.stream().filter(reason -> reason.component().equals(name)).toList();
    }

    /** Returns the reason of the only step of this component. */
    public <P> Optional<Reason> one(Ref<P, ?> component) {
      return of(component).stream().findFirst();
    }

    /** Returns whether a condition did not hold. If not, trying again later may help. */
    public boolean isConditionFailed() {
      return reasons.stream().anyMatch(reason -> reason.kind() == Kind.CONDITION_FAILED);
    }
  }

  /** Why a step failed. */
  enum Kind {
    /** Its condition did not hold. */
    CONDITION_FAILED,
    /** Another transaction was using the item during all attempts. */
    CONFLICT,
    /** There was not enough capacity during all attempts. */
    THROTTLED,
    /** The items of one partition key, with their local index entries, have reached 10 GB. */
    COLLECTION_FULL
  }

  /**
   * A step that failed.
   *
   * @param step the id of the step
   * @param component the component of the transaction's parameters that it belongs to
   * @param element the position in the component, if that is a list
   */
  record Reason(String step, String component, OptionalInt element, Kind kind, Refusal refusal) {

    /** Returns the current record, if a condition on this entity failed and the item exists. */
    public <R> Optional<R> current(Entity<R> entity) {
      if (refusal.entity != entity) {
        throw new IllegalArgumentException(
            "%s is a step on %s, not on %s".formatted(step, refusal.entity.name(), entity.name()));
      }
      if (refusal.item.isEmpty()) return Optional.empty();
      var table = entity.table();
      return Optional.of(
          new ReadItems<>(step, table, table.name(), ItemReader.of(entity.codec()))
              .read(refusal.item));
    }
  }

  /** The current item of a failed step, decoded on demand. */
  final class Refusal {
    private final Entity<?> entity;
    private final Map<String, AttributeValue> item;

    Refusal(Entity<?> entity, Map<String, AttributeValue> item) {
      this.entity = entity;
      this.item = item;
    }

    @Override
    public String toString() {
      return entity.name() + (item.isEmpty() ? " that is not there" : "");
    }
  }

  /** Whether all steps were done. */
  default boolean isDone() {
    return switch (this) {
      case Done ignored -> true;
      case Refused ignored -> false;
    };
  }
}
