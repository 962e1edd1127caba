package dev.trestle.engine.partiql;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.InvalidValueException;
import dev.trestle.item.Item;
import dev.trestle.item.ItemWriter;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.List;
import java.util.Map;

/** Builds the items of INSERT statements. */
final class Inserts {
  private Inserts() {}

  static Item written(Map<String, Integer> slots, List<Value> values) {
    var writer = new ItemWriter();
    try {
      slots.forEach((name, slot) -> writer.name(name).value(values.get(slot)));
      return writer.finish();
    } catch (InvalidValueException e) {
      throw new ValidationException(e.getMessage());
    }
  }

  static Item whole(Value value) {
    if (value.type() != Type.M) {
      throw new ValidationException("Unsupported data type: " + value.type() + " under key root");
    }
    var writer = new ItemWriter();
    for (var fields = value.fields(); fields.next(); ) writer.field(fields);
    return writer.finish();
  }
}
