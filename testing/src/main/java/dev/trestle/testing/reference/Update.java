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

/** What an update does to an item, in one request. */
public record Update(List<Action> actions) {
  /** One change at one path. */
  public sealed interface Action {
    Path path();

    record Set(Path path, Operand operand) implements Action {}

    record Remove(Path path) implements Action {}

    record Add(Path path, AttributeValue value) implements Action {}

    record Delete(Path path, AttributeValue members) implements Action {}
  }

  /** Whether an item that does not exist stays away: taking away from nothing makes nothing. */
  boolean onlyTakesAway() {
    return actions.stream()
        .allMatch(action ->
            switch (action) {
              case Action.Remove _, Action.Delete _ -> true;
              case Action.Set _, Action.Add _ -> false;
            });
  }

  public List<Path> paths() {
    return actions.stream().map(Action::path).toList();
  }

  /** Refuses what is wrong whatever the item is. */
  void check() {
    for (int i = 0; i < actions.size(); i++) {
      for (int j = i + 1; j < actions.size(); j++) {
        var a = actions.get(i).path();
        var b = actions.get(j).path();
        if (a.isWithin(b) || b.isWithin(a)) throw Refused.validation(Refused.OVERLAPPING_PATHS);
      }
    }
  }

  /** The item after the update. Every operand is read from the item as it was before. */
  Map<String, AttributeValue> apply(Map<String, AttributeValue> item) {
    refuseIfSeveralFail(item);
    var resolved = new ArrayList<Map.Entry<Action, Optional<AttributeValue>>>();
    for (var action : inOrder()) resolved.add(Map.entry(action, resolve(action, item)));
    Map<String, AttributeValue> changed = new TreeMap<>(item);
    for (var entry : resolved) {
      // What was appended by this very update cannot be what it removes.
      if (isRemovalOfNothing(entry.getKey(), item)) continue;
      changed = put(changed, entry.getKey().path(), entry.getValue());
    }
    return changed;
  }

  /** Whether it removes from a list, behind the list's end as it was. */
  private static boolean isRemovalOfNothing(Action action, Map<String, AttributeValue> item) {
    if (!(action instanceof Action.Remove(var path)) || path.steps().isEmpty()) return false;
    if (!(path.steps().getLast() instanceof Path.Step.Index(int at))) return false;
    var list = new Path(path.name(), path.steps().subList(0, path.steps().size() - 1)).find(item);
    return list.isPresent() && list.get().hasL() && at >= list.get().l().size();
  }

  /** Where actions fail for different reasons, nobody has said which one is told. */
  private void refuseIfSeveralFail(Map<String, AttributeValue> item) {
    var reasons = new HashSet<String>();
    for (var action : actions) {
      try {
        put(item, action.path(), resolve(action, item));
      } catch (Refused refused) {
        reasons.add(String.valueOf(refused.getMessage()));
      }
    }
    if (reasons.size() > 1) throw Refused.validation("");
  }

  /**
   * Indexes mean places in the lists as they were: what is set past the end is appended from the
   * lowest index up, and what is removed goes last, from the highest down.
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

  private static int lastIndex(Path path) {
    return path.steps().isEmpty() || !(path.steps().getLast() instanceof Path.Step.Index(int at))
        ? 0
        : at;
  }

  /** The new value at the action's path; none: nothing is to be there. */
  private static Optional<AttributeValue> resolve(Action action, Map<String, AttributeValue> item) {
    var before = action.path().find(item);
    return switch (action) {
      case Action.Set(_, var operand) -> Optional.of(operand.resolve(item));
      case Action.Remove _ -> Optional.empty();
      case Action.Add(_, var value) -> Optional.of(add(before, Values.normal(value)));
      case Action.Delete(_, var members) -> before.flatMap(set -> delete(set, members));
    };
  }

  private static AttributeValue add(Optional<AttributeValue> before, AttributeValue value) {
    if (before.isEmpty()) return value;
    var old = before.get();
    if (old.type() != value.type()) throw Refused.validation(Refused.WRONG_TYPE);
    if (value.n() != null) {
      return Values.result(new BigDecimal(old.n()).add(new BigDecimal(value.n())));
    }
    var members = new ArrayList<>(Values.members(old));
    for (var member : Values.members(value)) if (!members.contains(member)) members.add(member);
    return Values.set(old.type(), members);
  }

  private static Optional<AttributeValue> delete(AttributeValue set, AttributeValue members) {
    if (set.type() != members.type()) throw Refused.validation(Refused.WRONG_TYPE);
    var left = new ArrayList<>(Values.members(set));
    left.removeAll(Values.members(members));
    return left.isEmpty() ? Optional.empty() : Optional.of(Values.set(set.type(), left));
  }

  private static Map<String, AttributeValue> put(
      Map<String, AttributeValue> item, Path path, Optional<AttributeValue> value) {
    var root = AttributeValue.fromM(item);
    var steps = new ArrayList<Path.Step>();
    steps.add(new Path.Step.Field(path.name()));
    steps.addAll(path.steps());
    return new TreeMap<>(put(root, steps, value).m());
  }

  private static AttributeValue put(
      AttributeValue parent, List<Path.Step> steps, Optional<AttributeValue> value) {
    var step = steps.getFirst();
    if (steps.size() == 1) return replace(parent, step, value);
    var child = Path.into(parent, step).orElseThrow(() -> Refused.validation(Refused.INVALID_PATH));
    return replace(parent, step, Optional.of(put(child, steps.subList(1, steps.size()), value)));
  }

  private static AttributeValue replace(
      AttributeValue parent, Path.Step step, Optional<AttributeValue> value) {
    return switch (step) {
      case Path.Step.Field(var field) when parent.hasM() -> {
        var fields = new TreeMap<>(parent.m());
        value.ifPresentOrElse(v -> fields.put(field, v), () -> fields.remove(field));
        yield AttributeValue.fromM(fields);
      }
      case Path.Step.Index(var at) when parent.hasL() -> {
        var elements = new ArrayList<>(parent.l());
        boolean there = at < elements.size();
        if (value.isPresent() && there) elements.set(at, value.get());
        else if (value.isPresent()) elements.add(value.get());
        else if (there) elements.remove(at);
        yield AttributeValue.fromL(elements);
      }
      case Path.Step.Field _, Path.Step.Index _ -> throw Refused.validation(Refused.INVALID_PATH);
    };
  }

  /** The update as an expression: one clause for each kind of action that there is. */
  public String render(Placeholders p) {
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
