package dev.trestle.store;

import dev.trestle.model.Check;
import dev.trestle.model.Delete;
import dev.trestle.model.Entity;
import dev.trestle.model.Put;
import dev.trestle.model.Step;
import dev.trestle.model.Update;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** A write of one item, ready to run as a step of a transaction. */
interface StepPlan<P> {
  TransactWriteItem item(P parameters);

  static <P> StepPlan<P> of(Step<P> step, Connection connection, Meter meter) {
    return switch (step) {
      case Put<P, ?> put -> new PutPlan<>(put, connection, meter);
      case Update<P, ?> update -> new UpdatePlan<>(update, connection, meter);
      case Delete<P, ?> delete -> new DeletePlan<>(delete, connection, meter);
      case Check<P, ?> check -> new CheckPlan<>(check, connection);
    };
  }

  /** What stood there when a condition did not hold. */
  static <R> Written.Refused<R> refused(
      ConditionalCheckFailedException e, Entity<R> entity, Meter meter) {
    meter.refused();
    return new Written.Refused<>(e.hasItem() ? record(e.item(), entity) : Optional.empty());
  }

  static <R> Optional<R> record(Map<String, AttributeValue> item, Entity<R> entity) {
    if (item.isEmpty()) return Optional.empty();
    return Optional.of(entity.codec().read(item, AttributeValues.SDK));
  }
}
