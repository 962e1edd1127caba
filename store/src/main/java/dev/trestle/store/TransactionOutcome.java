package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.Ref;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** How a transaction ended. */
public sealed interface TransactionOutcome {
  /** All of it was written. */
  record Done() implements TransactionOutcome {}

  /** Nothing was written; the steps that stood in the way, in their order. */
  record Refused(List<Reason> reasons) implements TransactionOutcome {
    public Refused {
      reasons = List.copyOf(reasons);
    }

    /** The reasons of the steps that took their parameters from this component. */
    public <P> List<Reason> of(Ref<P, ?> component) {
      var name = component.named().component();
      return reasons.stream().filter(reason -> reason.component().equals(name)).toList();
    }

    /** The reason of the only step of this component. */
    public <P> Optional<Reason> one(Ref<P, ?> component) {
      return of(component).stream().findFirst();
    }

    /** Whether some condition did not hold; otherwise trying again later may help. */
    public boolean isConditionFailed() {
      return reasons.stream().anyMatch(reason -> reason.kind() == Kind.CONDITION_FAILED);
    }
  }

  /** Why a step stood in the way. */
  enum Kind {
    /** Its condition did not hold. */
    CONDITION_FAILED,
    /** Another transaction had the item, for as long as we tried. */
    CONFLICT,
    /** There was no capacity for it, for as long as we tried. */
    THROTTLED,
    /** The items of one partition key and its local indexes have reached 10 GB. */
    COLLECTION_FULL
  }

  /**
   * A step that stood in the way.
   *
   * @param step the id of the step
   * @param component the component of the transaction's parameters it belongs to
   * @param element which one, where the component is a list
   */
  record Reason(String step, String component, OptionalInt element, Kind kind, Refusal refusal) {

    /** What stands there, where a condition on this entity failed and there is an item. */
    public <R> Optional<R> current(Entity<R> entity) {
      if (refusal.entity != entity) {
        throw new IllegalArgumentException(
            "%s is a step on %s, not on %s".formatted(step, refusal.entity.name(), entity.name()));
      }
      if (refusal.item.isEmpty()) return Optional.empty();
      return Optional.of(entity.codec().read(refusal.item, AttributeValues.SDK));
    }
  }

  /** The item that a refused step met, until it is asked for as a record. */
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

  default boolean isDone() {
    return switch (this) {
      case Done _ -> true;
      case Refused _ -> false;
    };
  }
}
