package dev.trestle.model.key;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.function.Function;
import java.util.zip.CRC32;

/**
 * Where the values of a derived part come from.
 *
 * @param of the part that a value is computed from; its name is that of the component
 */
public record PartSource<T>(Part<?> of, Derivation by, Function<Object, T> compute) {
  static PartSource<LocalDate> day(Part<Instant> time) {
    return new PartSource<>(
        time, Derivation.DAY, at -> LocalDate.ofInstant((Instant) at, ZoneOffset.UTC));
  }

  static PartSource<YearMonth> month(Part<Instant> time) {
    return new PartSource<>(
        time,
        Derivation.MONTH,
        at -> YearMonth.from(LocalDate.ofInstant((Instant) at, ZoneOffset.UTC)));
  }

  static PartSource<Long> shard(Part<?> of, int shards) {
    return new PartSource<>(of, Derivation.SHARD, value -> shard(of, value, shards));
  }

  private static long shard(Part<?> of, Object value, int shards) {
    var text = new StringBuilder();
    of.append(text, value);
    var sum = new CRC32();
    sum.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return sum.getValue() % shards;
  }

  <U> PartSource<U> then(Function<T, U> more) {
    return new PartSource<>(of, by, compute.andThen(more));
  }

  /** The name of the component that values are computed from. */
  public String component() {
    return of.name();
  }
}
