package dev.trestle.model;

import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.codec.RecordShape.Component;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.Part;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * How a pattern's parameters fill a pair of keys: each part from the component with its name.
 *
 * @param partition the names of the partition key parts that are bound
 * @param partitionMissing those that are not bound; if there are any, no operation can serve the
 *     pattern
 * @param sort the leading sort key parts that are bound by equality
 * @param sortMissing the parts after those, which are not bound
 * @param sortStray parts that are bound but follow one that is not, so they have no effect
 * @param ranged the part that the range is over
 * @param unused parameters that fill no part and bound no range
 */
public record Binding(
    List<String> partition,
    List<String> partitionMissing,
    List<String> sort,
    List<String> sortMissing,
    List<String> sortStray,
    Optional<Range> range,
    Optional<String> ranged,
    Set<String> unused) {

  static Binding of(KeyPair keys, RecordShape<?> parameters, Optional<Range> range) {
    return of(keys, parameters, range, Optional.empty());
  }

  /** Where a query reads several partitions, it knows the part that tells them apart. */
  static Binding of(
      KeyPair keys, RecordShape<?> parameters, Optional<Range> range, Optional<FanOut> across) {
    var left = new LinkedHashSet<String>();
    parameters.components().forEach(component -> left.add(component.name()));
    range.ifPresent(bounds -> {
      left.remove(bounds.from());
      bounds.to().ifPresent(left::remove);
    });
    var partition = new ArrayList<String>();
    var partitionMissing = new ArrayList<String>();
    across.flatMap(FanOut::parameter).ifPresent(left::remove);
    for (var part : keys.partition().parts()) {
      boolean known =
          across.filter(fanOut -> fanOut.part().equals(part.name())).isPresent()
              || bound(part, parameters, left);
      (known ? partition : partitionMissing).add(part.name());
    }
    var sort = new ArrayList<String>();
    var sortMissing = new ArrayList<String>();
    var sortStray = new ArrayList<String>();
    for (var part : keys.sort().map(Key::parts).orElse(List.of())) {
      if (!bound(part, parameters, left)) sortMissing.add(part.name());
      else (sortMissing.isEmpty() ? sort : sortStray).add(part.name());
    }
    partition.forEach(left::remove);
    sort.forEach(left::remove);
    sortStray.forEach(left::remove);
    for (var part : keys.parts()) {
      boolean open = partitionMissing.contains(part.name()) || sortMissing.contains(part.name());
      if (!open) part.source().ifPresent(source -> left.remove(source.component()));
    }
    var ranged = range.isPresent() ? sortMissing.stream().findFirst() : Optional.<String>empty();
    ranged.ifPresent(name -> expectTypes(keys, parameters, range.orElseThrow(), name));
    return new Binding(
        partition, partitionMissing, sort, sortMissing, sortStray, range, ranged, left);
  }

  /** Binds every part by equality, as for a put, whose record fills its own key. */
  public static Binding whole(KeyPair keys) {
    return new Binding(
        keys.partition().parts().stream().map(Part::name).toList(),
        List.of(),
        keys.sort().map(Key::parts).orElse(List.of()).stream().map(Part::name).toList(),
        List.of(),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Set.of());
  }

  /** Returns whether the whole key is bound by equality, so that it identifies one item. */
  public boolean isWhole() {
    return partitionMissing.isEmpty()
        && sortMissing.isEmpty()
        && sortStray.isEmpty()
        && range.isEmpty();
  }

  private static boolean bound(Part<?> part, RecordShape<?> parameters, Set<String> free) {
    var name = part.name();
    if (free.contains(name)) {
      KeyComponents.expectType(parameters, parameters.component(name), part);
      return true;
    }
    var source = part.source().flatMap(known -> KeyComponents.find(parameters, known.component()));
    if (source.isEmpty() || KeyComponents.find(parameters, name).isPresent()) return false;
    KeyComponents.expectType(parameters, source.get(), part);
    return true;
  }

  private static void expectTypes(
      KeyPair keys, RecordShape<?> parameters, Range range, String name) {
    var part =
        keys.parts().stream().filter(known -> known.name().equals(name)).findFirst().orElseThrow();
    KeyComponents.expectType(parameters, component(parameters, range.from()), part);
    range
        .to()
        .ifPresent(to -> KeyComponents.expectType(parameters, component(parameters, to), part));
  }

  private static Component component(RecordShape<?> parameters, String name) {
    return parameters.component(name);
  }
}
