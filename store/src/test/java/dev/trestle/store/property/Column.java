package dev.trestle.store.property;

import dev.trestle.gen.Gen;
import dev.trestle.model.Ref;
import dev.trestle.model.key.Part;
import dev.trestle.store.property.Sample.Given;
import java.lang.reflect.ParameterizedType;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One component of a sample.
 *
 * @param ref the component of the record
 * @param given the component of the parameters of the same name
 * @param bounds the parameters that bound a range over it, where it can stand in a key
 * @param values a few values, so that equal ones are frequent
 * @param order the order of the values as Java has it; empty where storage does not keep it
 * @param parts the forms it can have in a key
 * @param source the component that a derived part is computed from; empty for components
 */
record Column<T>(
    String name,
    Ref<Sample, T> ref,
    Ref<Given, T> given,
    Optional<Bounds> bounds,
    Gen<T> values,
    Optional<Comparator<T>> order,
    List<Part<?>> parts,
    Optional<Column<?>> source) {

  /** The ends of a range. Those of an Optional component are plain values. */
  record Bounds(
      Ref<Given, ?> low, Ref<Given, ?> high, String lowName, String highName, Gen<?> values) {}

  boolean is(Column<?> other) {
    return name.equals(other.name());
  }

  T of(Sample sample) {
    return ref.of(sample);
  }

  T of(Given parameters) {
    return given.of(parameters);
  }

  /** The parameter that the value is in. */
  String parameter() {
    return given.named().component();
  }

  boolean isDerived() {
    return source.isPresent();
  }

  /** The component that the value comes from. */
  Column<?> component() {
    return source.isPresent() ? source.get() : this;
  }

  boolean isOptional() {
    if (source.isPresent()) return source.get().isOptional();
    return Columns.SAMPLE.component(name).type() instanceof ParameterizedType generic
        && generic.getRawType() == Optional.class;
  }

  /** Compares the values of two samples, which must be present. */
  int compare(Sample one, Sample other) {
    return order.orElseThrow().compare(of(one), of(other));
  }

  /** Compares the value of a sample with the end of a range. */
  @SuppressWarnings("unchecked")
  int compareWith(Sample sample, Object end) {
    var other = (T) (isOptional() ? Optional.of(end) : end);
    return order.orElseThrow().compare(of(sample), other);
  }

  @Override
  public String toString() {
    return name;
  }

  static <T> Column<T> derived(
      Column<?> source, Ref<Sample, T> ref, Ref<Given, T> given, Column<T> like, Part<?>... parts) {
    return new Column<>(
        parts[0].name(),
        ref,
        given,
        like.bounds(),
        like.values(),
        like.order(),
        Stream.of(parts).<Part<?>>flatMap(part -> Stream.of(both(part))).toList(),
        Optional.of(source));
  }

  static <T extends Comparable<? super T>> Comparator<T> naturally() {
    return Comparator.naturalOrder();
  }

  static <T> Comparator<Optional<T>> present(Comparator<T> order) {
    return Comparator.comparing(Optional::orElseThrow, order);
  }

  /** A part as it is, and descending where it can. */
  static Part<?>[] both(Part<?> part) {
    try {
      return new Part<?>[] {part, part.descending()};
    } catch (IllegalArgumentException e) {
      return new Part<?>[] {part};
    }
  }

  static Part<?>[] concat(Part<?>[] some, Part<?>[] more) {
    return Stream.of(some, more).flatMap(Stream::of).toArray(Part<?>[]::new);
  }

  /** A column without its parts. */
  interface Draft<T> {
    Column<T> as(Part<?>... parts);
  }

  static <T> Draft<T> key(
      String name,
      Ref<Sample, T> ref,
      Ref<Given, T> given,
      Ref<Given, ?> low,
      Ref<Given, ?> high,
      Gen<T> values,
      Comparator<T> order) {
    return key(name, ref, given, low, high, values, values, order);
  }

  static <T> Draft<T> key(
      String name,
      Ref<Sample, T> ref,
      Ref<Given, T> given,
      Ref<Given, ?> low,
      Ref<Given, ?> high,
      Gen<?> ends,
      Gen<T> values,
      Comparator<T> order) {
    var bounds = new Bounds(low, high, low.named().component(), high.named().component(), ends);
    return parts ->
        new Column<>(
            name,
            ref,
            given,
            Optional.of(bounds),
            values,
            Optional.of(order),
            List.of(parts),
            Optional.empty());
  }

  static <T extends Comparable<? super T>> Column<T> ordered(
      String name, Ref<Sample, T> ref, Ref<Given, T> given, Gen<T> values) {
    return new Column<>(
        name,
        ref,
        given,
        Optional.empty(),
        values,
        Optional.of(naturally()),
        List.of(),
        Optional.empty());
  }

  static <T> Column<T> unordered(
      String name, Ref<Sample, T> ref, Ref<Given, T> given, Gen<T> values) {
    return new Column<>(
        name, ref, given, Optional.empty(), values, Optional.empty(), List.of(), Optional.empty());
  }
}
