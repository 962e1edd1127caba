package dev.trestle.engine.expression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Parses update expressions. */
final class UpdateParser extends Parser {
  private final List<UpdateAction> actions = new ArrayList<>();
  private final Set<String> sections = new HashSet<>();

  private UpdateParser(String text) {
    super(Kind.UPDATE, text);
  }

  static Parsed<List<UpdateAction>> parse(String text) {
    return new UpdateParser(text).parse();
  }

  private Parsed<List<UpdateAction>> parse() {
    do {
      section();
    } while (tokens.type(at()) != Tokens.Type.END);
    refuse(
        Fault.PARENTHESES,
        Fault.RESERVED_WORD,
        Fault.FUNCTION_NAME,
        Fault.FUNCTION_USE,
        Fault.SECTION);
    return new Parsed<>(List.copyOf(actions), references());
  }

  private void section() {
    for (var section : List.of("SET", "REMOVE", "ADD", "DELETE")) {
      if (!isNextWord(section)) continue;
      if (!sections.add(section)) {
        fault(
            Fault.SECTION,
            "The \"" + section + "\" section can only be used once in an update expression;");
      }
      next();
      do {
        actions.add(action(section));
      } while (accept(","));
      return;
    }
    throw syntaxError();
  }

  private UpdateAction action(String section) {
    var path = path();
    return switch (section) {
      case "SET" -> {
        expect("=");
        yield new UpdateAction.Set(path, assigned());
      }
      case "ADD" -> new UpdateAction.Add(path, valueReference());
      case "DELETE" -> new UpdateAction.Delete(path, valueReference());
      default -> new UpdateAction.Remove(path);
    };
  }

  private UpdateAction.Assigned assigned() {
    var opened = new ArrayDeque<Integer>();
    while (isNext("(")) opened.push(open());
    var value = arithmetic(operand());
    while (!opened.isEmpty()) {
      close(opened.pop());
      if (value instanceof UpdateAction.Assigned.Plain(var operand)) value = arithmetic(operand);
    }
    return value;
  }

  private UpdateAction.Assigned arithmetic(Operand left) {
    if (accept("+")) {
      operator();
      return new UpdateAction.Assigned.Plus(left, operand());
    }
    if (accept("-")) {
      operator();
      return new UpdateAction.Assigned.Minus(left, operand());
    }
    return new UpdateAction.Assigned.Plain(left);
  }

  @Override
  void checkFunction(String function) {
    if (CONDITION_FUNCTIONS.contains(function)) {
      fault(
          Fault.FUNCTION_USE,
          "The function is not allowed in an update expression; function: " + function);
    }
  }

  @Override
  void checkArgument(String function, Operand argument) {
    if (function.equals("list_append")
        && argument instanceof Operand.Call(var inner, _)
        && inner.equals("list_append")) {
      fault(Fault.FUNCTION_USE, misused(inner));
    }
  }

  @Override
  Operand.Path afterParentheses(Operand.Path path) {
    return path;
  }

  @Override
  boolean isKeyword(int token) {
    return tokens.isWord(token, "SET")
        || tokens.isWord(token, "REMOVE")
        || tokens.isWord(token, "ADD")
        || tokens.isWord(token, "DELETE");
  }
}
