package dev.trestle.platform.feed;

import dev.trestle.model.Entity;
import dev.trestle.model.key.Part;
import dev.trestle.store.StreamImages;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.OperationType;
import software.amazon.awssdk.services.dynamodb.model.Record;

/** A change as DynamoDB Streams delivers it. */
record StreamChange(Record record) implements Change {
  @Override
  public Kind kind() {
    return switch (record.eventName()) {
      case OperationType.INSERT -> Kind.INSERT;
      case OperationType.MODIFY -> Kind.MODIFY;
      case OperationType.REMOVE -> Kind.REMOVE;
      case OperationType.UNKNOWN_TO_SDK_VERSION ->
          throw new IllegalStateException("a change of an unknown kind");
    };
  }

  @Override
  public String id() {
    return record.eventID();
  }

  @Override
  public String sequence() {
    return record.dynamodb().sequenceNumber();
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
    return StreamImages.isOf(entity, record.dynamodb().keys());
  }

  @Override
  public <T> Optional<T> keyPart(Entity<?> entity, Part<T> part) {
    return StreamImages.keyPart(entity, part, record.dynamodb().keys());
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
      Entity<R> entity, boolean isThere, Map<String, AttributeValue> image) {
    return isThere && isOf(entity)
        ? Optional.of(StreamImages.read(entity, image))
        : Optional.empty();
  }
}
