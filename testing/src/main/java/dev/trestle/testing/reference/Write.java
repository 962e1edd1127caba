package dev.trestle.testing.reference;

import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** A write of one item, alone or as part of a transaction. */
public sealed interface Write {
  String table();

  Optional<Condition> condition();

  record Put(String table, Map<String, AttributeValue> item, Optional<Condition> condition)
      implements Write {}

  record Delete(String table, Map<String, AttributeValue> key, Optional<Condition> condition)
      implements Write {}

  record Change(
      String table, Map<String, AttributeValue> key, Update update, Optional<Condition> condition)
      implements Write {}

  /** Writes nothing; only in transactions. */
  record Check(String table, Map<String, AttributeValue> key, Condition required) implements Write {
    @Override
    public Optional<Condition> condition() {
      return Optional.of(required);
    }
  }
}
