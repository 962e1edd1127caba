package dev.trestle.engine.expression;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** Writes parsed expressions as text again, with whatever spaces and letters' case a seed gives. */
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

  static String of(List<UpdateAction> actions, long seed) {
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

  private static String section(UpdateAction action) {
    return switch (action) {
      case UpdateAction.Set _ -> "SET";
      case UpdateAction.Remove _ -> "REMOVE";
      case UpdateAction.Add _ -> "ADD";
      case UpdateAction.Delete _ -> "DELETE";
    };
  }

  private void write(UpdateAction action) {
    write(action.path());
    switch (action) {
      case UpdateAction.Set set -> {
        symbol("=");
        switch (set.value()) {
          case UpdateAction.Assigned.Plain(var operand) -> write(operand);
          case UpdateAction.Assigned.Plus(var left, var right) -> write("+", left, right);
          case UpdateAction.Assigned.Minus(var left, var right) -> write("-", left, right);
        }
      }
      case UpdateAction.Add(_, var value) -> write(value);
      case UpdateAction.Delete(_, var value) -> write(value);
      case UpdateAction.Remove _ -> {}
    }
  }

  private void write(String operator, Operand left, Operand right) {
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
      case Operand.Call call -> write((Operand) call);
    }
  }

  /** In parentheses where they are needed, and sometimes where they are not. */
  private void group(Predicate predicate, boolean needed) {
    boolean grouped = needed || random.nextInt(4) == 0;
    if (grouped) symbol("(");
    write(predicate);
    if (grouped) symbol(")");
  }

  private void write(Operand operand) {
    switch (operand) {
      case Operand.Truth _ -> throw new IllegalStateException("no expression has it");
      case Operand.ValueReference(_, var placeholder) -> name(placeholder);
      case Operand.Call(var function, var arguments) -> {
        name(function);
        arguments(arguments);
      }
      case Operand.Path path -> {
        boolean first = true;
        for (var step : path.steps()) {
          switch (step) {
            case Part.Index(var index) -> {
              symbol("[");
              name(Integer.toString(index));
              symbol("]");
            }
            case Part.Name name -> step(first, name.text());
            case Step.NameReference(_, var placeholder) -> step(first, placeholder);
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

  private void arguments(List<Operand> arguments) {
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
