package dev.trestle.model.expression;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** One action of an update. */
public sealed interface UpdateAction {
  AttributePath path();

  /** Sets the attribute. A parameter that is an empty Optional or an empty set removes it. */
  record Set(AttributePath path, OperandTree operand) implements UpdateAction {}

  record Remove(AttributePath path) implements UpdateAction {}

  /** Adds to a number. */
  record Add(AttributePath path, OperandTree operand) implements UpdateAction {}

  /** Adds members to a set. */
  record AddAll(AttributePath path, OperandTree operand) implements UpdateAction {}

  /** Removes members from a set. */
  record RemoveAll(AttributePath path, OperandTree operand) implements UpdateAction {}

  default Optional<OperandTree> value() {
    return switch (this) {
      case Set(var ignored, var operand) -> Optional.of(operand);
      case Add(var ignored, var operand) -> Optional.of(operand);
      case AddAll(var ignored, var operand) -> Optional.of(operand);
      case RemoveAll(var ignored, var operand) -> Optional.of(operand);
      case Remove ignored -> Optional.empty();
    };
  }

  default Stream<String> parameters() {
    return Stream.concat(path().parameters(), value().stream().flatMap(OperandTree::parameters));
  }

  /**
   * Returns the actions that would change the item again if the update were repeated: those that
   * add to a number, those that read what the update itself changes, and those that remove an
   * element of a list, whose place the next one takes. Adding members to a set twice is harmless,
   * and so is setting a value only if there is none.
   */
  static List<UpdateAction> repeating(List<UpdateAction> actions) {
    return actions.stream().filter(action -> repeats(action, actions)).toList();
  }

  private static boolean repeats(UpdateAction action, List<UpdateAction> all) {
    return switch (action) {
      case Add ignored -> true;
      case Set(var path, OperandTree.OrElse(var own, var otherwise)) when own.equals(path) ->
          readsChanged(otherwise, all);
      case Set(var ignored, var operand) -> readsChanged(operand, all);
      case Remove(var path) -> path.isElement();
      case AddAll ignored -> false;
      case RemoveAll ignored -> false;
    };
  }

  private static boolean readsChanged(OperandTree operand, List<UpdateAction> all) {
    return operand
        .paths()
        .anyMatch(path ->
            all.stream()
                .map(UpdateAction::path)
                .anyMatch(changed -> changed.contains(path) || path.contains(changed)));
  }
}
