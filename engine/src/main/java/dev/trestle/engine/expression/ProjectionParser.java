package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;

/** Parses projection expressions: paths separated by commas. */
final class ProjectionParser extends Parser {
  private ProjectionParser(String text) {
    super(ExpressionKind.PROJECTION, text);
  }

  static Parsed<List<ParsedOperand.Path>> parse(String text) {
    return new ProjectionParser(text).parse();
  }

  private Parsed<List<ParsedOperand.Path>> parse() {
    var paths = new ArrayList<ParsedOperand.Path>();
    do {
      paths.add(path());
    } while (accept(","));
    expectEnd();
    throwFirst(DeferredError.RESERVED_WORD, DeferredError.PATH_LENGTH);
    return new Parsed<>(List.copyOf(paths), references());
  }

  @Override
  boolean isKeyword(int token) {
    return false;
  }

  @Override
  void checkFunction(String function) {}

  @Override
  void checkArgument(String function, ParsedOperand argument) {}

  @Override
  ParsedOperand.Path afterParentheses(ParsedOperand.Path path) {
    return path;
  }
}
