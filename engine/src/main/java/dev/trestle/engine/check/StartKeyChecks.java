package dev.trestle.engine.check;

import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.engine.table.SchemaAttribute;
import dev.trestle.item.Item;

/** Checks that an ExclusiveStartKey can be the end of a page. The item need not exist. */
public final class StartKeyChecks {
  public static final String INVALID = "The provided starting key is invalid";

  private StartKeyChecks() {}

  /** Checks the number of attributes. */
  public static void complete(ReadTarget target, Item key, String otherwise) {
    if (key.count() != target.positionNames().size()) throw new ValidationException(otherwise);
  }

  /** Checks one attribute of the key that orders the results. */
  public static void part(ReadTarget target, SchemaAttribute attribute, Item key) {
    var value =
        attribute
            .in(key)
            .filter(found -> found.type() == attribute.type())
            .orElseThrow(() -> new ValidationException(INVALID));
    KeyChecks.part(target.keys(), attribute, value);
  }

  /** Checks that it contains the table's key. */
  public static void table(ReadTarget target, Item key) {
    try {
      KeyChecks.key(target.table().keys(), key.only(target.table().keys().names()));
    } catch (ValidationException e) {
      throw new ValidationException(INVALID + ": " + e.getMessage());
    }
  }
}
