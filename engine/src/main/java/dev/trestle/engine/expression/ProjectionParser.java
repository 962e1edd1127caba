package dev.trestle.engine.expression;

import java.util.ArrayList;
import java.util.List;

/** Parses projection expressions: paths with commas between them. */
final class ProjectionParser extends Parser {
  private ProjectionParser(String text) {
    super(Kind.PROJECTION, text);
  }

  static Parsed<List<Operand.Path>> parse(String text) {
    return new ProjectionParser(text).parse();
  }

  private Parsed<List<Operand.Path>> parse() {
    var paths = new ArrayList<Operand.Path>();
    do {
      paths.add(path());
    } while (accept(","));
    expectEnd();
    refuse(Fault.RESERVED_WORD);
    return new Parsed<>(List.copyOf(paths), references());
  }

  @Override
  boolean isKeyword(int token) {
    return false;
  }

  @Override
  void checkFunction(String function) {}

  @Override
  void checkArgument(String function, Operand argument) {}

  @Override
  Operand.Path afterParentheses(Operand.Path path) {
    return path;
  }
}
