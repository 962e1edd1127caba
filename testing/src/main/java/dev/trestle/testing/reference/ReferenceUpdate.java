package dev.trestle.testing.reference;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The update of one item in one request. */
public record ReferenceUpdate(List<Action> actions) {
  /** An action at one path. */
  public sealed interface Action {
    DocumentPath path();

    record Set(DocumentPath path, ReferenceOperand operand) implements Action {}

    record Remove(DocumentPath path) implements Action {}

    record Add(DocumentPath path, AttributeValue value) implements Action {}

    record Delete(DocumentPath path, AttributeValue members) implements Action {}
  }

  /** Returns whether all actions remove, so that a missing item is not created. */
  boolean onlyRemoves() {
    return actions.stream()
        .allMatch(action ->
            switch (action) {
              case Action.Remove _, Action.Delete _ -> true;
              case Action.Set _, Action.Add _ -> false;
            });
  }

  public List<DocumentPath> paths() {
    return actions.stream().map(Action::path).toList();
  }

  /** Rejects an update that is invalid for every item. */
  void check() {
    for (int i = 0; i < actions.size(); i++) {
      for (int j = i + 1; j < actions.size(); j++) {
        var a = actions.get(i).path();
        var b = actions.get(j).path();
        if (a.isWithin(b) || b.isWithin(a))
          throw ExpectedError.validation(ExpectedError.OVERLAPPING_PATHS);
      }
    }
  }

  /**
   * Returns the item after the update. All operands are computed from the item as it was before.
   */
  Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
    checkOneReason(item);
    var resolved = new ArrayList<Map.Entry<Action, Optional<AttributeValue>>>();
    for (var action : inOrder()) resolved.add(Map.entry(action, resolve(action, item)));
    Map<String, AttributeValue> changed = new TreeMap<>(item);
    for (var entry : resolved) {
      // An element that this update appends cannot be the one that it removes.
      if (removesNothing(entry.getKey(), item)) continue;
      changed = put(changed, entry.getKey().path(), entry.getValue());
    }
    return changed;
  }

  /** Returns whether the action removes an element after the end of the original list. */
  private static boolean removesNothing(Action action, Map<String, AttributeValue> item) {
    if (!(action instanceof Action.Remove(var path)) || path.steps().isEmpty()) return false;
    if (!(path.steps().getLast() instanceof DocumentPath.Step.Index(int at))) return false;
    var list =
        new DocumentPath(path.name(), path.steps().subList(0, path.steps().size() - 1)).find(item);
    return list.isPresent() && list.get().hasL() && at >= list.get().l().size();
  }

  /** If actions fail for different reasons, it is not documented which one is reported. */
  private void checkOneReason(Map<String, AttributeValue> item) {
    var reasons = new HashSet<String>();
    for (var action : actions) {
      try {
        put(item, action.path(), resolve(action, item));
      } catch (ExpectedError refused) {
        reasons.add(String.valueOf(refused.getMessage()));
      }
    }
    if (reasons.size() > 1) throw ExpectedError.validation("");
  }

  /**
   * Orders the actions. Indexes refer to the original lists, so elements after the end are appended
   * from the lowest index up, and elements are removed last, from the highest index down.
   */
  private List<Action> inOrder() {
    var sorted = new ArrayList<>(actions);
    sorted.sort(
        Comparator.comparing((Action action) -> action instanceof Action.Remove)
            .thenComparing(action -> {
              int at = lastIndex(action.path());
              return action instanceof Action.Remove ? -at : at;
            }));
    return sorted;
  }

  private static int lastIndex(DocumentPath path) {
    return path.steps().isEmpty()
            || !(path.steps().getLast() instanceof DocumentPath.Step.Index(int at))
        ? 0
        : at;
  }

  /** Returns the new value at the action's path, or empty if there is to be none. */
  private static Optional<AttributeValue> resolve(Action action, Map<String, AttributeValue> item) {
    var before = action.path().find(item);
    return switch (action) {
      case Action.Set(_, var operand) -> Optional.of(operand.resolve(item));
      case Action.Remove _ -> Optional.empty();
      case Action.Add(_, var value) -> Optional.of(add(before, ReferenceValues.normal(value)));
      case Action.Delete(_, var members) -> before.flatMap(set -> delete(set, members));
    };
  }

  private static AttributeValue add(Optional<AttributeValue> before, AttributeValue value) {
    if (before.isEmpty()) return value;
    var old = before.get();
    if (old.type() != value.type()) throw ExpectedError.validation(ExpectedError.WRONG_TYPE);
    if (value.n() != null) {
      return ReferenceValues.result(new BigDecimal(old.n()).add(new BigDecimal(value.n())));
    }
    var members = new ArrayList<>(ReferenceValues.members(old));
    for (var member : ReferenceValues.members(value))
      if (!members.contains(member)) members.add(member);
    return ReferenceValues.set(old.type(), members);
  }

  private static Optional<AttributeValue> delete(AttributeValue set, AttributeValue members) {
    if (set.type() != members.type()) throw ExpectedError.validation(ExpectedError.WRONG_TYPE);
    var left = new ArrayList<>(ReferenceValues.members(set));
    left.removeAll(ReferenceValues.members(members));
    return left.isEmpty() ? Optional.empty() : Optional.of(ReferenceValues.set(set.type(), left));
  }

  private static Map<String, AttributeValue> put(
      Map<String, AttributeValue> item, DocumentPath path, Optional<AttributeValue> value) {
    var root = AttributeValue.fromM(item);
    var steps = new ArrayList<DocumentPath.Step>();
    steps.add(new DocumentPath.Step.Field(path.name()));
    steps.addAll(path.steps());
    return new TreeMap<>(put(root, steps, value).m());
  }

  private static AttributeValue put(
      AttributeValue parent, List<DocumentPath.Step> steps, Optional<AttributeValue> value) {
    var step = steps.getFirst();
    if (steps.size() == 1) return replace(parent, step, value);
    var child =
        DocumentPath.into(parent, step)
            .orElseThrow(() -> ExpectedError.validation(ExpectedError.INVALID_PATH));
    return replace(parent, step, Optional.of(put(child, steps.subList(1, steps.size()), value)));
  }

  private static AttributeValue replace(
      AttributeValue parent, DocumentPath.Step step, Optional<AttributeValue> value) {
    return switch (step) {
      case DocumentPath.Step.Field(var field) when parent.hasM() -> {
        var fields = new TreeMap<>(parent.m());
        value.ifPresentOrElse(v -> fields.put(field, v), () -> fields.remove(field));
        yield AttributeValue.fromM(fields);
      }
      case DocumentPath.Step.Index(var at) when parent.hasL() -> {
        var elements = new ArrayList<>(parent.l());
        boolean there = at < elements.size();
        if (value.isPresent() && there) elements.set(at, value.get());
        else if (value.isPresent()) elements.add(value.get());
        else if (there) elements.remove(at);
        yield AttributeValue.fromL(elements);
      }
      case DocumentPath.Step.Field _, DocumentPath.Step.Index _ ->
          throw ExpectedError.validation(ExpectedError.INVALID_PATH);
    };
  }

  /** Renders the update as an expression, with one clause for each kind of action. */
  public String render(PlaceholderMap p) {
    var clauses = new TreeMap<String, List<String>>();
    for (var action : actions) {
      var path = action.path().render(p);
      switch (action) {
        case Action.Set(_, var operand) -> add(clauses, "SET ", path + " = " + operand.render(p));
        case Action.Remove _ -> add(clauses, "REMOVE ", path);
        case Action.Add(_, var value) -> add(clauses, "ADD ", path + " " + p.value(value));
        case Action.Delete(_, var members) ->
            add(clauses, "DELETE ", path + " " + p.value(members));
      }
    }
    return clauses.entrySet().stream()
        .map(clause -> clause.getKey() + String.join(", ", clause.getValue()))
        .collect(Collectors.joining(" "));
  }

  private static void add(Map<String, List<String>> clauses, String keyword, String text) {
    clauses.computeIfAbsent(keyword, _ -> new ArrayList<>()).add(text);
  }
}
