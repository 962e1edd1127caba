package dev.trestle.store;

import dev.trestle.model.Entity;
import dev.trestle.model.IndexKeyChange.PartSource;
import dev.trestle.model.ItemWrite;
import dev.trestle.model.Update;
import dev.trestle.model.codec.KeyCodec;
import dev.trestle.model.codec.RecordShape;
import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.AttributePath.Step;
import dev.trestle.model.expression.Comparison;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Everything that must hold for a write: the pattern's condition, the version that the writer has
 * seen, and for updates that the item exists and stays readable.
 */
final class WriteCondition {
  private WriteCondition() {}

  static <P> ExpressionText of(
      ItemWrite<P> write,
      Optional<ToLongFunction<P>> seen,
      ExpressionBuilder<P> builder,
      ConditionWriter<P> conditions) {
    var all = new ArrayList<ExpressionText>();
    write.condition().ifPresent(given -> all.add(conditions.of(given)));
    seen.ifPresent(version -> all.add(version(write.entity(), version, builder)));
    if (write instanceof Update<P, ?> update) all.addAll(ofUpdate(update, conditions));
    if (all.size() == 1) return all.getFirst();
    return ExpressionText.joined(all.stream().map(text -> text.around("(", ")")).toList(), " AND ");
  }

  private static <P> List<ExpressionText> ofUpdate(
      Update<P, ?> update, ConditionWriter<P> conditions) {
    var all = new ArrayList<ExpressionText>();
    boolean said = update.condition().filter(ConditionTree::needsItem).isPresent();
    if (!update.upsert() && !said) all.add(conditions.of(new ConditionTree.ItemExists()));
    for (var action : update.actions()) {
      mustExist(action, conditions)
          .ifPresent(path -> all.add(conditions.of(new ConditionTree.Present(path))));
    }
    for (var known : knownParts(update)) all.add(conditions.of(known));
    all.addAll(NumberRanges.of(update, conditions));
    return all;
  }

  /**
   * An index key of several parts is written whole. Parts that the update does not change come from
   * parameters. If these were not what the item has, the index would show the item under a key that
   * is not its own.
   */
  private static List<ConditionTree> knownParts(Update<?, ?> update) {
    var entity = update.entity();
    var fixed = new HashSet<String>();
    entity.keys().parts().forEach(part -> fixed.add(part.name()));
    for (var action : update.actions()) {
      entity
          .stored(action.path().attribute())
          .ifPresent(attribute -> fixed.add(attribute.component()));
    }
    var known = new ArrayList<ConditionTree>();
    for (var change : update.indexKeyChanges()) {
      for (var source : change.parts()) {
        if (!(source instanceof PartSource.FromParameter(var part, var name, var ignored)))
          continue;
        var component = KeyCodec.component(entity.shape(), part).name();
        if (fixed.contains(component) || fixed.contains(part.name())) continue;
        var path = AttributePath.of(entity.attribute(component).name());
        ConditionTree same =
            new ConditionTree.Compare(path, Comparison.EQUAL, new OperandTree.Parameter(name));
        known.add(
            change.onInsert()
                ? new ConditionTree.Any(List.of(new ConditionTree.ItemExists(), same))
                : same);
      }
    }
    return known.stream().distinct().toList();
  }

  /**
   * Requires that the target of a nested action exists: the record or list that contains it, and
   * the element itself, because DynamoDB would append an element that is set beyond the end of a
   * list.
   */
  private static Optional<AttributePath> mustExist(
      UpdateAction action, ConditionWriter<?> conditions) {
    var steps = action.path().steps();
    if (steps.isEmpty() || action instanceof UpdateAction.Remove) return Optional.empty();
    if (steps.getLast() instanceof Step.Element) return Optional.of(action.path());
    var parent = new AttributePath(action.path().attribute(), steps.subList(0, steps.size() - 1));
    return conditions.target(parent).isOptionalOrWithin() ? Optional.of(parent) : Optional.empty();
  }

  /** Version 0 was never written, so there must be no item. */
  private static <P> ExpressionText version(
      Entity<?> entity, ToLongFunction<P> seen, ExpressionBuilder<P> builder) {
    var attribute = builder.name(entity.attribute(entity.version().orElseThrow()).name());
    var partition = builder.name(entity.table().partition().name());
    var value = builder.maybe((given, ignored) -> number(seen.applyAsLong(given)));
    return ExpressionText.either(
        value.bit(), attribute + " = " + value.name(), "attribute_not_exists(" + partition + ")");
  }

  private static @Nullable AttributeValue number(long seen) {
    return seen == 0 ? null : AttributeValue.fromN(Long.toString(seen));
  }

  /**
   * Returns the version from the pattern's parameters, if they have one.
   *
   * @throws IllegalArgumentException if a parameter has its name and another type, so that nothing
   *     would be compared
   */
  static <P> Optional<ToLongFunction<P>> seen(Entity<?> entity, PatternParameters<P> parameters) {
    return entity
        .version()
        .filter(name -> hasLong(entity, parameters.shape(), name))
        .map(name -> {
          var value = parameters.value(name);
          return given -> (Long) value.apply(given);
        });
  }

  private static boolean hasLong(Entity<?> entity, RecordShape<?> shape, String name) {
    var known =
        shape.components().stream().filter(component -> component.name().equals(name)).findFirst();
    if (known.isEmpty()) return false;
    var type = known.get().type();
    if (type == long.class || type == Long.class) return true;
    throw new IllegalArgumentException(
        ("%s.%s is a %s and has the name of %s's version, which is a long. Make it a long, or give"
                + " it another name.")
            .formatted(shape.type().getSimpleName(), name, type.getTypeName(), entity.name()));
  }
}
