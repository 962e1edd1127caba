package dev.trestle.model.codec;

import dev.trestle.item.Type;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate;
import dev.trestle.model.key.Part;
import java.math.BigDecimal;
import java.util.Optional;

/** Converts the values of a key's parts to the value of its attribute. */
sealed interface KeyFormat {
  <V> V write(Object[] parts, ValueFormat<V> values);

  <V> Optional<V> prefix(Object[] parts, ValueFormat<V> values);

  <V> Object[] read(V stored, ValueFormat<V> values);

  static KeyFormat of(Key key) {
    return switch (key) {
      case Key.Text(var template) -> new Text(template);
      case Key.Number(var part) -> new Decimal(numberForm(part));
      case Key.Bytes(var part) -> new Bytes(bytesForm(part));
    };
  }

  @SuppressWarnings("unchecked")
  private static Part.NumberForm<Object> numberForm(Part<?> part) {
    return (Part.NumberForm<Object>)
        part.number()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the part '" + part.name() + "' has no number for a key of type N"));
  }

  @SuppressWarnings("unchecked")
  private static Part.BytesForm<Object> bytesForm(Part<?> part) {
    return (Part.BytesForm<Object>)
        part.bytes()
            .orElseThrow(() ->
                new IllegalArgumentException(
                    "the part '" + part.name() + "' has no bytes for a key of type B"));
  }

  private static <V> void expect(Type type, V stored, ValueFormat<V> values) {
    var found = values.type(stored);
    if (found != type) throw CodecException.mismatch(type, found);
  }

  record Text(KeyTemplate template) implements KeyFormat {
    @Override
    public <V> V write(Object[] parts, ValueFormat<V> values) {
      return values.string(template.text(parts));
    }

    @Override
    public <V> Optional<V> prefix(Object[] parts, ValueFormat<V> values) {
      var prefix = template.prefix(parts);
      return prefix.isEmpty() ? Optional.empty() : Optional.of(values.string(prefix));
    }

    @Override
    public <V> Object[] read(V stored, ValueFormat<V> values) {
      expect(Type.S, stored, values);
      try {
        return template.parse(values.asString(stored));
      } catch (IllegalArgumentException e) {
        throw new CodecException("found a text that is not a key of " + template.pattern(), e);
      }
    }
  }

  record Decimal(Part.NumberForm<Object> form) implements KeyFormat {
    @Override
    public <V> V write(Object[] parts, ValueFormat<V> values) {
      BigDecimal number = form.number(parts[0]);
      return number.scale() == 0 && number.precision() < 19
          ? values.number(number.longValueExact())
          : values.number(number.toString());
    }

    @Override
    public <V> Optional<V> prefix(Object[] parts, ValueFormat<V> values) {
      return parts.length == 0 ? Optional.empty() : Optional.of(write(parts, values));
    }

    @Override
    public <V> Object[] read(V stored, ValueFormat<V> values) {
      expect(Type.N, stored, values);
      try {
        return new Object[] {form.value(values.asNumber(stored))};
      } catch (IllegalArgumentException | ArithmeticException e) {
        throw new CodecException("found a number that the key's part does not have", e);
      }
    }
  }

  record Bytes(Part.BytesForm<Object> form) implements KeyFormat {
    @Override
    public <V> V write(Object[] parts, ValueFormat<V> values) {
      return values.binary(form.bytes(parts[0]));
    }

    @Override
    public <V> Optional<V> prefix(Object[] parts, ValueFormat<V> values) {
      return parts.length == 0 ? Optional.empty() : Optional.of(write(parts, values));
    }

    @Override
    public <V> Object[] read(V stored, ValueFormat<V> values) {
      expect(Type.B, stored, values);
      try {
        return new Object[] {form.value(values.asBinary(stored))};
      } catch (IllegalArgumentException e) {
        throw new CodecException("found bytes that the key's part does not have", e);
      }
    }
  }
}
