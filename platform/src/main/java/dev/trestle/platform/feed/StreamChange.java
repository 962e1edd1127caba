package dev.trestle.platform.feed;

import dev.trestle.model.Entity;
import dev.trestle.store.Images;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A record of a stream; images become records of ours when they are asked for. */
record StreamChange(Record record) implements Change {
  @Override
  public Kind kind() {
    return switch (record.eventName()) {
      case OperationType.INSERT -> Kind.INSERT;
      case OperationType.MODIFY -> Kind.MODIFY;
      case OperationType.REMOVE -> Kind.REMOVE;
      case OperationType.UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException("a change of no known kind");
    };
  }

  @Override
  public String id() {
    return record.eventID();
  }

  @Override
  public Instant at() {
    return record.dynamodb().approximateCreationDateTime();
  }

  @Override
  public boolean isExpiry() {
    return record.userIdentity() != null
        && "dynamodb.amazonaws.com".equals(record.userIdentity().principalId());
  }

  @Override
  public boolean isOf(Entity<?> entity) {
    return Images.isOf(entity, record.dynamodb().keys());
  }

  @Override
  public <R> Optional<R> before(Entity<R> entity) {
    return image(entity, record.dynamodb().hasOldImage(), record.dynamodb().oldImage());
  }

  @Override
  public <R> Optional<R> after(Entity<R> entity) {
    return image(entity, record.dynamodb().hasNewImage(), record.dynamodb().newImage());
  }

  private <R> Optional<R> image(
      Entity<R> entity, boolean there, Map<String, AttributeValue> image) {
    return there && isOf(entity) ? Optional.of(Images.read(entity, image)) : Optional.empty();
  }
}
