package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** A list. A missing one is read as empty. */
final class ListCodec<T> extends ContainerCodec<List<T>> {
  private final Codec<T> element;

  ListCodec(Codec<T> element) {
    this.element = element;
  }

  @Override
  public <V> V write(List<T> list, ValueFormat<V> values, int depth) {
    if (ScalarCodec.present(list).isEmpty()) return values.list(List.of());
    int below = below(depth);
    var written = new ArrayList<V>(list.size());
    for (var each : list) written.add(element.write(each, values, below));
    return values.list(written);
  }

  @Override
  public <V> List<T> read(V value, ValueFormat<V> values) {
    expect(Type.L, value, values);
    var stored = values.asList(value);
    if (stored.isEmpty()) return List.of();
    var list = new ArrayList<T>(stored.size());
    for (var each : stored) list.add(element.read(each, values));
    return Collections.unmodifiableList(list);
  }

  @Override
  public Type type() {
    return Type.L;
  }

  @Override
  public Optional<List<T>> whenMissing() {
    return Optional.of(List.of());
  }

  @Override
  public String form() {
    return "list of " + element.form();
  }

  @Override
  public Optional<Codec<?>> element() {
    return Optional.of(element);
  }

  @Override
  public boolean isExact() {
    return element.isExact();
  }

  @Override
  public boolean mayVary() {
    return element.mayVary();
  }
}
