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
 * A read that a table can be looked at by, and what it wants to know.
 *
 * @param page how many items a page has; none where there is one item at most
 * @param runnable false if a parameter is not one that a person could type
 */
record BrowsedPattern(
    String id,
    String title,
    String operation,
    Optional<String> index,
    Optional<Integer> page,
    List<Parameters.Asked> parameters,
    boolean runnable) {

  /** The reads of a table; there is no scan among them. */
  static List<BrowsedPattern> of(ConsoleSystem system, Table table) {
    var reads = new ArrayList<BrowsedPattern>();
    for (var pattern : system.patterns()) of(pattern, table).ifPresent(reads::add);
    return reads;
  }

  private static Optional<BrowsedPattern> of(AccessPattern pattern, Table table) {
    return switch (pattern) {
      case Query<?, ?> query when query.table().equals(table) ->
          Optional.of(
              pattern(
                  query,
                  "Query",
                  query.index().map(TableIndex::name),
                  Optional.of(query.reading().page()),
                  new Parameters<>(query.parameters(), query.result().sources())));
      case Get<?, ?> get when get.entity().table().equals(table) ->
          Optional.of(single(get, "GetItem", get.entity(), get.parameters()));
      case BatchGet<?, ?> batch when batch.entity().table().equals(table) ->
          Optional.of(single(batch, "BatchGetItem", batch.entity(), batch.parameters()));
      case AccessPattern _ -> Optional.empty();
    };
  }

  private static BrowsedPattern single(
      AccessPattern pattern, String operation, Entity<?> entity, RecordShape<?> shape) {
    return pattern(
        pattern,
        operation,
        Optional.empty(),
        Optional.empty(),
        new Parameters<>(shape, List.of(entity)));
  }

  private static BrowsedPattern pattern(
      AccessPattern pattern,
      String operation,
      Optional<String> index,
      Optional<Integer> page,
      Parameters<?> parameters) {
    var asked = parameters.asked();
    return new BrowsedPattern(
        pattern.id(),
        pattern.title(),
        operation,
        index,
        page,
        asked,
        asked.stream().allMatch(Parameters.Asked::typed));
  }
}
