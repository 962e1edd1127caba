package dev.trestle.store;

import dev.trestle.model.Condition;
import dev.trestle.model.Entity;
import dev.trestle.model.codec.RecordShape;
import java.util.ArrayList;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What must hold for a write: what the pattern says, and the version that its writer has seen. */
final class Guard {
  private Guard() {}

  static <P> Text of(
      Entity<?> entity,
      Optional<Condition> condition,
      Optional<ToLongFunction<P>> seen,
      ExpressionDraft<P> draft,
      ConditionTexts<P> conditions) {
    var all = new ArrayList<Text>();
    condition.ifPresent(given -> all.add(conditions.of(given)));
    seen.ifPresent(version -> all.add(version(entity, version, draft)));
    if (all.size() == 1) return all.getFirst();
    return Text.joined(all.stream().map(text -> text.around("(", ")")).toList(), " AND ");
  }

  /** Version 0 has never been written, so there must be no item. */
  private static <P> Text version(
      Entity<?> entity, ToLongFunction<P> seen, ExpressionDraft<P> draft) {
    var attribute = draft.name(entity.attribute(entity.version().orElseThrow()).name());
    var partition = draft.name(entity.table().partition().name());
    var value = draft.maybe((given, _) -> number(seen.applyAsLong(given)));
    return Text.either(
        value.bit(), attribute + " = " + value.name(), "attribute_not_exists(" + partition + ")");
  }

  private static @Nullable AttributeValue number(long seen) {
    return seen == 0 ? null : AttributeValue.fromN(Long.toString(seen));
  }

  /** The version in a pattern's parameters, where they have one. */
  static <P> Optional<ToLongFunction<P>> seen(Entity<?> entity, RecordShape<P> parameters) {
    return entity
        .version()
        .flatMap(name ->
            parameters.components().stream()
                .filter(component -> component.name().equals(name))
                .filter(component -> isLong(component.type()))
                .findFirst())
        .map(component -> given -> (Long) parameters.value(given, component.index()));
  }

  private static boolean isLong(java.lang.reflect.Type type) {
    return type == long.class || type == Long.class;
  }
}
