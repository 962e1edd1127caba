package dev.trestle.engine.expression;

import dev.trestle.item.Item;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The expressions of one request as they were received, with their names and values.
 *
 * @param names attribute names by {@code #name} placeholder
 * @param values values by {@code :value} placeholder
 */
public record Expressions(
    @Nullable String condition,
    @Nullable String update,
    @Nullable String keyCondition,
    @Nullable String filter,
    @Nullable String projection,
    @Nullable Map<String, String> names,
    @Nullable Item values) {
  public static final Expressions NONE = new Expressions(null, null, null, null, null, null, null);

  public static Expressions ofCondition(
      @Nullable String condition, @Nullable Map<String, String> names, @Nullable Item values) {
    return new Expressions(condition, null, null, null, null, names, values);
  }

  public static Expressions ofUpdate(
      @Nullable String update,
      @Nullable String condition,
      @Nullable Map<String, String> names,
      @Nullable Item values) {
    return new Expressions(condition, update, null, null, null, names, values);
  }

  public static Expressions ofProjection(
      @Nullable String projection, @Nullable Map<String, String> names) {
    return new Expressions(null, null, null, null, projection, names, null);
  }

  /** Returns whether there is an expression, and not only names and values. */
  boolean hasAny() {
    return condition != null
        || update != null
        || keyCondition != null
        || filter != null
        || projection != null;
  }
}
