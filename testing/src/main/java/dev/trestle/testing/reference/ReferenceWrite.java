package dev.trestle.testing.reference;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A write of one item, by itself or in a transaction. */
public sealed interface ReferenceWrite {
  String table();

  Optional<ReferenceCondition> condition();

  record Put(String table, Map<String, AttributeValue> item, Optional<ReferenceCondition> condition)
      implements ReferenceWrite {}

  record Delete(
      String table, Map<String, AttributeValue> key, Optional<ReferenceCondition> condition)
      implements ReferenceWrite {}

  record Change(
      String table,
      Map<String, AttributeValue> key,
      ReferenceUpdate update,
      Optional<ReferenceCondition> condition)
      implements ReferenceWrite {}

  /** Requires a condition and writes nothing. Only in transactions. */
  record Check(String table, Map<String, AttributeValue> key, ReferenceCondition required)
      implements ReferenceWrite {
    @Override
    public Optional<ReferenceCondition> condition() {
      return Optional.of(required);
    }
  }
}
