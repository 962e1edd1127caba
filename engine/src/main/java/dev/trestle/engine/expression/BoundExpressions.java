package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of one request: parsed, checked in DynamoDB's order, and bound to the request's
 * names and values. Legacy parameters are converted to the same form.
 */
public record BoundExpressions(
    Optional<BoundCondition> condition,
    Optional<BoundUpdate> update,
    Optional<KeyCondition> keyCondition,
    Optional<BoundCondition> filter,
    Optional<ItemProjection> projection) {
  private static final BoundExpressions NOTHING =
      new BoundExpressions(
          Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

  private static final long CACHE_BYTES = 4 * 1024 * 1024;

  private static final ParseCache<Parsed<?>> CACHE = new ParseCache<>(CACHE_BYTES);

  /**
   * Binds the request's expressions and legacy parameters.
   *
   * @throws dev.trestle.engine.refusal.Refusal.ValidationException with DynamoDB's text if one is
   *     invalid
   */
  public static BoundExpressions of(Expressions expressions, LegacyParameters legacy) {
    if (expressions.equals(Expressions.NONE) && legacy.equals(LegacyParameters.NONE)) {
      return NOTHING;
    }
    ParameterChecks.check(expressions, legacy);
    if (legacy.equals(LegacyParameters.NONE)) return ofExpressions(expressions);
    var old = ofLegacy(expressions, legacy);
    var now = ofExpressions(expressions);
    var keys = legacy.keyConditions();
    var keyCondition =
        keys == null ? now.keyCondition : Optional.of(LegacyBinder.keyConditions(keys));
    return new BoundExpressions(
        now.condition.or(old::condition),
        now.update.or(old::update),
        keyCondition,
        now.filter.or(old::filter),
        now.projection.or(old::projection));
  }

  /**
   * Binds the expressions of a transaction's action. Without an expression DynamoDB ignores names
   * and values there, which it refuses elsewhere.
   */
  public static BoundExpressions ofAction(Expressions expressions) {
    return expressions.hasAny() ? of(expressions, LegacyParameters.NONE) : NOTHING;
  }

  private static BoundExpressions ofExpressions(Expressions expressions) {
    var placeholders = Placeholders.of(expressions.names(), expressions.values());
    var update = Optional.<BoundUpdate>empty();
    if (expressions.update() != null) {
      var parsed = parsedUpdate(expressions.update());
      var bindings = placeholders.bind(ExpressionKind.UPDATE, parsed.references());
      update = Optional.of(new UpdateBinder(bindings).bind(parsed.root()));
    }
    var condition = Optional.<BoundCondition>empty();
    if (expressions.condition() != null) {
      condition =
          Optional.of(condition(ExpressionKind.CONDITION, expressions.condition(), placeholders));
    }
    var keyCondition = Optional.<Supplier<KeyCondition>>empty();
    if (expressions.keyCondition() != null) {
      keyCondition = Optional.of(keyCondition(expressions.keyCondition(), placeholders));
    }
    var filter = Optional.<BoundCondition>empty();
    if (expressions.filter() != null) {
      filter = Optional.of(condition(ExpressionKind.FILTER, expressions.filter(), placeholders));
    }
    var projection = Optional.<ItemProjection>empty();
    if (expressions.projection() != null) {
      projection = Optional.of(projection(expressions.projection(), placeholders));
    }
    placeholders.checkAllUsed();
    return new BoundExpressions(
        condition, update, keyCondition.map(Supplier::get), filter, projection);
  }

  /**
   * Checks the text as a condition. DynamoDB reports what is not allowed in key conditions last.
   */
  private static Supplier<KeyCondition> keyCondition(String text, Placeholders placeholders) {
    var parsed = parsedCondition(ExpressionKind.KEY_CONDITION, text);
    var bindings = placeholders.bind(ExpressionKind.KEY_CONDITION, parsed.references());
    new ConditionBinder(bindings).checkOnly(parsed.root());
    return () -> KeyConditionBinder.of(parsed.root(), bindings);
  }

  private static BoundCondition condition(
      ExpressionKind kind, String text, Placeholders placeholders) {
    var parsed = parsedCondition(kind, text);
    var bindings = placeholders.bind(kind, parsed.references());
    return new BoundCondition(new ConditionBinder(bindings).bind(parsed.root()));
  }

  private static ItemProjection projection(String text, Placeholders placeholders) {
    var parsed = parsedProjection(text);
    var bindings = placeholders.bind(ExpressionKind.PROJECTION, parsed.references());
    var paths = new ArrayList<BoundPath>(parsed.root().size());
    for (var path : parsed.root()) paths.add(path.bind(bindings));
    PathOverlap.check(bindings, paths);
    return new PathProjection(paths);
  }

  @SuppressWarnings("unchecked") // Only the parser for a kind fills the cache for that kind.
  private static Parsed<Predicate> parsedCondition(ExpressionKind kind, String text) {
    return (Parsed<Predicate>) CACHE.get(kind, text, () -> ConditionParser.parse(kind, text));
  }

  @SuppressWarnings("unchecked") // See above.
  private static Parsed<List<ParsedAction>> parsedUpdate(String text) {
    return (Parsed<List<ParsedAction>>)
        CACHE.get(ExpressionKind.UPDATE, text, () -> UpdateParser.parse(text));
  }

  @SuppressWarnings("unchecked") // See above.
  private static Parsed<List<ParsedOperand.Path>> parsedProjection(String text) {
    return (Parsed<List<ParsedOperand.Path>>)
        CACHE.get(ExpressionKind.PROJECTION, text, () -> ProjectionParser.parse(text));
  }

  /**
   * Binds all legacy parameters except key conditions, which DynamoDB checks after the expressions.
   */
  private static BoundExpressions ofLegacy(Expressions expressions, LegacyParameters legacy) {
    var filter = legacy.filter();
    var expected = legacy.expected();
    var updates = legacy.attributeUpdates();
    var attributes = legacy.attributesToGet();
    int conditions = size(filter) + size(expected);
    boolean any = LegacyBinder.isAny(legacy.conditionalOperator(), conditions);
    var parameter = ParameterChecks.isQuery(expressions, legacy) ? "queryFilter" : "scanFilter";
    var boundFilter =
        filter == null
            ? Optional.<BoundCondition>empty()
            : LegacyBinder.filter(filter, parameter, any);
    return new BoundExpressions(
        expected == null ? Optional.empty() : LegacyBinder.expected(expected, any),
        updates == null ? Optional.empty() : Optional.of(LegacyBinder.updates(updates)),
        Optional.empty(),
        boundFilter,
        attributes == null
            ? Optional.empty()
            : Optional.of(LegacyBinder.attributesToGet(attributes)));
  }

  private static int size(@Nullable Map<?, ?> map) {
    return map == null ? 0 : map.size();
  }
}
