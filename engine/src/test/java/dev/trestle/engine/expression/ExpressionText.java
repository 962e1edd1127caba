package dev.trestle.engine.expression;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Renders parsed expressions as text, with random spaces and letter case. */
final class ExpressionText {
  private final SplittableRandom random;
  private final StringBuilder out = new StringBuilder();

  private ExpressionText(long seed) {
    this.random = new SplittableRandom(seed);
  }

  static String of(Predicate predicate, long seed) {
    var text = new ExpressionText(seed);
    text.write(predicate);
    return text.out.toString();
  }

  static String of(List<ParsedAction> actions, long seed) {
    var text = new ExpressionText(seed);
    String section = "";
    for (var action : actions) {
      var next = section(action);
      if (next.equals(section)) text.symbol(",");
      else text.word(next);
      section = next;
      text.write(action);
    }
    return text.out.toString();
  }

  private static String section(ParsedAction action) {
    return switch (action) {
      case ParsedAction.Set _ -> "SET";
      case ParsedAction.Remove _ -> "REMOVE";
      case ParsedAction.Add _ -> "ADD";
      case ParsedAction.Delete _ -> "DELETE";
    };
  }

  private void write(ParsedAction action) {
    write(action.path());
    switch (action) {
      case ParsedAction.Set set -> {
        symbol("=");
        switch (set.value()) {
          case ParsedAction.Assigned.Plain(var operand) -> write(operand);
          case ParsedAction.Assigned.Plus(var left, var right) -> write("+", left, right);
          case ParsedAction.Assigned.Minus(var left, var right) -> write("-", left, right);
        }
      }
      case ParsedAction.Add(_, var value) -> write(value);
      case ParsedAction.Delete(_, var value) -> write(value);
      case ParsedAction.Remove _ -> {}
    }
  }

  private void write(String operator, ParsedOperand left, ParsedOperand right) {
    write(left);
    symbol(operator);
    write(right);
  }

  private void write(Predicate predicate) {
    switch (predicate) {
      case Predicate.And(var left, var right) -> {
        group(left, left instanceof Predicate.Or);
        word("AND");
        group(right, right instanceof Predicate.Or || right instanceof Predicate.And);
      }
      case Predicate.Or(var left, var right) -> {
        group(left, false);
        word("OR");
        group(right, right instanceof Predicate.Or);
      }
      case Predicate.Not(var inner) -> {
        word("NOT");
        group(inner, inner instanceof Predicate.Or || inner instanceof Predicate.And);
      }
      case Predicate.Compare(var comparator, var left, var right) ->
          write(comparator.symbol(), left, right);
      case Predicate.Between(var operand, var low, var high) -> {
        write(operand);
        word("BETWEEN");
        write(low);
        word("AND");
        write(high);
      }
      case Predicate.In(var operand, var candidates) -> {
        write(operand);
        word("IN");
        arguments(candidates);
      }
      case ParsedOperand.Call call -> write((ParsedOperand) call);
    }
  }

  /** Adds parentheses where they are needed, and sometimes where they are not. */
  private void group(Predicate predicate, boolean needed) {
    boolean grouped = needed || random.nextInt(4) == 0;
    if (grouped) symbol("(");
    write(predicate);
    if (grouped) symbol(")");
  }

  private void write(ParsedOperand operand) {
    switch (operand) {
      case ParsedOperand.Truth _ -> throw new IllegalStateException("no expression has it");
      case ParsedOperand.ValueReference(_, var placeholder) -> name(placeholder);
      case ParsedOperand.Call(var function, var arguments) -> {
        name(function);
        arguments(arguments);
      }
      case ParsedOperand.Path path -> {
        boolean first = true;
        for (var step : path.steps()) {
          switch (step) {
            case PathElement.Index(var index) -> {
              symbol("[");
              name(Integer.toString(index));
              symbol("]");
            }
            case PathElement.Name name -> step(first, name.text());
            case PathStep.NameReference(_, var placeholder) -> step(first, placeholder);
          }
          first = false;
        }
      }
    }
  }

  private void step(boolean first, String name) {
    if (!first) symbol(".");
    name(name);
  }

  private void arguments(List<ParsedOperand> arguments) {
    symbol("(");
    for (int i = 0; i < arguments.size(); i++) {
      if (i > 0) symbol(",");
      write(arguments.get(i));
    }
    symbol(")");
  }

  private void symbol(String symbol) {
    if (random.nextInt(2) == 0) out.append(" \t\r\n".charAt(random.nextInt(4)));
    out.append(symbol);
    if (random.nextInt(2) == 0) out.append(' ');
  }

  private void word(String keyword) {
    name(
        keyword
            .chars()
            .mapToObj(c -> Character.toString(random.nextBoolean() ? c : Character.toLowerCase(c)))
            .collect(Collectors.joining()));
  }

  private void name(String name) {
    if (!out.isEmpty() && Tokens.isWordPart(out.charAt(out.length() - 1))) out.append(' ');
    out.append(name);
  }
}
