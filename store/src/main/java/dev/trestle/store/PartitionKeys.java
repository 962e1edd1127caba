package dev.trestle.store;

import dev.trestle.model.FanOut;
import dev.trestle.model.Query;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.KeyWriter;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.key.Derivation;
import dev.trestle.model.key.Part;
import dev.trestle.model.key.PartSource;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The partition keys that a query reads. */
@FunctionalInterface
interface PartitionKeys<K> {
  List<AttributeValue> of(K parameters);

  static <K> PartitionKeys<K> of(Query<K, ?> query) {
    return query
        .across()
        .<PartitionKeys<K>>map(fanOut -> new Several<>(query, fanOut))
        .orElseGet(() -> one(query));
  }

  private static <K> PartitionKeys<K> one(Query<K, ?> query) {
    var codec = KeyCodec.of(query.parameters(), query.keys().partition());
    return parameters -> {
      Optional<AttributeValue> key = codec.write(parameters, AttributeValues.SDK);
      return List.of(key.orElseThrow(() -> codec.incomplete(parameters)));
    };
  }

  /** One for each value of a part. */
  final class Several<K> implements PartitionKeys<K> {
    private final String pattern;
    private final FanOut fanOut;
    private final KeyWriter key;
    private final List<Optional<Function<K, Object>>> parts;
    private final Function<K, List<?>> buckets;

    private Several(Query<K, ?> query, FanOut fanOut) {
      this.pattern = query.id();
      this.fanOut = fanOut;
      key = KeyWriter.of(query.keys().partition());
      parts = new ArrayList<>();
      for (var part : query.keys().partition().parts()) {
        parts.add(
            part.name().equals(fanOut.part())
                ? Optional.empty()
                : Optional.of(value(query.parameters(), part)));
      }
      buckets = buckets(query);
    }

    private Function<K, Object> value(RecordShape<K> shape, Part<?> part) {
      int index = KeyCodec.component(shape, part).index();
      var made = KeyWriter.part(shape, index, part);
      return given ->
          made.apply(shape.value(given, index))
              .orElseThrow(() ->
                  new IllegalArgumentException(
                      "%s.%s is empty, but a part of the key comes from it. Give it a value."
                          .formatted(
                              shape.type().getSimpleName(), shape.components().get(index).name())));
    }

    private Function<K, List<?>> buckets(Query<K, ?> query) {
      var part =
          query.keys().partition().parts().stream()
              .filter(known -> known.name().equals(fanOut.part()))
              .findFirst()
              .orElseThrow();
      return switch (fanOut.buckets()) {
        case ALL -> {
          List<?> all = part.values().orElseThrow();
          yield given -> all;
        }
        case LISTED -> {
          var shape = query.parameters();
          int index = shape.component(fanOut.parameter().orElseThrow()).index();
          var list = shape.type().getSimpleName() + "." + fanOut.parameter().get();
          yield given ->
              PatternParameters.elements(pattern, list, (List<?>) shape.value(given, index))
                  .stream()
                  .distinct()
                  .toList();
        }
        case RANGED -> ranged(query, part);
      };
    }

    private Function<K, List<?>> ranged(Query<K, ?> query, Part<?> part) {
      var range = query.binding().range().orElseThrow();
      PartSource<?> source = part.source().orElseThrow();
      var from = bound(query.parameters(), range.from(), source.of());
      var to = bound(query.parameters(), range.to().orElseThrow(), source.of());
      boolean months = source.by() == Derivation.MONTH;
      var sort = query.keys().sort().orElseThrow().parts().getFirst();
      boolean latestFirst = query.reading().descending() != sort.isDescending();
      return given -> {
        var values = new ArrayList<Object>();
        var last = to.apply(given);
        var first = day(from.apply(given));
        var day = months ? first.withDayOfMonth(1) : first;
        for (; !start(day).isAfter(last); day = months ? day.plusMonths(1) : day.plusDays(1)) {
          values.add(source.compute().apply(start(day)));
          if (values.size() > fanOut.most()) break;
        }
        return latestFirst ? values.reversed() : values;
      };
    }

    private static LocalDate day(Instant time) {
      return LocalDate.ofInstant(time, ZoneOffset.UTC);
    }

    private static Instant start(LocalDate day) {
      return day.atStartOfDay(ZoneOffset.UTC).toInstant();
    }

    private static <K> Function<K, Instant> bound(
        RecordShape<K> shape, String parameter, Part<?> part) {
      int index = shape.component(parameter).index();
      var made = KeyWriter.part(shape, index, part);
      return given ->
          (Instant)
              made.apply(shape.value(given, index))
                  .orElseThrow(() -> SortKeyRange.emptyBound(shape, parameter));
    }

    @Override
    public List<AttributeValue> of(K parameters) {
      var values = buckets.apply(parameters);
      if (values.size() > fanOut.most()) {
        throw new IllegalArgumentException(
            "%s: more than the %d partitions that are declared for %s"
                .formatted(pattern, fanOut.most(), fanOut.part()));
      }
      var row = new Object[parts.size()];
      for (int i = 0; i < row.length; i++) {
        var value = parts.get(i);
        if (value.isPresent()) row[i] = value.get().apply(parameters);
      }
      return values.stream().map(value -> key(row.clone(), value)).toList();
    }

    private AttributeValue key(Object[] row, Object bucket) {
      for (int i = 0; i < row.length; i++) {
        if (parts.get(i).isEmpty()) row[i] = bucket;
      }
      return key.write(row, AttributeValues.SDK);
    }
  }
}
