package dev.trestle.engine.operation;

import dev.trestle.engine.read.Source;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.KeyAttribute;
import dev.trestle.item.Item;

/** Whether an ExclusiveStartKey can be where a page ended; an item need not be there. */
final class StartKey {
  static final String INVALID = "The provided starting key is invalid";

  private StartKey() {}

  /** It has as many attributes as a position has. */
  static void complete(Source source, Item key, String otherwise) {
    if (key.count() != source.positionNames().size()) throw new ValidationException(otherwise);
  }

  /** It has this attribute of the key that orders what is read. */
  static void part(Source source, KeyAttribute attribute, Item key) {
    var value = attribute.in(key).orElseThrow(() -> new ValidationException(INVALID));
    KeyChecks.part(source.keys(), attribute, value);
  }

  /** It has the table's key. */
  static void table(Source source, Item key) {
    try {
      KeyChecks.key(source.table().keys(), key.only(source.table().keys().names()));
    } catch (ValidationException e) {
      throw new ValidationException(INVALID + ": " + e.getMessage());
    }
  }
}
