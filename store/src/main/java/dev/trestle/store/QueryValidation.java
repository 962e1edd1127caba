package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.EntityAttribute;
import dev.trestle.model.Projection;
import dev.trestle.model.Query;
import dev.trestle.model.ResultType;
import dev.trestle.model.TableIndex;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.key.Key;
import dev.trestle.model.key.KeyTemplate.Piece;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Rejects queries that no request can serve. */
final class QueryValidation {
  private QueryValidation() {}

  static void check(Query<?, ?> query) {
    check(query, wanted(query));
  }

  /** A count wants to see nothing but what its filter looks at. */
  static void checkCounted(Query<?, ?> query) {
    check(query, filtered(query));
  }

  private static void check(Query<?, ?> query, Set<String> wanted) {
    var binding = query.binding();
    if (!binding.partitionMissing().isEmpty()) {
      throw new IllegalArgumentException(
          "the partition key is not bound: %s without a parameter"
              .formatted(binding.partitionMissing()));
    }
    if (query.result() instanceof ResultType.OneOf<?> several) check(query, several);
    query.filter().ifPresent(QueryValidation::refuseItemConditions);
    query.filter().ifPresent(filter -> refuseKeys(query, filter));
    query.index().ifPresent(index -> check(query, index, wanted));
  }

  /** DynamoDB refuses a filter on an attribute of the key that is queried. */
  private static void refuseKeys(Query<?, ?> query, ConditionTree filter) {
    var keys = new HashSet<String>();
    keys.add(query.index().map(TableIndex::partition).orElse(query.table().partition()).name());
    query
        .index()
        .map(TableIndex::sort)
        .orElse(query.table().sort())
        .ifPresent(sort -> keys.add(sort.name()));
    filter
        .paths()
        .filter(path -> keys.contains(path.attribute()))
        .findFirst()
        .ifPresent(path -> {
          throw new IllegalArgumentException(
              ("the filter names %s, an attribute of the key that is queried. Give it as a"
                      + " parameter of the key, or declare a range over it.")
                  .formatted(path.attribute()));
        });
  }

  /** A range is over what all sort keys begin with: the first part, and the literal before it. */
  private static void check(Query<?, ?> query, ResultType.OneOf<?> several) {
    var binding = query.binding();
    if (!binding.sort().isEmpty()) {
      throw new IllegalArgumentException(
          "a collection is read by its partition key, or by a range over the first part of its sort"
              + " keys; %s is bound".formatted(binding.sort()));
    }
    if (binding.range().isEmpty()) return;
    var openings =
        several.entities().stream()
            .map(entity ->
                query.index().map(i -> entity.index(i.name()).keys()).orElse(entity.keys()))
            .map(keys -> opening(keys.sort().orElseThrow()))
            .distinct()
            .toList();
    if (openings.size() > 1) {
      throw new IllegalArgumentException(
          "a range over sort keys that begin differently: %s".formatted(openings));
    }
  }

  private static String opening(Key key) {
    if (!(key instanceof Key.Text(var template))) return key.parts().toString();
    var opening = new StringBuilder();
    for (var piece : template.pieces()) {
      switch (piece) {
        case Piece.Literal(var text) -> opening.append(text);
        case Piece.Slot(var part) -> {
          return opening.append(part).toString();
        }
      }
    }
    return opening.toString();
  }

  private static void check(Query<?, ?> query, TableIndex index, Set<String> wanted) {
    if (index.scope() == TableIndex.Scope.GLOBAL && query.reading().consistent()) {
      throw new IllegalArgumentException("no consistent read of the global index " + index.name());
    }
    if (index.projection() instanceof Projection.All) return;
    var missing = new HashSet<>(wanted);
    missing.removeAll(shown(query, index));
    if (!missing.isEmpty()) {
      throw new IllegalArgumentException(
          "the index %s does not show %s; read a view without them or project them"
              .formatted(index.name(), missing));
    }
  }

  private static Set<String> shown(Query<?, ?> query, TableIndex index) {
    var shown = new HashSet<String>();
    shown.add(query.table().partition().name());
    query.table().sort().ifPresent(sort -> shown.add(sort.name()));
    shown.add(index.partition().name());
    index.sort().ifPresent(sort -> shown.add(sort.name()));
    if (index.projection() instanceof Projection.Include(var attributes)) shown.addAll(attributes);
    return shown;
  }

  private static Set<String> wanted(Query<?, ?> query) {
    var wanted = filtered(query);
    switch (query.result()) {
      case ResultType.Whole<?>(var entity) -> addAll(wanted, entity);
      case ResultType.View<?> view -> {
        wanted.addAll(view.attributes());
        former(view.entity()).forEach(wanted::remove);
      }
      case ResultType.OneOf<?> several ->
          several.entities().forEach(entity -> addAll(wanted, entity));
    }
    return wanted;
  }

  private static Set<String> filtered(Query<?, ?> query) {
    var wanted = new HashSet<String>();
    expires(query).ifPresent(wanted::add);
    query
        .filter()
        .ifPresent(filter -> filter.paths().forEach(path -> wanted.add(path.attribute())));
    return wanted;
  }

  /**
   * Former attribute names need not be projected, because there may be no items left that have
   * them.
   */
  private static Stream<String> former(Entity<?> entity) {
    return entity.attributes().stream().flatMap(attribute -> attribute.formerNames().stream());
  }

  private static void addAll(Set<String> wanted, Entity<?> entity) {
    entity.attributes().stream().map(EntityAttribute::name).forEach(wanted::add);
    entity.keyFields().stream()
        .filter(field -> field.source())
        .forEach(field -> wanted.add(field.attribute()));
  }

  /** Returns the attribute with the expiry time, if the query skips expired items. */
  static Optional<String> expires(Query<?, ?> query) {
    return query.reading().withExpired()
        ? Optional.empty()
        : GetPlan.expires(query.result().sources());
  }

  /** A filter only sees existing items. */
  private static void refuseItemConditions(ConditionTree filter) {
    if (filter.needsItem() || filter.needsNoItem()) {
      throw new IllegalArgumentException("a filter on whether there is an item");
    }
  }
}
