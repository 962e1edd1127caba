package dev.trestle.model.key;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.function.Function;

/** Values of another form, converted to another type. */
final class ConvertedForm<T, U> extends TextForm<U> {
  private final TextForm<T> inner;
  private final Class<U> type;
  private final Function<T, U> wrap;
  private final Function<U, T> unwrap;
  private final boolean ordered;

  /** Whether the converted values have the same order. */
  ConvertedForm(
      TextForm<T> inner,
      Class<U> type,
      Function<T, U> wrap,
      Function<U, T> unwrap,
      boolean ordered) {
    this.inner = inner;
    this.type = type;
    this.wrap = wrap;
    this.unwrap = unwrap;
    this.ordered = ordered && inner.ordered();
  }

  @Override
  Language shape() {
    return inner.shape();
  }

  @Override
  Class<U> type() {
    return type;
  }

  @Override
  PartForm data() {
    return inner.ordered() && !ordered ? new PartForm.Unordered(inner.data()) : inner.data();
  }

  @Override
  boolean ordered() {
    return ordered;
  }

  @Override
  boolean descending() {
    return inner.descending();
  }

  @Override
  boolean converted() {
    return true;
  }

  @Override
  String text(U value, String part) {
    return inner.text(unwrap.apply(value), part);
  }

  @Override
  void append(StringBuilder out, U value, String part) {
    inner.append(out, unwrap.apply(value), part);
  }

  @Override
  U parse(String text, int from, int to, String part) {
    return wrap.apply(inner.parse(text, from, to, part));
  }

  @Override
  int end(String text, int from) {
    return inner.end(text, from);
  }

  @Override
  Optional<Part.NumberForm<U>> number(String part) {
    return inner
        .number(part)
        .map(form ->
            new Part.NumberForm<>() {
              @Override
              public BigDecimal number(U value) {
                return form.number(unwrap.apply(value));
              }

              @Override
              public U value(BigDecimal number) {
                return wrap.apply(form.value(number));
              }
            });
  }

  @Override
  Optional<Part.BytesForm<U>> bytes(String part) {
    return inner
        .bytes(part)
        .map(form ->
            new Part.BytesForm<>() {
              @Override
              public byte[] bytes(U value) {
                return form.bytes(unwrap.apply(value));
              }

              @Override
              public U value(byte[] bytes) {
                return wrap.apply(form.value(bytes));
              }
            });
  }
}
