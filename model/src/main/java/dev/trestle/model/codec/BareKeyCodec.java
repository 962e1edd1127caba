package dev.trestle.model.codec;

import dev.trestle.item.Type;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartForm;
import java.util.Optional;

/** A component that is the whole key of an index, for conditions and updates on it. */
final class BareKeyCodec implements Codec<Object> {
  private final PartMapping link;
  private final KeyFormat form;
  private final Type type;
  private final Part<?> part;

  BareKeyCodec(RecordShape<?> shape, int component, Key key) {
    part = key.parts().getFirst();
    link = PartMapping.of(shape, component, part);
    form = KeyFormat.of(key);
    type = key.type();
  }

  @Override
  public <V> V write(Object value, ValueFormat<V> values) {
    var present = value instanceof Optional<?> optional ? optional.orElseThrow() : value;
    return form.write(new Object[] {link.toPart().apply(present)}, values);
  }

  @Override
  public <V> Object read(V value, ValueFormat<V> values) {
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

  @Override
  public Optional<Object> whenMissing() {
    return link.optional() ? Optional.of(Optional.empty()) : Optional.empty();
  }

  @Override
  public StoredOrder order() {
    if (!part.ordered()) return StoredOrder.NONE;
    return part.isDescending() ? StoredOrder.DESCENDING : StoredOrder.ASCENDING;
  }

  @Override
  public String form() {
    if (part.isConverted()) return domain();
    return switch (part.form()) {
      case PartForm.Text ignored -> ScalarCodecs.STRING.form();
      case PartForm.Whole ignored when type == Type.N -> ScalarCodecs.LONG.form();
      case PartForm.Millis() when type == Type.N -> Codecs.EPOCH_MILLIS.form();
      case PartForm.Seconds() when type == Type.N -> Codecs.EPOCH_SECONDS.form();
      default -> domain();
    };
  }

  @Override
  public String domain() {
    var stored = "%s as %s".formatted(part.form(), type);
    return part.isConverted() ? "%s, converted for %s".formatted(stored, part) : stored;
  }

  @Override
  public boolean isPlainText() {
    return part.form() instanceof PartForm.Text && !part.isConverted();
  }

  @Override
  public boolean isPlainNumber() {
    return type == Type.N && !part.isConverted();
  }

  @Override
  public Optional<Bounds> bounds() {
    return bounds(part.form());
  }

  private Optional<Bounds> bounds(PartForm form) {
    return switch (form) {
      case PartForm.Whole(long min, long max) -> Optional.of(Bounds.of(least(min), greatest(max)));
      case PartForm.Descending(var ascending) -> bounds(ascending).map(Bounds::negated);
      case PartForm.Unordered(var ordered) -> bounds(ordered);
      default -> Optional.empty();
    };
  }

  /** An int component does not accept every number of a wider part. */
  private long least(long min) {
    return isInt() ? Math.max(min, Integer.MIN_VALUE) : min;
  }

  private long greatest(long max) {
    return isInt() ? Math.min(max, Integer.MAX_VALUE) : max;
  }

  private boolean isInt() {
    return part.type() == Long.class && link.narrow();
  }
}
