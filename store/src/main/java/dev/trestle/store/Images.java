package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.key.Key;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items that came by another way than a pattern, as in a stream, read as records. */
public final class Images {
  private Images() {}

  /**
   * The record of an item, or of what a stream shows of it.
   *
   * @throws dev.trestle.model.codec.CodecException if it is not one of this entity's
   */
  public static <R> R read(Entity<R> entity, Map<String, AttributeValue> item) {
    return entity.codec().read(item, AttributeValues.SDK);
  }

  /** Whether an item with these key attributes is one of this entity's: its keys read as such. */
  public static boolean isOf(Entity<?> entity, Map<String, AttributeValue> keys) {
    var table = entity.table();
    return fits(entity.keys().partition(), keys.get(table.partition().name()))
        && table
            .sort()
            .map(sort ->
                entity.keys().sort().filter(key -> fits(key, keys.get(sort.name()))).isPresent())
            .orElse(true);
  }

  private static boolean fits(Key key, @Nullable AttributeValue value) {
    if (value == null) return false;
    if (!(key instanceof Key.Text(var template))) return true;
    if (value.s() == null || !value.s().startsWith(template.prefix())) return false;
    try {
      template.parse(value.s());
      return true;
    } catch (IllegalArgumentException e) {
      return false; // some other entity's
    }
  }
}
