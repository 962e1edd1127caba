package dev.trestle.engine.operation;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.expression.Projection;
import dev.trestle.engine.read.Shape;
import dev.trestle.engine.read.Source;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DynamoDB's Select: what it may stand beside, and what it means for a page. */
final class Selection {
  static final String[] VALUES = {
    "SPECIFIC_ATTRIBUTES", "COUNT", "ALL_ATTRIBUTES", "ALL_PROJECTED_ATTRIBUTES"
  };

  private static final String INVALID = "One or more parameter values were invalid: ";

  private Selection() {}

  /**
   * What can be said without the table.
   *
   * @param start what the operation's messages begin with
   */
  static void check(
      String start,
      @Nullable String select,
      @Nullable String indexName,
      Expressions expressions,
      LegacyParameters legacy) {
    if (select == null) return;
    var named = named(expressions, legacy);
    if (select.equals("SPECIFIC_ATTRIBUTES")) {
      if (named.isPresent()) return;
      throw new ValidationException(
          start
              + "Must specify the AttributesToGet or ProjectionExpression when choosing to get"
              + " SPECIFIC_ATTRIBUTES");
    }
    if (named.isPresent()) {
      throw new ValidationException(
          start
              + "Cannot specify the "
              + named.get()
              + " when choosing to get "
              + (select.equals("COUNT") ? "only the Count" : select));
    }
    if (select.equals("ALL_PROJECTED_ATTRIBUTES") && indexName == null) {
      throw new ValidationException(
          start + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName");
    }
  }

  private static Optional<String> named(Expressions expressions, LegacyParameters legacy) {
    if (expressions.projection() != null) return Optional.of("ProjectionExpression");
    return legacy.attributesToGet() != null ? Optional.of("AttributesToGet") : Optional.empty();
  }

  /** A global index cannot fetch what it does not have. */
  static void notAllOfGlobal(@Nullable String select, Source source) {
    if (!"ALL_ATTRIBUTES".equals(select) || !source.isGlobal() || source.showsAll()) return;
    throw new ValidationException(
        INVALID
            + "Select type ALL_ATTRIBUTES is not supported for global secondary index "
            + source.index().orElseThrow().name()
            + " because its projection type is not ALL");
  }

  static Shape shape(@Nullable String select, Source source, Optional<Projection> projection) {
    if ("COUNT".equals(select)) return new Shape(true, false, Optional.empty());
    if (source.showsAll()) return new Shape(false, false, projection);
    if (projection.isEmpty()) {
      return new Shape(false, "ALL_ATTRIBUTES".equals(select), projection);
    }
    var missing = missing(source, projection.get().attributes());
    if (!missing.isEmpty() && source.isGlobal()) {
      throw new ValidationException(
          INVALID
              + "Global secondary index "
              + source.index().orElseThrow().name()
              + " does not project "
              + missing);
    }
    return new Shape(false, !missing.isEmpty(), projection);
  }

  /** A query's filter looks at nothing but what the index has; a scan's just does not find it. */
  static void filtersWhatIsShown(Source source, Set<String> filtered) {
    if (source.showsAll()) return;
    var missing = missing(source, filtered);
    if (missing.isEmpty()) return;
    throw new ValidationException(
        INVALID
            + "Secondary index "
            + source.index().orElseThrow().name()
            + " does not project one or more filter attributes: "
            + missing.stream().sorted().toList());
  }

  private static List<String> missing(Source source, Set<String> names) {
    var missing = new ArrayList<>(names);
    missing.removeAll(source.shownNames());
    return missing;
  }
}
