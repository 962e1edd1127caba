package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Optional;

/**
 * Binds a parsed condition to names and values and checks its operands in DynamoDB's order: one
 * comparison or call after the other, and for each one its placeholders, the number of operands,
 * that they differ, and their types.
 */
final class ConditionBinder {
  private static final String ANY_TYPE = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

  private final Bindings bindings;

  ConditionBinder(Bindings bindings) {
    this.bindings = bindings;
  }

  /** Runs the checks of a condition that is then used in another form. */
  void checkOnly(Predicate predicate) {
    var unused = bind(predicate);
  }

  BoundPredicate bind(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(var left, var right) -> new BoundPredicate.Both(bind(left), bind(right));
      case Predicate.Or(var left, var right) -> new BoundPredicate.Either(bind(left), bind(right));
      case Predicate.Not(var inner) -> new BoundPredicate.Negated(bind(inner));
      case Predicate.Compare compare -> bind(compare);
      case Predicate.Between between -> bind(between);
      case Predicate.In in -> bind(in);
      case ParsedOperand.Call call -> bind(call);
    };
  }

  private BoundPredicate bind(Predicate.Compare compare) {
    var comparator = compare.comparator();
    var left = operand(compare.left());
    var right = operand(compare.right());
    checkCounts(compare.left());
    checkCounts(compare.right());
    checkSize(left);
    checkSize(right);
    checkDistinct(comparator.symbol(), left, right);
    if (comparator.isOrdering()) {
      checkOrdered(comparator.symbol(), left);
      checkOrdered(comparator.symbol(), right);
    }
    return new BoundPredicate.Compared(comparator, left, right);
  }

  private BoundPredicate bind(Predicate.Between between) {
    var operand = operand(between.operand());
    var low = operand(between.low());
    var high = operand(between.high());
    checkCounts(between.operand());
    checkCounts(between.low());
    checkCounts(between.high());
    checkSize(operand);
    checkSize(low);
    checkSize(high);
    checkOrdered("BETWEEN", operand);
    if (low instanceof BoundOperand.Constant from && high instanceof BoundOperand.Constant to) {
      checkBounds(from.value(), to.value());
    }
    checkOrdered("BETWEEN", low);
    checkOrdered("BETWEEN", high);
    return new BoundPredicate.Within(operand, low, high);
  }

  private void checkBounds(Value low, Value high) {
    if (low.type() != high.type()) {
      throw wrongBounds("same data type for lower and upper bounds", low, high);
    }
    checkType("BETWEEN", Optional.of(low.type()).filter(type -> !type.isKeyType()));
    if (low.compareContent(high) > 0) {
      throw wrongBounds("upper bound to be greater than or equal to lower bound", low, high);
    }
  }

  private ValidationException wrongBounds(String required, Value low, Value high) {
    return bindings.invalid(
        "The BETWEEN operator requires "
            + required
            + "; lower bound operand: "
            + text(low)
            + ", upper bound operand: "
            + text(high));
  }

  private static String text(Value value) {
    var content =
        switch (value.type()) {
          case S -> value.string();
          case N -> value.numberText();
          case B -> Base64.getEncoder().encodeToString(value.content());
          case BOOL, NULL, SS, NS, BS, L, M -> value.toString();
        };
    return "AttributeValue: {" + value.type() + ":" + content + "}";
  }

  private BoundPredicate bind(Predicate.In in) {
    var operand = operand(in.operand());
    var candidates = new ArrayList<BoundOperand>(in.candidates().size());
    for (var candidate : in.candidates()) candidates.add(operand(candidate));
    if (candidates.size() > Limits.IN_OPERANDS) {
      throw bindings.invalid(
          "The IN operator is provided with too many operands; number of operands: "
              + candidates.size());
    }
    checkCounts(in.operand());
    in.candidates().forEach(this::checkCounts);
    checkSize(operand);
    candidates.forEach(this::checkSize);
    return new BoundPredicate.OneOf(operand, candidates);
  }

  private BoundPredicate bind(ParsedOperand.Call call) {
    var function = call.function();
    var arguments = new ArrayList<BoundOperand>(2);
    for (var argument : call.arguments()) arguments.add(operand(argument));
    boolean two = !function.equals("attribute_exists") && !function.equals("attribute_not_exists");
    call.arguments().forEach(this::checkCounts);
    checkCount(call, two ? 2 : 1);
    arguments.forEach(this::checkSize);
    var first = arguments.getFirst();
    if (!two) {
      if (!(first instanceof BoundOperand.AtPath(var path))) {
        throw bindings.invalid(
            "Operator or function requires a document path; operator or function: " + function);
      }
      return function.equals("attribute_exists")
          ? new BoundPredicate.Exists(path)
          : new BoundPredicate.Missing(path);
    }
    var second = arguments.getLast();
    checkDistinct(function, first, second);
    return switch (function) {
      case "attribute_type" -> new BoundPredicate.HasType(first, typeNamed(second));
      case "begins_with" -> {
        checkText(first);
        checkText(second);
        yield new BoundPredicate.BeginsWith(first, second);
      }
      case "contains" -> new BoundPredicate.Contains(first, second);
      default -> throw new IllegalStateException("no predicate: " + function);
    };
  }

  private Type typeNamed(BoundOperand operand) {
    if (!(operand instanceof BoundOperand.Constant constant) || constant.value().type() != Type.S) {
      throw wrongType("attribute_type", operand.type().map(Type::name).orElse(ANY_TYPE));
    }
    var name = constant.value().string();
    for (var type : Type.values()) {
      if (type.name().equals(name)) return type;
    }
    throw bindings.invalid(
        "Invalid attribute type name found; type: "
            + name
            + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
  }

  private BoundOperand operand(ParsedOperand operand) {
    return switch (operand) {
      case ParsedOperand.Path path -> new BoundOperand.AtPath(path.bind(bindings));
      case ParsedOperand.ValueReference reference ->
          new BoundOperand.Constant(bindings.value(reference));
      case ParsedOperand.Truth(var predicate) -> new BoundOperand.Truth(bind(predicate));
      case ParsedOperand.Call call -> {
        BoundOperand first = operand(call.arguments().getFirst());
        for (int i = 1; i < call.arguments().size(); i++) operand(call.arguments().get(i));
        yield new BoundOperand.Size(first);
      }
    };
  }

  /** Checks the calls of {@code size}, the only function that can be an operand. */
  private void checkCounts(ParsedOperand operand) {
    if (!(operand instanceof ParsedOperand.Call call)) return;
    for (var argument : call.arguments()) checkCounts(argument);
    checkCount(call, 1);
  }

  private void checkCount(ParsedOperand.Call call, int wanted) {
    int operands = call.arguments().size();
    if (operands == wanted) return;
    throw bindings.invalid(
        "Incorrect number of operands for operator or function; operator or function: "
            + call.function()
            + ", number of operands: "
            + operands);
  }

  private void checkDistinct(String operator, BoundOperand first, BoundOperand second) {
    if (first instanceof BoundOperand.AtPath(var a)
        && second instanceof BoundOperand.AtPath(var b)
        && a.equals(b)) {
      throw bindings.invalid(
          "The first operand must be distinct from the remaining operands for this operator or"
              + " function; operator: "
              + operator
              + ", first operand: "
              + a);
    }
  }

  /** Checks that the operand of {@code size} has a size. */
  private void checkSize(BoundOperand operand) {
    if (!(operand instanceof BoundOperand.Size(var inner))) return;
    checkSize(inner);
    var type = inner.type();
    if (type.isPresent() && isSizeless(type.get())) throw wrongType("size", type.get().name());
  }

  private static boolean isSizeless(Type type) {
    return type == Type.N || type == Type.BOOL || type == Type.NULL;
  }

  private void checkOrdered(String operator, BoundOperand operand) {
    checkType(operator, operand.type().filter(type -> !type.isKeyType()));
  }

  private void checkText(BoundOperand operand) {
    checkType("begins_with", operand.type().filter(type -> type != Type.S && type != Type.B));
  }

  private void checkType(String operator, Optional<Type> wrong) {
    if (wrong.isPresent()) throw wrongType(operator, wrong.get().name());
  }

  private ValidationException wrongType(String operator, String type) {
    return bindings.invalid(
        "Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + type);
  }
}
