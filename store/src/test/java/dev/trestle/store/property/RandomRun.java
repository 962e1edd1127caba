package dev.trestle.store.property;

import dev.trestle.gen.Choices;
import dev.trestle.gen.Gen;
import dev.trestle.store.property.Sample.Changes;
import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Sample.Moves;
import dev.trestle.store.property.Sample.Wanted;
import dev.trestle.store.property.Stored.Stub;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A random model, the records that are in it at first, and the calls that are made.
 *
 * @param old so many of the samples are written as an older declaration would have done
 */
record RandomRun(
    RandomModel model, int old, List<Sample> samples, List<Stub> stubs, List<Call> calls) {
  /** One call of the store. */
  sealed interface Call {
    record Put(Sample sample, boolean ifAbsent) implements Call {}

    record Read(Given given) implements Call {}

    record Find(RandomQuery query, Given given) implements Call {}

    record FindNarrow(RandomQuery query, Given given) implements Call {}

    record Change(Given given, boolean upsert) implements Call {}

    record Remove(Given given) implements Call {}

    record ReadSome(List<Given> given) implements Call {}

    record WriteSome(List<Sample> puts, List<Given> deletes) implements Call {}

    record Move(Moves moves) implements Call {}

    record MultiRead(Wanted wanted) implements Call {}

    record MultiChange(Changes changes) implements Call {}

    record Collect(RandomQuery query, Given given) implements Call {}
  }

  static final Gen<RandomRun> RUNS =
      choices -> {
        var model = new RandomModel(choices);
        Gen<Sample> some = Samples::random;
        var samples = distinct(model, some.list(0, 12).from(choices));
        Gen<Stub> stubs = inner -> stub(inner, model, samples);
        Gen<Call> calls = inner -> call(inner, model, samples);
        return new RandomRun(
            model,
            choices.oneOf(samples.size() + 1),
            samples,
            model.stub.isPresent() ? stubs.list(0, 5).from(choices) : List.of(),
            calls.list(1, 10).from(choices));
      };

  /** Samples with different keys, which nobody has written yet. */
  private static List<Sample> distinct(RandomModel model, List<Sample> samples) {
    var reference = new Reference(model);
    var byKey = new LinkedHashMap<List<Object>, Sample>();
    for (var sample : samples) {
      var first =
          model.traits.version().map(version -> Samples.with(sample, version, 0L)).orElse(sample);
      byKey.putIfAbsent(reference.key(sample), first);
    }
    return List.copyOf(byKey.values());
  }

  /** A stub, often beside one of the samples. */
  private static Stub stub(Choices choices, RandomModel model, List<Sample> samples) {
    var other = Samples.random(choices);
    var stub =
        like(choices, samples)
            .map(sample -> {
              var near = other;
              for (var column : model.partition.columns()) {
                var component = column.component();
                near = Samples.with(near, component, component.of(sample));
              }
              return near;
            })
            .orElse(other);
    return Stub.of(stub, "stub");
  }

  private static Call call(Choices choices, RandomModel model, List<Sample> samples) {
    return switch (choices.oneOf(model.collected.isEmpty() ? 14 : 17)) {
      case 0 -> new Call.Put(Samples.random(choices), choices.oneOf(2) == 1);
      case 1 -> new Call.Read(given(choices, model, samples));
      case 2, 3 -> new Call.Change(given(choices, model, samples), choices.oneOf(2) == 1);
      case 4 -> new Call.Remove(given(choices, model, samples));
      case 5 -> {
        Gen<Given> keys = inner -> given(inner, model, samples);
        yield new Call.ReadSome(keys.list(0, 4).from(choices));
      }
      case 6 -> {
        Gen<Sample> puts = Samples::random;
        Gen<Given> keys = inner -> given(inner, model, samples);
        yield new Call.WriteSome(puts.list(0, 3).from(choices), keys.list(0, 2).from(choices));
      }
      case 7 -> {
        Gen<Sample> puts = Samples::random;
        Gen<Given> keys = inner -> given(inner, model, samples);
        yield new Call.Move(
            new Moves(
                puts.from(choices),
                keys.from(choices),
                keys.from(choices),
                keys.from(choices),
                puts.list(0, 2).from(choices),
                keys.optional().from(choices)));
      }
      case 8 -> {
        Gen<Given> keys = inner -> given(inner, model, samples);
        yield new Call.MultiRead(
            new Wanted(
                keys.from(choices), keys.optional().from(choices), keys.list(0, 4).from(choices)));
      }
      case 9 -> {
        Gen<Sample> puts = Samples::random;
        Gen<Given> keys = inner -> given(inner, model, samples);
        yield new Call.MultiChange(
            new Changes(puts.list(0, 3).from(choices), keys.list(0, 2).from(choices)));
      }
      case 14, 15, 16 -> {
        var query = model.collected.get(choices.oneOf(model.collected.size()));
        yield new Call.Collect(query, asked(choices, query, samples));
      }
      default -> {
        int at = choices.oneOf(model.queries.size() + model.narrow.size());
        if (at >= model.queries.size()) {
          var query = model.narrow.get(at - model.queries.size());
          yield new Call.FindNarrow(query, asked(choices, query, samples));
        }
        var query = model.queries.get(at);
        yield new Call.Find(query, asked(choices, query, samples));
      }
    };
  }

  /** The partition of one of the samples. */
  private static Given asked(Choices choices, RandomQuery query, List<Sample> samples) {
    var alike = new ArrayList<>(query.partition().columns());
    query.sort().ifPresent(key -> alike.addAll(key.columns().subList(0, query.bound())));
    return Samples.given(choices, like(choices, samples), alike);
  }

  /** The key of one of the samples, and sometimes what it has in the keys of indexes. */
  private static Given given(Choices choices, RandomModel model, List<Sample> samples) {
    var alike = new ArrayList<>(model.keyColumns());
    if (choices.oneOf(2) == 1) alike.addAll(model.indexColumns());
    return Samples.given(choices, like(choices, samples), alike);
  }

  private static Optional<Sample> like(Choices choices, List<Sample> samples) {
    int at = choices.oneOf(samples.size() + 1);
    return at == samples.size() ? Optional.empty() : Optional.of(samples.get(at));
  }

  @Override
  public String toString() {
    return "%s%n  samples, the first %d of them old%n%s%n  stubs%n%s%n  calls%n%s"
        .formatted(model, old, text(samples), text(stubs), text(calls));
  }

  private static String text(List<?> lines) {
    return lines.stream().map(each -> "    " + each).collect(Collectors.joining("\n"));
  }
}
