package dev.trestle.store;

import dev.trestle.model.ResultType;
import dev.trestle.model.codec.ItemCodec;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts the items that a read returns to records. */
interface ItemReader<R> {
  R read(Map<String, AttributeValue> item);

  /** Reads an item of which some components are known. */
  default R read(Map<String, AttributeValue> item, Object[] known) {
    return read(item);
  }

  /** Reads the items of one codec. */
  record OfCodec<R>(ItemCodec<R> codec) implements ItemReader<R> {
    @Override
    public R read(Map<String, AttributeValue> item) {
      return codec.read(item, AttributeValues.SDK);
    }

    @Override
    public R read(Map<String, AttributeValue> item, Object[] known) {
      return codec.read(item, AttributeValues.SDK, known);
    }
  }

  static <R> ItemReader<R> of(ResultType<R> result) {
    return switch (result) {
      case ResultType.Whole<R>(var entity) -> of(entity.codec());
      case ResultType.View<R> view -> of(view.codec());
      case ResultType.OneOf<R> several -> new CollectionReader<>(several.entities());
    };
  }

  static <R> ItemReader<R> of(ItemCodec<R> codec) {
    return new OfCodec<>(codec);
  }

  /** Returns whether the item has expired. DynamoDB may take days to remove it. */
  static boolean isExpired(Map<String, AttributeValue> item, String attribute, Instant now) {
    var until = item.get(attribute);
    return until != null
        && until.n() != null
        && AttributeValues.SDK.asNumber(until).longValue() <= now.getEpochSecond();
  }
}
