package dev.trestle.engine.expression;

import dev.trestle.engine.refusal.Refusal.ValidationException;
import dev.trestle.item.Type;
import dev.trestle.item.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Binds a parsed update to a request's names and values and checks it in DynamoDB's order: names,
 * values, paths, operands of ADD and DELETE, operands of functions.
 */
final class UpdateBinder {
  private static final String MISMATCH =
      "An operand in the update expression has an incorrect data type";

  private final Scope scope;

  UpdateBinder(Scope scope) {
    this.scope = scope;
  }

  BoundUpdate bind(List<UpdateAction> actions) {
    var paths = new ArrayList<BoundPath>(actions.size());
    for (var action : actions) {
      paths.add(action.path().bind(scope));
      if (action instanceof UpdateAction.Set set) operands(set).forEach(this::bindNames);
    }
    for (var action : actions) bindValues(action);
    PathOverlap.check(scope, paths);
    for (var action : actions) checkAction(action);
    var changes = new ArrayList<Change>(actions.size());
    for (int i = 0; i < paths.size(); i++) changes.add(change(actions.get(i), paths.get(i)));
    return new BoundUpdate(changes);
  }

  private static List<Operand> operands(UpdateAction.Set set) {
    return switch (set.value()) {
      case UpdateAction.Assigned.Plain(var operand) -> List.of(operand);
      case UpdateAction.Assigned.Plus(var left, var right) -> List.of(left, right);
      case UpdateAction.Assigned.Minus(var left, var right) -> List.of(left, right);
    };
  }

  /** Comes to every name, so that a missing one is told before anything else is wrong. */
  private void bindNames(Operand operand) {
    switch (operand) {
      case Operand.Path path -> path.bind(scope);
      case Operand.Call call -> {
        for (var argument : call.arguments()) bindNames(argument);
      }
      case Operand.ValueReference _, Operand.Truth _ -> {}
    }
  }

  private void bindValues(UpdateAction action) {
    switch (action) {
      case UpdateAction.Set set -> operands(set).forEach(this::bindValues);
      case UpdateAction.Add add -> scope.value(add.value());
      case UpdateAction.Delete delete -> scope.value(delete.value());
      case UpdateAction.Remove _ -> {}
    }
  }

  private void bindValues(Operand operand) {
    switch (operand) {
      case Operand.ValueReference reference -> scope.value(reference);
      case Operand.Call call -> {
        for (var argument : call.arguments()) bindValues(argument);
      }
      case Operand.Path _, Operand.Truth _ -> {}
    }
  }

  private void checkAction(UpdateAction action) {
    switch (action) {
      case UpdateAction.Add add -> {
        var type = scope.value(add.value()).type();
        if (type != Type.N && !type.isSet()) throw wrongOperand("ADD", type);
      }
      case UpdateAction.Delete delete -> {
        var type = scope.value(delete.value()).type();
        if (!type.isSet()) throw wrongOperand("DELETE", type);
      }
      case UpdateAction.Set _, UpdateAction.Remove _ -> {}
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
    return scope.invalid(
        "Incorrect operand type for operator or function; operator: "
            + operator
            + ", operand type: "
            + name);
  }

  private Change change(UpdateAction action, BoundPath path) {
    return switch (action) {
      case UpdateAction.Set set -> new Change.Assign(path, formula(set.value()));
      case UpdateAction.Remove _ -> new Change.Remove(path);
      case UpdateAction.Add add -> new Change.Add(path, scope.value(add.value()), MISMATCH);
      case UpdateAction.Delete delete ->
          new Change.Subtract(path, scope.value(delete.value()), MISMATCH);
    };
  }

  private Formula formula(UpdateAction.Assigned assigned) {
    return switch (assigned) {
      case UpdateAction.Assigned.Plain(var operand) -> formula(operand);
      case UpdateAction.Assigned.Plus(var left, var right) -> sum("+", left, right);
      case UpdateAction.Assigned.Minus(var left, var right) -> sum("-", left, right);
    };
  }

  private Formula sum(String operator, Operand left, Operand right) {
    var first = formula(left);
    var second = formula(right);
    checkConstant(operator, Type.N, left);
    checkConstant(operator, Type.N, right);
    return new Formula.Sum(first, second, operator.equals("-"));
  }

  private Formula formula(Operand operand) {
    return switch (operand) {
      case Operand.Path path -> new Formula.Copy(path.bind(scope));
      case Operand.ValueReference reference -> new Formula.Constant(scope.value(reference));
      case Operand.Call call -> formula(call);
      case Operand.Truth _ -> throw new IllegalStateException("no condition is assigned");
    };
  }

  private Formula formula(Operand.Call call) {
    var arguments = call.arguments();
    var formulas = new ArrayList<Formula>(2);
    for (var argument : arguments) formulas.add(formula(argument));
    if (arguments.size() != 2) {
      throw scope.invalid(
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
      throw scope.invalid(
          "Operator or function requires a document path; operator or function: "
              + call.function());
    }
    return new Formula.IfNotExists(path, formulas.getLast());
  }

  private void checkConstant(String operator, Type wanted, Operand operand) {
    var wrong = constant(operand).map(Value::type).filter(type -> type != wanted);
    if (wrong.isEmpty()) return;
    throw scope.invalid(
        "Incorrect operand type for operator or function; operator or function: "
            + operator
            + ", operand type: "
            + wrong.get());
  }

  private Optional<Value> constant(Operand operand) {
    return operand instanceof Operand.ValueReference reference
        ? Optional.of(scope.value(reference))
        : Optional.empty();
  }
}
