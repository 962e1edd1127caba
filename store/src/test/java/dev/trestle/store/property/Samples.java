package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Stored.Stub;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes samples and parameters of values by name. */
final class Samples {
  private Samples() {}

  static Sample random(Choices choices) {
    return Columns.SAMPLE.make(
        Columns.ALL.stream().map(column -> (Object) column.values().from(choices)).toArray());
  }

  /** A sample with the components of a stub. */
  static Sample sampleOf(Stub stub) {
    var shape = RecordShape.of(Stub.class, Columns.LOOKUP);
    var sample = Columns.EXAMPLE;
    for (var component : shape.components()) {
      var column =
          Columns.ALL.stream().filter(each -> each.name().equals(component.name())).findFirst();
      if (column.isEmpty()) continue;
      sample = with(sample, column.get(), shape.value(stub, component.index()));
    }
    return sample;
  }

  /** Random parameters, with the values of a sample for these columns. */
  static Given given(Choices choices, Optional<Sample> like, List<Column<?>> alike) {
    var copied = alike.stream().map(Column::component).map(Column::name).toList();
    var values = new HashMap<String, Object>();
    for (var column : Columns.ALL) {
      values.put(
          column.parameter(),
          like.isPresent() && copied.contains(column.name())
              ? column.of(like.get())
              : column.values().from(choices));
      column
          .bounds()
          .ifPresent(bounds -> {
            values.put(bounds.lowName(), bound(column, choices));
            values.put(bounds.highName(), bound(column, choices));
          });
    }
    values.put(
        "atDay",
        like.isPresent() && alike.contains(Columns.AT_DAY)
            ? Columns.AT_DAY.of(like.get())
            : Columns.AT_DAY.values().from(choices));
    values.put("words", Columns.WORDS.list(0, 4).from(choices));
    values.put("counts", Columns.COUNTS.list(0, 5).from(choices));
    return given(values);
  }

  private static Given given(Map<String, Object> values) {
    return Columns.GIVEN.make(
        Columns.GIVEN.components().stream()
            .map(component -> values.get(component.name()))
            .toArray());
  }

  /** Parameters with all values of a sample; ranges begin and end there. */
  static Given like(Sample sample) {
    var values = new HashMap<String, Object>();
    for (var column : Columns.ALL) {
      Object value = column.of(sample);
      values.put(column.parameter(), value);
      var end = value instanceof Optional<?> optional ? optional.orElse(null) : value;
      column
          .bounds()
          .ifPresent(bounds -> {
            var shown = end == null ? bound(column, Columns.EXAMPLE) : end;
            values.put(bounds.lowName(), shown);
            values.put(bounds.highName(), shown);
          });
    }
    values.put("atDay", Columns.AT_DAY.of(sample));
    values.put("words", List.of(sample.word(), sample.tag().orElse("a")));
    values.put("counts", List.of(sample.count(), sample.score().orElse(1L)));
    return given(values);
  }

  private static Object bound(Column<?> column, Sample sample) {
    return ((Optional<?>) column.of(sample)).orElseThrow();
  }

  private static Object bound(Column<?> column, Choices choices) {
    return column.bounds().orElseThrow().values().from(choices);
  }

  /** The sample with another value in one column. */
  static Sample with(Sample sample, Column<?> changed, Object value) {
    return Columns.SAMPLE.make(
        Columns.ALL.stream()
            .map(column -> column.is(changed) ? value : (Object) column.of(sample))
            .toArray());
  }
}
