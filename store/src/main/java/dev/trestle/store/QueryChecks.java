package dev.trestle.store;

import dev.trestle.model.Condition;
import dev.trestle.model.Entity;
import dev.trestle.model.EntityAttribute;
import dev.trestle.model.Path;
import dev.trestle.model.Projection;
import dev.trestle.model.Query;
import dev.trestle.model.Result;
import dev.trestle.model.TableIndex;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Refuses queries that no request can serve. */
final class QueryChecks {
  private QueryChecks() {}

  static void check(Query<?, ?> query) {
    var binding = query.binding();
    if (!binding.partitionMissing().isEmpty()) {
      throw new IllegalArgumentException(
          "the partition key is not bound: %s without a parameter"
              .formatted(binding.partitionMissing()));
    }
    if (query.result() instanceof Result.OneOf<?>
        && (binding.range().isPresent() || !binding.sort().isEmpty())) {
      throw new IllegalArgumentException("a collection is read by its partition key alone");
    }
    query.filter().ifPresent(filter -> paths(filter).forEach(path -> attribute(query, path)));
    query.index().ifPresent(index -> check(query, index));
  }

  private static void check(Query<?, ?> query, TableIndex index) {
    if (index.scope() == TableIndex.Scope.GLOBAL && query.reading().consistent()) {
      throw new IllegalArgumentException("no consistent read of the global index " + index.name());
    }
    if (index.projection() instanceof Projection.All) return;
    var shown = shown(query, index);
    var wanted = new HashSet<>(wanted(query));
    wanted.removeAll(shown);
    if (!wanted.isEmpty()) {
      throw new IllegalArgumentException(
          "the index %s does not show %s; read a view without them or project them"
              .formatted(index.name(), wanted));
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
    var wanted = new HashSet<String>();
    switch (query.result()) {
      case Result.Whole<?>(var entity) -> addAll(wanted, entity);
      case Result.View<?> view -> {
        wanted.addAll(view.attributes());
        former(view.entity()).forEach(wanted::remove);
      }
      case Result.OneOf<?> several -> several.entities().forEach(entity -> addAll(wanted, entity));
    }
    expires(query).ifPresent(wanted::add);
    query
        .filter()
        .ifPresent(filter -> paths(filter).forEach(path -> wanted.add(attribute(query, path))));
    return wanted;
  }

  /** Names that attributes had once need not be shown: there may be none of them left. */
  private static Stream<String> former(Entity<?> entity) {
    return entity.attributes().stream().flatMap(attribute -> attribute.formerNames().stream());
  }

  private static void addAll(Set<String> wanted, Entity<?> entity) {
    entity.attributes().stream().map(EntityAttribute::name).forEach(wanted::add);
    entity.keyFields().stream()
        .filter(field -> field.source())
        .forEach(field -> wanted.add(field.attribute()));
  }

  /** The attribute whose time tells what has expired, where the query passes over such items. */
  static Optional<String> expires(Query<?, ?> query) {
    return query.reading().withExpired()
        ? Optional.empty()
        : GetPlan.expires(query.result().sources());
  }

  private static String attribute(Query<?, ?> query, Path path) {
    return query.result().sources().stream()
        .filter(entity -> entity.type().getName().equals(path.component().record()))
        .findFirst()
        .orElseThrow()
        .attribute(path.component().component())
        .name();
  }

  private static Stream<Path> paths(Condition condition) {
    return switch (condition) {
      case Condition.Compare(var path, var _, var _) -> Stream.of(path);
      case Condition.Between(var path, var _, var _) -> Stream.of(path);
      case Condition.OneOf(var path, var _) -> Stream.of(path);
      case Condition.BeginsWith(var path, var _) -> Stream.of(path);
      case Condition.Contains(var path, var _) -> Stream.of(path);
      case Condition.Present(var path) -> Stream.of(path);
      case Condition.Absent(var path) -> Stream.of(path);
      case Condition.ItemExists _, Condition.ItemAbsent _ ->
          throw new IllegalArgumentException("a filter on whether there is an item");
      case Condition.All(var all) -> all.stream().flatMap(QueryChecks::paths);
      case Condition.Any(var any) -> any.stream().flatMap(QueryChecks::paths);
      case Condition.Not(var inner) -> paths(inner);
    };
  }
}
