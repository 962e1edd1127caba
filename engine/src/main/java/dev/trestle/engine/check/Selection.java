package dev.trestle.engine.check;

import dev.trestle.engine.expression.Expressions;
import dev.trestle.engine.expression.ItemProjection;
import dev.trestle.engine.expression.LegacyParameters;
import dev.trestle.engine.read.PageShape;
import dev.trestle.engine.read.ReadTarget;
import dev.trestle.engine.refusal.Refusal.ValidationException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Checks the Select parameter and converts it to the shape of a page. */
public final class Selection {
  private static final String INVALID = "One or more parameter values were invalid: ";

  private Selection() {}

  /**
   * Runs the checks that do not need the table.
   *
   * @param start the prefix of the operation's messages
   */
  public static void check(
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

  /** Rejects ALL_ATTRIBUTES on a global index that does not project all attributes. */
  public static void checkAllAttributes(@Nullable String select, ReadTarget target) {
    if (!"ALL_ATTRIBUTES".equals(select) || !target.isGlobal() || target.projectsAll()) return;
    throw new ValidationException(
        INVALID
            + "Select type ALL_ATTRIBUTES is not supported for global secondary index "
            + target.index().orElseThrow().name()
            + " because its projection type is not ALL");
  }

  public static PageShape shape(
      @Nullable String select, ReadTarget target, Optional<ItemProjection> projection) {
    if ("COUNT".equals(select)) return new PageShape(true, false, Optional.empty());
    if (target.projectsAll()) return new PageShape(false, false, projection);
    if (projection.isEmpty()) {
      return new PageShape(false, "ALL_ATTRIBUTES".equals(select), projection);
    }
    var missing = missing(target, projection.get().attributes());
    if (!missing.isEmpty() && target.isGlobal()) {
      throw new ValidationException(
          INVALID
              + "Global secondary index "
              + target.index().orElseThrow().name()
              + " does not project "
              + missing);
    }
    return new PageShape(false, !missing.isEmpty(), projection);
  }

  /**
   * Rejects a query whose filter uses attributes that the index does not project. In a scan they
   * count as missing.
   */
  public static void checkFilterAttributes(ReadTarget target, Set<String> filtered) {
    if (target.projectsAll()) return;
    var missing = missing(target, filtered);
    if (missing.isEmpty()) return;
    throw new ValidationException(
        INVALID
            + "Secondary index "
            + target.index().orElseThrow().name()
            + " does not project one or more filter attributes: "
            + missing.stream().sorted().toList());
  }

  private static List<String> missing(ReadTarget target, Set<String> names) {
    var missing = new ArrayList<>(names);
    missing.removeAll(target.projectedNames());
    return missing;
  }
}
