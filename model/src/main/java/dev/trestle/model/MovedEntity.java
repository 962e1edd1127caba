package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What holds for entities whose items move to other keys. While a model has both entities, readers
 * may read either one, so no write may reach only one of them.
 */
final class MovedEntity {
  private MovedEntity() {}

  /** Rejects a record that cannot be made of its former one. */
  static void expectComponents(EntityDraft<?> draft, Entity<?> former) {
    for (var component : draft.shape().components()) {
      var same = KeyComponents.find(former.shape(), component.name());
      if (same.isPresent()) {
        if (same.get().type().equals(component.type())) continue;
        throw refused(draft.shape(), component, "has another type in " + former.name());
      }
      boolean fillable =
          StoredComponent.isOptional(component.type())
              || (draft.byComponent().containsKey(component.name())
                  && draft.attribute(component.name()).absent().isPresent());
      if (!fillable) {
        throw refused(
            draft.shape(),
            component,
            "is not in " + former.name() + ", and is neither optional nor has a default");
      }
    }
  }

  private static IllegalArgumentException refused(
      RecordShape<?> shape, RecordShape.Component component, String why) {
    return new IllegalArgumentException(
        "%s.%s %s, so no item can be moved."
            .formatted(shape.type().getSimpleName(), component.name(), why));
  }

  /** Rejects patterns that write an entity and not the one that it moves to or from. */
  static void expectBothWritten(Collection<Entity<?>> entities, List<AccessPattern> patterns) {
    for (var entity : entities) {
      entity
          .movedFrom()
          .filter(entities::contains)
          .ifPresent(former -> patterns.forEach(pattern -> expectBoth(pattern, entity, former)));
    }
  }

  private static void expectBoth(AccessPattern pattern, Entity<?> entity, Entity<?> former) {
    if (pattern instanceof Composite composite) {
      composite.patterns().forEach(inner -> expectBoth(inner, entity, former));
      return;
    }
    var written = written(pattern);
    if (written.contains(entity) != written.contains(former)) {
      throw refused(pattern, entity, former, "writes only one of them");
    }
    if (!written.contains(entity)) return;
    if (!(pattern instanceof Transaction<?> transaction)) {
      throw refused(pattern, entity, former, "is no transaction");
    }
    for (var step : transaction.steps()) {
      boolean moving = step.write().entity() == entity || step.write().entity() == former;
      if (moving && step.write() instanceof Update<?, ?>) {
        throw refused(
            pattern, entity, former, "updates an item that may not have been copied; put it");
      }
    }
  }

  private static IllegalArgumentException refused(
      AccessPattern pattern, Entity<?> entity, Entity<?> former, String why) {
    return new IllegalArgumentException(
        "%s (%s): while items move from %s to %s, both are written in one transaction, and this %s."
            .formatted(pattern.id(), pattern.place(), former.name(), entity.name(), why));
  }

  private static Set<Entity<?>> written(AccessPattern pattern) {
    var written = new HashSet<Entity<?>>();
    switch (pattern) {
      case Put<?, ?> put -> written.add(put.entity());
      case Update<?, ?> update -> written.add(update.entity());
      case Delete<?, ?> delete -> written.add(delete.entity());
      case BatchWrite<?, ?> batch -> written.add(batch.entity());
      case MultiWrite<?> multi -> multi.steps().forEach(step -> written.add(step.write().entity()));
      case Transaction<?> transaction ->
          transaction.steps().stream()
              .map(Transaction.Step::write)
              .filter(write -> !(write instanceof ConditionCheck<?, ?>))
              .forEach(write -> written.add(write.entity()));
      case Get<?, ?> ignored -> {}
      case Query<?, ?> ignored -> {}
      case Count<?> ignored -> {}
      case BatchGet<?, ?> ignored -> {}
      case MultiGet<?, ?> ignored -> {}
      case Composite ignored -> {}
    }
    return written;
  }
}
