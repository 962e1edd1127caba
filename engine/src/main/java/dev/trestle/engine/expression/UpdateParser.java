package dev.trestle.engine.expression;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Parses update expressions. */
final class UpdateParser extends Parser {
  private final List<ParsedAction> actions = new ArrayList<>();
  private final Set<String> sections = new HashSet<>();

  private UpdateParser(String text) {
    super(ExpressionKind.UPDATE, text);
  }

  static Parsed<List<ParsedAction>> parse(String text) {
    return new UpdateParser(text).parse();
  }

  private Parsed<List<ParsedAction>> parse() {
    do {
      section();
    } while (tokens.type(at()) != Tokens.Type.END);
    throwFirst(
        DeferredError.PARENTHESES,
        DeferredError.RESERVED_WORD,
        DeferredError.FUNCTION_NAME,
        DeferredError.FUNCTION_USE,
        DeferredError.PATH_LENGTH,
        DeferredError.SECTION);
    return new Parsed<>(List.copyOf(actions), references());
  }

  private void section() {
    for (var section : List.of("SET", "REMOVE", "ADD", "DELETE")) {
      if (!isNextWord(section)) continue;
      if (!sections.add(section)) {
        deferError(
            DeferredError.SECTION,
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

  private ParsedAction action(String section) {
    var path = path();
    return switch (section) {
      case "SET" -> {
        expect("=");
        yield new ParsedAction.Set(path, assigned());
      }
      case "ADD" -> new ParsedAction.Add(path, valueReference());
      case "DELETE" -> new ParsedAction.Delete(path, valueReference());
      default -> new ParsedAction.Remove(path);
    };
  }

  private ParsedAction.Assigned assigned() {
    var opened = new ArrayDeque<Integer>();
    while (isNext("(")) opened.push(open());
    var value = arithmetic(operand());
    while (!opened.isEmpty()) {
      close(opened.pop());
      if (value instanceof ParsedAction.Assigned.Plain(var operand)) value = arithmetic(operand);
    }
    return value;
  }

  private ParsedAction.Assigned arithmetic(ParsedOperand left) {
    if (accept("+")) {
      operator();
      return new ParsedAction.Assigned.Plus(left, operand());
    }
    if (accept("-")) {
      operator();
      return new ParsedAction.Assigned.Minus(left, operand());
    }
    return new ParsedAction.Assigned.Plain(left);
  }

  @Override
  void checkFunction(String function) {
    if (CONDITION_FUNCTIONS.contains(function)) {
      deferError(
          DeferredError.FUNCTION_USE,
          "The function is not allowed in an update expression; function: " + function);
    }
  }

  @Override
  void checkArgument(String function, ParsedOperand argument) {
    if (function.equals("list_append")
        && argument instanceof ParsedOperand.Call inner
        && inner.function().equals("list_append")) {
      deferError(DeferredError.FUNCTION_USE, misused(inner.function()));
    }
  }

  @Override
  ParsedOperand.Path afterParentheses(ParsedOperand.Path path) {
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
