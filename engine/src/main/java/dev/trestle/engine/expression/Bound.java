package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of one request, parsed, checked as DynamoDB checks them, and bound to the
 * request's names and values. Legacy parameters come out the same way.
 */
public record Bound(
    Optional<Condition> condition,
    Optional<UpdatePlan> update,
    Optional<KeyCondition> keyCondition,
    Optional<Condition> filter,
    Optional<Projection> projection) {
  private static final Bound NOTHING =
      new Bound(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final long CACHE_BYTES = 4 * 1024 * 1024;

  private static final ParseCache<Parsed<?>> CACHE = new ParseCache<>(CACHE_BYTES);

  /** Binds what the request has, or throws a ValidationException with DynamoDB's text. */
  public static Bound of(Expressions expressions, LegacyParameters legacy) {
    if (expressions.equals(Expressions.NONE) && legacy.equals(LegacyParameters.NONE)) {
      return NOTHING;
    }
    Parameters.check(expressions, legacy);
    if (legacy.equals(LegacyParameters.NONE)) return ofExpressions(expressions);
    var old = ofLegacy(expressions, legacy);
    var now = ofExpressions(expressions);
    var keys = legacy.keyConditions();
    var keyCondition = keys == null ? now.keyCondition : Optional.of(Legacy.keyConditions(keys));
    return new Bound(
        now.condition.or(old::condition),
        now.update.or(old::update),
        keyCondition,
        now.filter.or(old::filter),
        now.projection.or(old::projection));
  }

  private static Bound ofExpressions(Expressions expressions) {
    var placeholders = Placeholders.of(expressions.names(), expressions.values());
    var update = Optional.<UpdatePlan>empty();
    if (expressions.update() != null) {
      var parsed = parsedUpdate(expressions.update());
      var scope = placeholders.bind(Kind.UPDATE, parsed.references());
      update = Optional.of(new UpdateBinder(scope).bind(parsed.root()));
    }
    var condition = Optional.<Condition>empty();
    if (expressions.condition() != null) {
      condition = Optional.of(condition(Kind.CONDITION, expressions.condition(), placeholders));
    }
    var keyCondition = Optional.<Supplier<KeyCondition>>empty();
    if (expressions.keyCondition() != null) {
      keyCondition = Optional.of(keyCondition(expressions.keyCondition(), placeholders));
    }
    var filter = Optional.<Condition>empty();
    if (expressions.filter() != null) {
      filter = Optional.of(condition(Kind.FILTER, expressions.filter(), placeholders));
    }
    var projection = Optional.<Projection>empty();
    if (expressions.projection() != null) {
      projection = Optional.of(projection(expressions.projection(), placeholders));
    }
    placeholders.checkAllUsed();
    return new Bound(condition, update, keyCondition.map(Supplier::get), filter, projection);
  }

  /** Checks it as any condition; what only key conditions may not have, DynamoDB tells last. */
  private static Supplier<KeyCondition> keyCondition(String text, Placeholders placeholders) {
    var parsed = parsedCondition(Kind.KEY_CONDITION, text);
    var scope = placeholders.bind(Kind.KEY_CONDITION, parsed.references());
    new ConditionBinder(scope).checkOnly(parsed.root());
    return () -> KeyConditionBinder.of(parsed.root(), scope);
  }

  private static Condition condition(Kind kind, String text, Placeholders placeholders) {
    var parsed = parsedCondition(kind, text);
    var scope = placeholders.bind(kind, parsed.references());
    return new BoundCondition(new ConditionBinder(scope).bind(parsed.root()));
  }

  private static Projection projection(String text, Placeholders placeholders) {
    var parsed = parsedProjection(text);
    var scope = placeholders.bind(Kind.PROJECTION, parsed.references());
    var paths = new ArrayList<BoundPath>(parsed.root().size());
    for (var path : parsed.root()) paths.add(path.bind(scope));
    PathOverlap.check(scope, paths);
    return new BoundProjection(paths);
  }

  @SuppressWarnings("unchecked") // The cache is filled for a kind by the parser of that kind only.
  private static Parsed<Predicate> parsedCondition(Kind kind, String text) {
    return (Parsed<Predicate>) CACHE.get(kind, text, () -> ConditionParser.parse(kind, text));
  }

  @SuppressWarnings("unchecked") // See above.
  private static Parsed<List<UpdateAction>> parsedUpdate(String text) {
    return (Parsed<List<UpdateAction>>)
        CACHE.get(Kind.UPDATE, text, () -> UpdateParser.parse(text));
  }

  @SuppressWarnings("unchecked") // See above.
  private static Parsed<List<Operand.Path>> parsedProjection(String text) {
    return (Parsed<List<Operand.Path>>)
        CACHE.get(Kind.PROJECTION, text, () -> ProjectionParser.parse(text));
  }

  /** All but key conditions, which DynamoDB looks at after the expressions. */
  private static Bound ofLegacy(Expressions expressions, LegacyParameters legacy) {
    var filter = legacy.filter();
    var expected = legacy.expected();
    var updates = legacy.attributeUpdates();
    var attributes = legacy.attributesToGet();
    int conditions = size(filter) + size(expected);
    boolean any = Legacy.isAny(legacy.conditionalOperator(), conditions);
    var parameter = Parameters.isQuery(expressions, legacy) ? "queryFilter" : "scanFilter";
    var boundFilter =
        filter == null ? Optional.<Condition>empty() : Legacy.filter(filter, parameter, any);
    return new Bound(
        expected == null ? Optional.empty() : Legacy.expected(expected, any),
        updates == null ? Optional.empty() : Optional.of(Legacy.updates(updates)),
        Optional.empty(),
        boundFilter,
        attributes == null ? Optional.empty() : Optional.of(Legacy.attributesToGet(attributes)));
  }

  private static int size(@Nullable Map<?, ?> map) {
    return map == null ? 0 : map.size();
  }
}
