package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Binds a parsed update to names and values and checks it in DynamoDB's order: names, values,
 * paths, operands of ADD and DELETE, operands of functions.
 */
final class UpdateBinder {
  private static final String MISMATCH =
      "An operand in the update expression has an incorrect data type";

  private final Bindings bindings;

  UpdateBinder(Bindings bindings) {
    this.bindings = bindings;
  }

  BoundUpdate bind(List<ParsedAction> actions) {
    var paths = new ArrayList<BoundPath>(actions.size());
    for (var action : actions) {
      paths.add(action.path().bind(bindings));
      if (action instanceof ParsedAction.Set set) operands(set).forEach(this::bindNames);
    }
    for (var action : actions) bindValues(action);
    PathOverlap.check(bindings, paths);
    for (var action : actions) checkAction(action);
    var changes = new ArrayList<BoundAction>(actions.size());
    for (int i = 0; i < paths.size(); i++) changes.add(change(actions.get(i), paths.get(i)));
    return new BoundUpdate(changes);
  }

  private static List<ParsedOperand> operands(ParsedAction.Set set) {
    return switch (set.value()) {
      case ParsedAction.Assigned.Plain(var operand) -> List.of(operand);
      case ParsedAction.Assigned.Plus(var left, var right) -> List.of(left, right);
      case ParsedAction.Assigned.Minus(var left, var right) -> List.of(left, right);
    };
  }

  /** Resolves all names first, because DynamoDB reports a missing one before other errors. */
  private void bindNames(ParsedOperand operand) {
    switch (operand) {
      case ParsedOperand.Path path -> path.bind(bindings);
      case ParsedOperand.Call call -> {
        for (var argument : call.arguments()) bindNames(argument);
      }
      case ParsedOperand.ValueReference ignored -> {}
      case ParsedOperand.Truth ignored -> {}
    }
  }

  private void bindValues(ParsedAction action) {
    switch (action) {
      case ParsedAction.Set set -> operands(set).forEach(this::bindValues);
      case ParsedAction.Add add -> bindings.value(add.value());
      case ParsedAction.Delete delete -> bindings.value(delete.value());
      case ParsedAction.Remove ignored -> {}
    }
  }

  private void bindValues(ParsedOperand operand) {
    switch (operand) {
      case ParsedOperand.ValueReference reference -> bindings.value(reference);
      case ParsedOperand.Call call -> {
        for (var argument : call.arguments()) bindValues(argument);
      }
      case ParsedOperand.Path ignored -> {}
      case ParsedOperand.Truth ignored -> {}
    }
  }

  private void checkAction(ParsedAction action) {
    switch (action) {
      case ParsedAction.Add add -> {
        var type = bindings.value(add.value()).type();
        if (type != Type.N && !type.isSet()) throw wrongOperand("ADD", type);
      }
      case ParsedAction.Delete delete -> {
        var type = bindings.value(delete.value()).type();
        if (!type.isSet()) throw wrongOperand("DELETE", type);
      }
      case ParsedAction.Set ignored -> {}
      case ParsedAction.Remove ignored -> {}
    }
  }

  private ValidationException wrongOperand(String operator, Type type) {
    var name =
        switch (type) {
          case S -> "STRING";
          case N -> "NUMBER";
          case B -> "BINARY";
          case BOOL -> "BOOLEAN";
          case NULL -> "NULL";
          case L -> "LIST";
          case M -> "MAP";
          case SS, NS, BS -> type.name();
        };
    return bindings.invalid(
        "Incorrect operand type for operator or function; operator: "
            + operator
            + ", operand type: "
            + name);
  }

  private BoundAction change(ParsedAction action, BoundPath path) {
    return switch (action) {
      case ParsedAction.Set set -> new BoundAction.Assign(path, formula(set.value()));
      case ParsedAction.Remove ignored -> new BoundAction.Remove(path);
      case ParsedAction.Add add -> new BoundAction.Add(path, bindings.value(add.value()), MISMATCH);
      case ParsedAction.Delete delete ->
          new BoundAction.Subtract(path, bindings.value(delete.value()), MISMATCH);
    };
  }

  private Formula formula(ParsedAction.Assigned assigned) {
    return switch (assigned) {
      case ParsedAction.Assigned.Plain(var operand) -> formula(operand);
      case ParsedAction.Assigned.Plus(var left, var right) -> sum("+", left, right);
      case ParsedAction.Assigned.Minus(var left, var right) -> sum("-", left, right);
    };
  }

  private Formula sum(String operator, ParsedOperand left, ParsedOperand right) {
    var first = formula(left);
    var second = formula(right);
    checkConstant(operator, Type.N, left);
    checkConstant(operator, Type.N, right);
    return new Formula.Sum(first, second, operator.equals("-"));
  }

  private Formula formula(ParsedOperand operand) {
    return switch (operand) {
      case ParsedOperand.Path path -> new Formula.Copy(path.bind(bindings));
      case ParsedOperand.ValueReference reference ->
          new Formula.Constant(bindings.value(reference));
      case ParsedOperand.Call call -> formula(call);
      case ParsedOperand.Truth ignored ->
          throw new IllegalStateException("no condition is assigned");
    };
  }

  private Formula formula(ParsedOperand.Call call) {
    var arguments = call.arguments();
    var formulas = new ArrayList<Formula>(2);
    for (var argument : arguments) formulas.add(formula(argument));
    if (arguments.size() != 2) {
      throw bindings.invalid(
          "Incorrect number of operands for operator or function; operator or function: "
              + call.function()
              + ", number of operands: "
              + arguments.size());
    }
    if (call.function().equals("list_append")) {
      checkConstant("list_append", Type.L, arguments.getFirst());
      checkConstant("list_append", Type.L, arguments.getLast());
      return new Formula.ListAppend(formulas.getFirst(), formulas.getLast());
    }
    if (!(formulas.getFirst() instanceof Formula.Copy(var path))) {
      throw bindings.invalid(
          "Operator or function requires a document path; operator or function: "
              + call.function());
    }
    return new Formula.IfNotExists(path, formulas.getLast());
  }

  private void checkConstant(String operator, Type wanted, ParsedOperand operand) {
    var wrong = constant(operand).map(Value::type).filter(type -> type != wanted);
    if (wrong.isEmpty()) return;
    throw bindings.invalid(
        "Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + wrong.get());
  }

  private Optional<Value> constant(ParsedOperand operand) {
    return operand instanceof ParsedOperand.ValueReference reference
        ? Optional.of(bindings.value(reference))
        : Optional.empty();
  }
}
