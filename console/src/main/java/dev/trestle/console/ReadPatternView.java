package dev.trestle.console;

import dev.trestle.model.AccessPattern;
import dev.trestle.model.BatchGet;
import dev.trestle.model.Entity;
import dev.trestle.model.Get;
import dev.trestle.model.Query;
import dev.trestle.model.Table;
import dev.trestle.model.TableIndex;
import dev.trestle.model.codec.RecordShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A read pattern that can be run on a table, with its parameters.
 *
 * @param page the number of items per page; empty if it returns at most one item
 * @param runnable false if a parameter cannot be typed
 */
record ReadPatternView(
    String id,
    String title,
    String operation,
    Optional<String> index,
    Optional<Integer> page,
    List<ParameterFields.Asked> parameters,
    boolean runnable) {

  /** The reads of a table. There is no scan. */
  static List<ReadPatternView> of(ConsoleSystem system, Table table) {
    var reads = new ArrayList<ReadPatternView>();
    for (var pattern : system.patterns()) of(pattern, table).ifPresent(reads::add);
    return reads;
  }

  private static Optional<ReadPatternView> of(AccessPattern pattern, Table table) {
    return switch (pattern) {
      case Query<?, ?> query when query.table().equals(table) ->
          Optional.of(
              pattern(
                  query,
                  "Query",
                  query.index().map(TableIndex::name),
                  Optional.of(query.reading().page()),
                  new ParameterFields<>(query.parameters(), query.result().sources())));
      case Get<?, ?> get when get.entity().table().equals(table) ->
          Optional.of(single(get, "GetItem", get.entity(), get.parameters()));
      case BatchGet<?, ?> batch when batch.entity().table().equals(table) ->
          Optional.of(single(batch, "BatchGetItem", batch.entity(), batch.parameters()));
      case AccessPattern _ -> Optional.empty();
    };
  }

  private static ReadPatternView single(
      AccessPattern pattern, String operation, Entity<?> entity, RecordShape<?> shape) {
    return pattern(
        pattern,
        operation,
        Optional.empty(),
        Optional.empty(),
        new ParameterFields<>(shape, List.of(entity)));
  }

  private static ReadPatternView pattern(
      AccessPattern pattern,
      String operation,
      Optional<String> index,
      Optional<Integer> page,
      ParameterFields<?> parameters) {
    var asked = parameters.asked();
    return new ReadPatternView(
        pattern.id(),
        pattern.title(),
        operation,
        index,
        page,
        asked,
        asked.stream().allMatch(ParameterFields.Asked::typed));
  }
}
