package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Limits;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Optional;

/**
 * Binds a parsed condition to a request's names and values and checks operands as DynamoDB does:
 * one comparison or call after the other, and in each first placeholders, then the number of
 * operands, then that they differ, then their types.
 */
final class ConditionBinder {
  private static final String ANY_TYPE = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

  private final Scope scope;

  ConditionBinder(Scope scope) {
    this.scope = scope;
  }

  /** Makes all checks of a condition that is put to other use. */
  void checkOnly(Predicate predicate) {
    var _ = bind(predicate);
  }

  Check bind(Predicate predicate) {
    return switch (predicate) {
      case Predicate.And(var left, var right) -> new Check.Both(bind(left), bind(right));
      case Predicate.Or(var left, var right) -> new Check.Either(bind(left), bind(right));
      case Predicate.Not(var inner) -> new Check.Negated(bind(inner));
      case Predicate.Compare compare -> bind(compare);
      case Predicate.Between between -> bind(between);
      case Predicate.In in -> bind(in);
      case Operand.Call call -> bind(call);
    };
  }

  private Check bind(Predicate.Compare compare) {
    var comparator = compare.comparator();
    var left = source(compare.left());
    var right = source(compare.right());
    checkCounts(compare.left());
    checkCounts(compare.right());
    checkSize(left);
    checkSize(right);
    checkDistinct(comparator.symbol(), left, right);
    if (comparator.isOrdering()) {
      checkOrdered(comparator.symbol(), left);
      checkOrdered(comparator.symbol(), right);
    }
    return new Check.Compared(comparator, left, right);
  }

  private Check bind(Predicate.Between between) {
    var source = source(between.operand());
    var low = source(between.low());
    var high = source(between.high());
    checkCounts(between.operand());
    checkCounts(between.low());
    checkCounts(between.high());
    checkSize(source);
    checkSize(low);
    checkSize(high);
    checkOrdered("BETWEEN", source);
    if (low instanceof Source.Constant(var from, _) && high instanceof Source.Constant(var to, _)) {
      if (from.type() != to.type()) {
        throw wrongBounds("same data type for lower and upper bounds", from, to);
      }
      checkOrdered("BETWEEN", low);
      if (from.compareContent(to) > 0) {
        throw wrongBounds("upper bound to be greater than or equal to lower bound", from, to);
      }
    }
    checkOrdered("BETWEEN", low);
    checkOrdered("BETWEEN", high);
    return new Check.Within(source, low, high);
  }

  private ValidationException wrongBounds(String required, Value low, Value high) {
    return scope.invalid(
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

  private Check bind(Predicate.In in) {
    var source = source(in.operand());
    var candidates = new ArrayList<Source>(in.candidates().size());
    for (var candidate : in.candidates()) candidates.add(source(candidate));
    if (candidates.size() > Limits.IN_OPERANDS) {
      throw scope.invalid(
          "The IN operator is provided with too many operands; number of operands: "
              + candidates.size());
    }
    checkCounts(in.operand());
    in.candidates().forEach(this::checkCounts);
    checkSize(source);
    candidates.forEach(this::checkSize);
    return new Check.OneOf(source, candidates);
  }

  private Check bind(Operand.Call call) {
    var function = call.function();
    var arguments = new ArrayList<Source>(2);
    for (var argument : call.arguments()) arguments.add(source(argument));
    boolean two = !function.equals("attribute_exists") && !function.equals("attribute_not_exists");
    call.arguments().forEach(this::checkCounts);
    checkCount(call, two ? 2 : 1);
    arguments.forEach(this::checkSize);
    var first = arguments.getFirst();
    if (!two) {
      if (!(first instanceof Source.At(var path))) {
        throw scope.invalid(
            "Operator or function requires a document path; operator or function: " + function);
      }
      return function.equals("attribute_exists") ? new Check.Exists(path) : new Check.Missing(path);
    }
    var second = arguments.getLast();
    checkDistinct(function, first, second);
    return switch (function) {
      case "attribute_type" -> new Check.HasType(first, typeNamed(second));
      case "begins_with" -> {
        checkText(first);
        checkText(second);
        yield new Check.BeginsWith(first, second);
      }
      case "contains" -> new Check.Contains(first, second);
      default -> throw new IllegalStateException("no predicate: " + function);
    };
  }

  private Type typeNamed(Source source) {
    if (!(source instanceof Source.Constant(var value, _)) || value.type() != Type.S) {
      throw wrongType("attribute_type", source.type().map(Type::name).orElse(ANY_TYPE));
    }
    var name = value.string();
    for (var type : Type.values()) {
      if (type.name().equals(name)) return type;
    }
    throw scope.invalid(
        "Invalid attribute type name found; type: "
            + name
            + ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}");
  }

  private Source source(Operand operand) {
    return switch (operand) {
      case Operand.Path path -> new Source.At(path.bind(scope));
      case Operand.ValueReference reference -> new Source.Constant(scope.value(reference));
      case Operand.Truth(var predicate) -> new Source.Truth(bind(predicate));
      case Operand.Call call -> {
        Source first = source(call.arguments().getFirst());
        for (int i = 1; i < call.arguments().size(); i++) source(call.arguments().get(i));
        yield new Source.Size(first);
      }
    };
  }

  /** Every call among operands is one of size. */
  private void checkCounts(Operand operand) {
    if (!(operand instanceof Operand.Call call)) return;
    for (var argument : call.arguments()) checkCounts(argument);
    checkCount(call, 1);
  }

  private void checkCount(Operand.Call call, int wanted) {
    int operands = call.arguments().size();
    if (operands == wanted) return;
    throw scope.invalid(
        "Incorrect number of operands for operator or function; operator or function: "
            + call.function()
            + ", number of operands: "
            + operands);
  }

  private void checkDistinct(String operator, Source first, Source second) {
    if (first instanceof Source.At(var a) && second instanceof Source.At(var b) && a.equals(b)) {
      throw scope.invalid(
          "The first operand must be distinct from the remaining operands for this operator or"
              + " function; operator: "
              + operator
              + ", first operand: "
              + a);
    }
  }

  /** Whether what size is asked of can have one. */
  private void checkSize(Source source) {
    if (!(source instanceof Source.Size(var inner))) return;
    checkSize(inner);
    var type = inner.type();
    if (type.isPresent() && isSizeless(type.get())) throw wrongType("size", type.get().name());
  }

  private static boolean isSizeless(Type type) {
    return type == Type.N || type == Type.BOOL || type == Type.NULL;
  }

  private void checkOrdered(String operator, Source source) {
    checkType(operator, source.type().filter(type -> !type.isKeyType()));
  }

  private void checkText(Source source) {
    checkType("begins_with", source.type().filter(type -> type != Type.S && type != Type.B));
  }

  private void checkType(String operator, Optional<Type> wrong) {
    if (wrong.isPresent()) throw wrongType(operator, wrong.get().name());
  }

  private ValidationException wrongType(String operator, String type) {
    return scope.invalid(
        "Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + type);
  }
}
