package dev.trestle.store;

import dev.trestle.model.Delete;
import dev.trestle.model.MultiWrite;
import dev.trestle.model.Put;
import dev.trestle.store.BatchWriter.ItemRequest;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** A batch of writes of several entities, ready to run. */
final class MultiWritePlan<P> {
  private final UsageCounter meter;
  private final List<Function<P, Stream<ItemRequest>>> steps;
  private final BatchWriter requests;

  MultiWritePlan(MultiWrite<P> multi, PlanContext connection, UsageCounter meter) {
    this.meter = meter;
    requests = new BatchWriter(connection, meter);
    steps =
        multi.steps().stream()
            .<Function<P, Stream<ItemRequest>>>map(step -> step(multi, step, connection))
            .toList();
  }

  /** The declaration has seen to it that the component is a list of the step's parameters. */
  @SuppressWarnings("unchecked")
  private static <P, K> Function<P, Stream<ItemRequest>> step(
      MultiWrite<P> multi, MultiWrite.Step<K> step, PlanContext connection) {
    var shape = multi.parameters();
    var component = new PatternParameters<>(multi.heading(), shape).value(step.component());
    Function<K, ItemRequest> request =
        switch (step.write()) {
          case Put<K, ?> put -> put(put, connection);
          case Delete<K, ?> delete -> delete(delete, connection);
          default -> throw new IllegalArgumentException("only puts and deletes go into a batch");
        };
    return given ->
        PatternParameters.elements(multi.id(), step.component(), (List<K>) component.apply(given))
            .stream()
            .map(request);
  }

  @SuppressWarnings("unchecked")
  private static <K, R> Function<K, ItemRequest> put(Put<K, R> put, PlanContext connection) {
    var entity = put.entity();
    var table = connection.table(entity);
    var key = ItemKey.of(entity, entity.shape());
    var whole = put.whole().map(name -> put.parameters().component(name).index());
    return given -> {
      var record = (R) (whole.isPresent() ? put.parameters().value(given, whole.get()) : given);
      var item = entity.codec().write(record, AttributeValues.SDK);
      return ItemRequest.put(table, key.in(item), item);
    };
  }

  private static <K, R> Function<K, ItemRequest> delete(
      Delete<K, R> delete, PlanContext connection) {
    var table = connection.table(delete.entity());
    var key = ItemKey.of(delete.entity(), delete.parameters(), delete.binding());
    return given -> ItemRequest.delete(table, key.of(given));
  }

  void run(P parameters) {
    meter.run(
        parameters,
        () -> {
          var writes = steps.stream().flatMap(step -> step.apply(parameters)).toList();
          requests.write(writes);
          return writes.size();
        });
  }
}
