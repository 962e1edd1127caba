package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/** One of several records, as a map with a discriminator field that names the record. */
final class SealedCodec<T> extends ContainerCodec<T> {
  private record Case(String name, RecordCodec<Object> codec) {}

  private final String discriminator;
  private final Map<Class<?>, Case> byType = new HashMap<>();
  private final Map<String, Case> byName = new HashMap<>();

  SealedCodec(String discriminator, Map<Class<?>, RecordCodec<Object>> cases) {
    this.discriminator = discriminator;
    cases.forEach((type, codec) -> {
      var one = new Case(type.getSimpleName(), codec);
      byType.put(type, one);
      byName.put(one.name, one);
    });
  }

  @Override
  public <V> V write(T value, ValueFormat<V> values, int depth) {
    var one = byType.get(ScalarCodec.present(value).getClass());
    if (one == null) throw new IllegalStateException("a record that is not among the sealed ones");
    var fields = new HashMap<String, V>();
    below(depth);
    fields.put(discriminator, values.string(one.name));
    one.codec.write(value, fields, values, depth);
    return values.map(fields);
  }

  @Override
  public <V> T read(V value, ValueFormat<V> values) {
    expect(Type.M, value, values);
    var fields = values.asMap(value);
    var stored = fields.get(discriminator);
    if (stored == null || values.type(stored) != Type.S) {
      throw new CodecException(
          "found a map without '" + discriminator + "', which tells " + names());
    }
    var one = byName.get(values.asString(stored));
    if (one == null) {
      throw new CodecException("found a '" + discriminator + "' that is none of " + names());
    }
    @SuppressWarnings("unchecked")
    var read = (T) one.codec.read(fields, values);
    return read;
  }

  private String names() {
    return byName.keySet().stream().sorted().collect(Collectors.joining(", "));
  }

  @Override
  public Type type() {
    return Type.M;
  }

  @Override
  public String form() {
    return "one of " + names();
  }

  @Override
  public boolean isExact() {
    return byType.values().stream().allMatch(each -> each.codec.isExact());
  }

  @Override
  public boolean mayVary() {
    return byType.values().stream().anyMatch(each -> each.codec.mayVary());
  }
}
