package dev.trestle.store.property;

import dev.trestle.store.property.Sample.Given;
import dev.trestle.store.property.Stored.Stub;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The samples of a random model in plain Java: what the store should do. */
final class Reference {
  private final RandomModel model;
  private final Map<List<Object>, Sample> samples = new LinkedHashMap<>();
  private final Map<List<Object>, Stub> stubs = new LinkedHashMap<>();

  Reference(RandomModel model) {
    this.model = model;
  }

  List<Object> key(Sample sample) {
    return model.keyColumns().stream().<Object>map(column -> column.of(sample)).toList();
  }

  List<Object> key(Given given) {
    return model.keyColumns().stream().<Object>map(column -> column.of(given)).toList();
  }

  /** A sample as it is read back: decimals without trailing zeros, times in whole seconds. */
  Sample stored(Sample sample) {
    var price = sample.price().stripTrailingZeros();
    var stored =
        Samples.with(sample, Columns.PRICE, price.scale() < 0 ? price.setScale(0) : normal(price));
    if (model.traits.isExpiry(Columns.DUE)) {
      stored =
          Samples.with(
              stored, Columns.DUE, stored.due().map(due -> due.truncatedTo(ChronoUnit.SECONDS)));
    }
    return model.wholeSeconds || model.traits.isExpiry(Columns.AT)
        ? Samples.with(stored, Columns.AT, stored.at().truncatedTo(ChronoUnit.SECONDS))
        : stored;
  }

  private static BigDecimal normal(BigDecimal price) {
    return price.signum() == 0 ? BigDecimal.ZERO : price;
  }

  void put(Sample sample) {
    samples.put(key(sample), stored(sample));
  }

  Optional<Sample> get(Given given) {
    return Optional.ofNullable(samples.get(key(given)));
  }

  Optional<Sample> get(Sample sample) {
    return Optional.ofNullable(samples.get(key(sample)));
  }

  /** What a read returns: what has expired is not there. */
  Optional<Sample> read(Given given) {
    return get(given).filter(sample -> !model.traits.isExpired(sample));
  }

  void remove(Given given) {
    samples.remove(key(given));
  }

  /** The items become those of an older declaration. */
  void age() {
    samples.replaceAll((key, sample) -> stored(model.traits.aged(sample)));
  }

  void put(Stub stub) {
    stubs.put(key(stub.asSample()), stub);
  }

  List<Sample> all() {
    return List.copyOf(samples.values());
  }

  /** What a query of a collection finds, in no order yet. */
  List<Stored> collected(RandomQuery query, Given given) {
    var found = new ArrayList<Stored>(found(query, given));
    stubs.values().stream()
        .filter(stub -> query.selects(stub.asSample(), given))
        .forEach(found::add);
    return found;
  }

  /** The sample with the version that it gets when it is put. */
  Sample counted(Sample sample) {
    return model
        .traits
        .version()
        .map(version -> Samples.with(sample, version, version.of(sample) + 1))
        .orElse(sample);
  }

  /** Whether a put may replace what is there: version 0 replaces nothing. */
  boolean hasSeen(Sample sample) {
    if (model.traits.version().isEmpty()) return true;
    var version = model.traits.version().get();
    long seen = version.of(sample);
    return get(sample).map(version::of).orElse(0L) == seen;
  }

  /** Whether the version in the parameters, if there is one, is the item's. */
  boolean hasSeen(Given given) {
    if (!model.traits.isVersion(Columns.REVISION)) return true;
    return get(given).map(Sample::revision).orElse(0L) == given.revision();
  }

  /** What a query finds, in no order yet. */
  List<Sample> found(RandomQuery query, Given given) {
    var found = new ArrayList<Sample>();
    for (var sample : samples.values()) {
      boolean hidden = !query.withExpired() && model.traits.isExpired(sample);
      if (hidden || !query.selects(sample, given)) continue;
      if (query.filter().filter(each -> !each.holds().test(sample, given)).isPresent()) continue;
      found.add(sample);
    }
    return found;
  }

  /** The sample after the update; empty where it is refused. */
  Optional<Sample> updated(Given given) {
    return get(given)
        .filter(
            sample -> model.updateIf.filter(each -> !each.holds().test(sample, given)).isEmpty())
        .flatMap(ignored -> updated(given, model.changes));
  }

  /** The sample after these actions, without a condition; empty where they are refused. */
  Optional<Sample> updated(Given given, List<RandomUpdate> actions) {
    if (!hasSeen(given)) return Optional.empty();
    return get(given).flatMap(sample -> after(sample, sample, given, actions));
  }

  /** The sample after the upsert; empty where it is refused. */
  Optional<Sample> upserted(Given given) {
    var sample = get(given);
    if (!hasSeen(given)) return Optional.empty();
    if (sample.isPresent()) {
      var changes = model.makes.stream().filter(action -> !action.onInsert()).toList();
      return after(sample.get(), sample.get(), given, changes);
    }
    var made = blank(given);
    return after(made, made, given, model.makes);
  }

  /** A new item before any action: its key, and nothing in components that may be absent. */
  private Sample blank(Given given) {
    var values =
        Columns.ALL.stream()
            .map(column -> {
              if (model.keyColumns().contains(column)) return (Object) column.of(given);
              if (model.traits.isVersion(column)) return 0L;
              if (column.is(Columns.COUNT)) return 0L;
              if (column.is(Columns.LABELS) || column.is(Columns.NUMBERS)) return Set.of();
              if (column.is(Columns.MARKS)) return Map.of();
              return column.isOptional() ? Optional.empty() : (Object) column.of(given);
            })
            .toArray();
    return Columns.SAMPLE.make(values);
  }

  private Optional<Sample> after(
      Sample before, Sample made, Given given, List<RandomUpdate> actions) {
    if (!knowsIndexKeys(before, given, actions)) return Optional.empty();
    var after = made;
    for (var action : actions) {
      var value = action.after().apply(before, given);
      if (value.isEmpty()) return Optional.empty();
      after = Samples.with(after, action.column(), value.get());
    }
    return Optional.of(stored(counted(after)));
  }

  /**
   * An index key of several parts is written whole. Parts that the update does not change come from
   * parameters of their names, which have to be what the item has.
   */
  private boolean knowsIndexKeys(Sample before, Given given, List<RandomUpdate> actions) {
    var changed = new HashSet<Column<?>>();
    actions.forEach(action -> changed.add(action.column()));
    return model.indexes.stream()
        .flatMap(TableLayout.IndexLayout::keys)
        .filter(key -> key.columns().stream().anyMatch(each -> changed.contains(each.component())))
        .flatMap(key -> key.columns().stream())
        .filter(column -> !model.keyColumns().contains(column))
        .<Column<?>>map(Column::component)
        .filter(column -> !changed.contains(column))
        .allMatch(column -> column.of(before).equals(column.of(given)));
  }
}
