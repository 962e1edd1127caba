package dev.trestle.dynamodb.embedded;

import dev.trestle.item.Fields;
import java.util.AbstractMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A view of fields as a map, for one traversal. The SDK's builders copy every map by {@code size}
 * and {@code forEach}, so a hash map of our own would be filled only to be thrown away.
 */
final class FieldMap extends AbstractMap<String, AttributeValue> {
  private final int size;
  private final Supplier<Fields> fields;

  FieldMap(int size, Supplier<Fields> fields) {
    this.size = size;
    this.fields = fields;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public void forEach(BiConsumer<? super String, ? super AttributeValue> action) {
    for (var at = fields.get(); at.next(); ) {
      action.accept(at.name(), SdkValues.attribute(at.value()));
    }
  }

  @Override
  public Set<Map.Entry<String, AttributeValue>> entrySet() {
    var copy = new LinkedHashMap<String, AttributeValue>();
    forEach(copy::put);
    return copy.entrySet();
  }
}
