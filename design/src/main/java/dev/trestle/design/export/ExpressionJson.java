package dev.trestle.design.export;

import dev.trestle.model.expression.AttributePath;
import dev.trestle.model.expression.AttributePath.Step;
import dev.trestle.model.expression.Comparison;
import dev.trestle.model.expression.ConditionTree;
import dev.trestle.model.expression.OperandTree;
import dev.trestle.model.expression.UpdateAction;
import java.util.List;

/** Conditions and update actions in our JSON: an object whose only field names the kind. */
final class ExpressionJson {
  private ExpressionJson() {}

  static JsonTree write(ConditionTree condition) {
    return switch (condition) {
      case ConditionTree.Compare(var path, var comparison, var operand) ->
          one("compare", compared(path, comparison, operand));
      case ConditionTree.CompareSize(var path, var comparison, var operand) ->
          one("compareSize", compared(path, comparison, operand));
      case ConditionTree.Between(var path, var from, var to) ->
          one("between", on(path).put("from", write(from)).put("to", write(to)).done());
      case ConditionTree.OneOf(var path, var operands) ->
          one(
              "oneOf",
              on(path)
                  .put(
                      "operands",
                      JsonTree.array(operands.stream().map(ExpressionJson::write).toList()))
                  .done());
      case ConditionTree.BeginsWith(var path, var operand) ->
          one("beginsWith", on(path).put("operand", write(operand)).done());
      case ConditionTree.Contains(var path, var operand) ->
          one("contains", on(path).put("operand", write(operand)).done());
      case ConditionTree.Present(var path) -> one("present", write(path));
      case ConditionTree.Absent(var path) -> one("absent", write(path));
      case ConditionTree.ItemExists() -> one("itemExists", JsonTree.of(true));
      case ConditionTree.ItemAbsent() -> one("itemAbsent", JsonTree.of(true));
      case ConditionTree.All(var all) -> one("all", conditions(all));
      case ConditionTree.Any(var any) -> one("any", conditions(any));
      case ConditionTree.Not(var inner) -> one("not", write(inner));
    };
  }

  private static JsonTree one(String name, JsonTree content) {
    return JsonTree.object().put(name, content).done();
  }

  private static JsonTree conditions(List<ConditionTree> conditions) {
    return JsonTree.array(conditions.stream().map(ExpressionJson::write).toList());
  }

  private static JsonTree.Draft on(AttributePath path) {
    return JsonTree.object().put("path", write(path));
  }

  private static JsonTree compared(AttributePath path, Comparison comparison, OperandTree operand) {
    return on(path)
        .put("comparison", JsonField.word(comparison))
        .put("operand", write(operand))
        .done();
  }

  private static JsonTree write(AttributePath path) {
    var out = JsonTree.object().put("attribute", path.attribute());
    if (!path.steps().isEmpty()) {
      out.put("steps", JsonTree.array(path.steps().stream().map(ExpressionJson::write).toList()));
    }
    return out.done();
  }

  private static JsonTree write(Step step) {
    return switch (step) {
      case Step.Field(var name) -> one("field", JsonTree.of(name));
      case Step.Entry(var parameter) -> one("entry", JsonTree.of(parameter));
      case Step.Element(int index) -> JsonTree.object().put("element", index).done();
    };
  }

  private static JsonTree write(OperandTree operand) {
    return switch (operand) {
      case OperandTree.Literal(var value) -> one("literal", ItemJson.write(value));
      case OperandTree.Parameter(var name) -> one("parameter", JsonTree.of(name));
      case OperandTree.Current(var path) -> one("current", write(path));
      case OperandTree.Plus(var left, var right) -> one("plus", two(left, right));
      case OperandTree.Minus(var left, var right) -> one("minus", two(left, right));
      case OperandTree.OrElse(var path, var otherwise) ->
          one("orElse", on(path).put("otherwise", write(otherwise)).done());
      case OperandTree.Joined(var first, var second) -> one("joined", two(first, second));
    };
  }

  private static JsonTree two(OperandTree first, OperandTree second) {
    return JsonTree.array(List.of(write(first), write(second)));
  }

  static JsonTree write(UpdateAction action) {
    return switch (action) {
      case UpdateAction.Set(var path, var operand) -> one("set", action(path, operand));
      case UpdateAction.Remove(var path) -> one("remove", write(path));
      case UpdateAction.Add(var path, var operand) -> one("add", action(path, operand));
      case UpdateAction.AddAll(var path, var operand) -> one("addAll", action(path, operand));
      case UpdateAction.RemoveAll(var path, var operand) -> one("removeAll", action(path, operand));
    };
  }

  private static JsonTree action(AttributePath path, OperandTree operand) {
    return on(path).put("operand", write(operand)).done();
  }

  /** Returns the only field of an object. */
  private static String kind(JsonField at) {
    if (at.fields().size() != 1) throw at.wrong("does not have exactly one field");
    return at.fields().keySet().iterator().next();
  }

  static ConditionTree condition(JsonField at) {
    var kind = kind(at);
    var in = at.at(kind);
    return switch (kind) {
      case "compare" ->
          new ConditionTree.Compare(pathIn(in), comparison(in), operand(in.at("operand")));
      case "compareSize" ->
          new ConditionTree.CompareSize(pathIn(in), comparison(in), operand(in.at("operand")));
      case "between" ->
          new ConditionTree.Between(pathIn(in), operand(in.at("from")), operand(in.at("to")));
      case "oneOf" ->
          new ConditionTree.OneOf(
              pathIn(in), in.list("operands").stream().map(ExpressionJson::operand).toList());
      case "beginsWith" -> new ConditionTree.BeginsWith(pathIn(in), operand(in.at("operand")));
      case "contains" -> new ConditionTree.Contains(pathIn(in), operand(in.at("operand")));
      case "present" -> new ConditionTree.Present(path(in));
      case "absent" -> new ConditionTree.Absent(path(in));
      case "itemExists" -> new ConditionTree.ItemExists();
      case "itemAbsent" -> new ConditionTree.ItemAbsent();
      case "all" ->
          new ConditionTree.All(in.list().stream().map(ExpressionJson::condition).toList());
      case "any" ->
          new ConditionTree.Any(in.list().stream().map(ExpressionJson::condition).toList());
      case "not" -> new ConditionTree.Not(condition(in));
      default -> throw in.wrong("is no condition");
    };
  }

  private static Comparison comparison(JsonField at) {
    return at.at("comparison").constant(Comparison.class);
  }

  private static AttributePath pathIn(JsonField at) {
    return path(at.at("path"));
  }

  private static AttributePath path(JsonField at) {
    return new AttributePath(
        at.text("attribute"), at.list("steps").stream().map(ExpressionJson::step).toList());
  }

  private static Step step(JsonField at) {
    return switch (kind(at)) {
      case "field" -> new Step.Field(at.text("field"));
      case "entry" -> new Step.Entry(at.text("entry"));
      case "element" -> new Step.Element(at.small("element"));
      default -> throw at.wrong("is none of [field, entry, element]");
    };
  }

  private static OperandTree operand(JsonField at) {
    var kind = kind(at);
    var in = at.at(kind);
    return switch (kind) {
      case "literal" -> new OperandTree.Literal(ItemJson.value(in));
      case "parameter" -> new OperandTree.Parameter(in.text());
      case "current" -> new OperandTree.Current(path(in));
      case "plus" -> new OperandTree.Plus(operand(first(in)), operand(second(in)));
      case "minus" -> new OperandTree.Minus(operand(first(in)), operand(second(in)));
      case "orElse" -> new OperandTree.OrElse(pathIn(in), operand(in.at("otherwise")));
      case "joined" -> new OperandTree.Joined(operand(first(in)), operand(second(in)));
      default -> throw in.wrong("is no operand");
    };
  }

  private static JsonField first(JsonField at) {
    if (at.list().size() != 2) throw at.wrong("does not have exactly two operands");
    return at.list().getFirst();
  }

  private static JsonField second(JsonField at) {
    return at.list().getLast();
  }

  static UpdateAction action(JsonField at) {
    var kind = kind(at);
    var in = at.at(kind);
    return switch (kind) {
      case "set" -> new UpdateAction.Set(pathIn(in), operand(in.at("operand")));
      case "remove" -> new UpdateAction.Remove(path(in));
      case "add" -> new UpdateAction.Add(pathIn(in), operand(in.at("operand")));
      case "addAll" -> new UpdateAction.AddAll(pathIn(in), operand(in.at("operand")));
      case "removeAll" -> new UpdateAction.RemoveAll(pathIn(in), operand(in.at("operand")));
      default -> throw in.wrong("is no update action");
    };
  }
}
