package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.math.BigDecimal;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Converts items that did not come from a pattern, such as stream images, to records and back. */
public final class StreamImages {
  private StreamImages() {}

  /**
   * Returns the record of an item or of a stream image.
   *
   * @throws dev.trestle.model.codec.CodecException if the item does not belong to this entity
   */
  public static <R> R read(Entity<R> entity, Map<String, AttributeValue> item) {
    return entity.codec().read(item, AttributeValues.SDK);
  }

  /** Returns the item that a put of this record would write. */
  public static <R> Map<String, AttributeValue> write(Entity<R> entity, R whole) {
    return entity.codec().write(whole, AttributeValues.SDK);
  }

  /** Returns whether an item with these key attributes belongs to this entity. */
  public static boolean isOf(Entity<?> entity, Map<String, AttributeValue> keys) {
    var table = entity.table();
    return fits(entity.keys().partition(), keys.get(table.partition().name()))
        && table
            .sort()
            .map(sort ->
                entity.keys().sort().filter(key -> fits(key, keys.get(sort.name()))).isPresent())
            .orElse(true);
  }

  /**
   * Returns the value of one part of an item's key. Reads no other attribute, so a consumer can
   * decide whether it needs the image before decoding it.
   *
   * @return the value, or empty if the key belongs to another entity
   * @throws IllegalArgumentException if the entity's keys have no such part
   */
  public static <T> Optional<T> keyPart(
      Entity<?> entity, Part<T> part, Map<String, AttributeValue> keys) {
    var table = entity.table();
    var partition = entity.keys().partition();
    if (has(partition, part)) return value(partition, part, keys.get(table.partition().name()));
    var sort = entity.keys().sort().filter(key -> has(key, part));
    return value(
        sort.orElseThrow(() -> new IllegalArgumentException("no key part " + part)),
        part,
        keys.get(table.sort().orElseThrow().name()));
  }

  private static boolean has(Key key, Part<?> part) {
    return key.parts().stream().anyMatch(each -> each.name().equals(part.name()));
  }

  private static <T> Optional<T> value(Key key, Part<T> part, @Nullable AttributeValue value) {
    if (value == null) return Optional.empty();
    try {
      return switch (key) {
        case Key.Text(var template) -> {
          if (value.s() == null) yield Optional.empty();
          var values = template.parse(value.s());
          int index = 0;
          while (!template.parts().get(index).name().equals(part.name())) index++;
          yield Optional.of(part.type().cast(values[index]));
        }
        case Key.Number ignored ->
            part.number()
                .filter(form -> value.n() != null)
                .map(form -> form.value(new BigDecimal(value.n())));
        case Key.Bytes ignored ->
            part.bytes()
                .filter(form -> value.b() != null)
                .map(form -> form.value(value.b().asByteArray()));
      };
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // The key belongs to another entity.
    }
  }

  private static boolean fits(Key key, @Nullable AttributeValue value) {
    if (value == null) return false;
    if (!(key instanceof Key.Text(var template))) return true;
    if (value.s() == null || !value.s().startsWith(template.prefix())) return false;
    try {
      template.parse(value.s());
      return true;
    } catch (IllegalArgumentException e) {
      return false; // The item belongs to another entity.
    }
  }
}
