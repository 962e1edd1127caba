package dev.trestle.model.codec;

import dev.trestle.item.Type;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A set: SS, NS or BS if its members are texts, numbers or bytes, else L. DynamoDB has no empty
 * sets: an empty one is stored by omitting the attribute, or as an empty L inside a list or map.
 */
final class SetCodec<T> extends ContainerCodec<Set<T>> {
  private final Codec<T> member;
  private final Type type;

  SetCodec(Codec<T> member) {
    this.member = member;
    this.type =
        switch (member) {
          case ScalarCodec.Text<T> ignored -> Type.SS;
          case ScalarCodec.Decimal<T> ignored -> Type.NS;
          case ScalarCodec.Whole<T> ignored -> Type.NS;
          case ScalarCodec.Binary<T> ignored -> Type.BS;
          default -> Type.L;
        };
  }

  @Override
  public <V> V write(Set<T> set, ValueFormat<V> values, int depth) {
    if (ScalarCodec.present(set).isEmpty()) return values.list(List.of());
    return switch (member) {
      case ScalarCodec.Text<T> text -> values.strings(texts(set, text));
      case ScalarCodec.Decimal<T> number -> {
        var texts = new LinkedHashSet<String>();
        for (var each : set) texts.add(number.text(each));
        yield values.numbers(texts);
      }
      case ScalarCodec.Whole<T> number -> {
        var texts = new LinkedHashSet<String>();
        for (var each : set) texts.add(number.text(each));
        yield values.numbers(texts);
      }
      case ScalarCodec.Binary<T> binary -> values.binaries(distinct(set, binary));
      default -> {
        int below = below(depth);
        var written = new ArrayList<V>(set.size());
        for (var each : set) written.add(member.write(each, values, below));
        yield values.list(written);
      }
    };
  }

  private static <T> Collection<String> texts(Set<T> set, ScalarCodec.Text<T> member) {
    var texts = new LinkedHashSet<String>();
    for (var each : set) texts.add(member.text(each));
    return texts;
  }

  /** Java compares arrays by identity, DynamoDB by content. */
  private static <T> Collection<byte[]> distinct(Set<T> set, ScalarCodec.Binary<T> member) {
    var buffers = new LinkedHashSet<ByteBuffer>();
    for (var each : set) buffers.add(ByteBuffer.wrap(member.bytes(each)));
    return buffers.stream().map(ByteBuffer::array).toList();
  }

  @Override
  public <V> Set<T> read(V value, ValueFormat<V> values) {
    var found = values.type(value);
    var set = new LinkedHashSet<T>();
    if (found == Type.L) {
      for (var each : values.asList(value)) set.add(member.read(each, values));
      return Collections.unmodifiableSet(set);
    }
    if (found != type) throw CodecException.mismatch(type, found);
    switch (member) {
      case ScalarCodec.Text<T> text -> {
        for (var each : values.asStrings(value)) set.add(text.parse(each));
      }
      case ScalarCodec.Decimal<T> number -> {
        for (var each : values.asNumbers(value)) set.add(number.parse(new BigDecimal(each)));
      }
      case ScalarCodec.Whole<T> number -> {
        for (var each : values.asNumbers(value)) set.add(number.parse(new BigDecimal(each)));
      }
      case ScalarCodec.Binary<T> binary -> {
        for (var each : values.asBinaries(value)) set.add(binary.parse(each));
      }
      default -> throw new IllegalStateException("a set of type " + type);
    }
    return Collections.unmodifiableSet(set);
  }

  @Override
  public Type type() {
    return type;
  }

  @Override
  public boolean isAbsent(Set<T> value) {
    return ScalarCodec.present(value).isEmpty();
  }

  @Override
  public Optional<Set<T>> whenMissing() {
    return Optional.of(Set.of());
  }

  @Override
  public String form() {
    return "set of " + member.form();
  }

  @Override
  public Optional<Codec<?>> element() {
    return Optional.of(member);
  }

  @Override
  public boolean isExact() {
    return member.isExact();
  }

  @Override
  public boolean mayVary() {
    return member.mayVary();
  }
}
