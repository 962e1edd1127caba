package dev.trestle.model.codec;

import dev.trestle.item.Type;
import dev.trestle.model.key.Key;
import java.util.Optional;

/** A component that stands alone in a key of an index, for conditions and updates on it. */
final class PartCodec implements Codec<Object> {
  private final PartLink link;
  private final KeyForm form;
  private final Type type;

  PartCodec(RecordShape<?> shape, int component, Key key) {
    link = PartLink.of(shape, component, key.parts().getFirst());
    form = KeyForm.of(key);
    type = key.type();
  }

  @Override
  public <V> V write(Object value, Values<V> values) {
    var present = value instanceof Optional<?> optional ? optional.orElseThrow() : value;
    return form.write(new Object[] {link.toPart().apply(present)}, values);
  }

  @Override
  public <V> Object read(V value, Values<V> values) {
    var read = link.toComponent().apply(form.read(value, values)[0]);
    return link.optional() ? Optional.of(read) : read;
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public boolean isAbsent(Object value) {
    return value instanceof Optional<?> optional && optional.isEmpty();
  }
}
