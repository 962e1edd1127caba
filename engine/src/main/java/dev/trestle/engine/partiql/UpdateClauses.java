package dev.trestle.engine.partiql;

import dev.trestle.engine.expression.ParsedAction;
import dev.trestle.engine.expression.ParsedAction.Assigned;
import dev.trestle.engine.expression.ParsedOperand;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Parses the SET and REMOVE clauses of an UPDATE. */
final class UpdateClauses {
  private final TokenCursor cursor;
  private final Slots slots;
  private final TermParser terms;
  private final PathParser paths;

  UpdateClauses(TokenCursor cursor, Slots slots, TermParser terms, PathParser paths) {
    this.cursor = cursor;
    this.slots = slots;
    this.terms = terms;
    this.paths = paths;
  }

  List<ParsedAction> read() {
    var actions = new ArrayList<ParsedAction>();
    while (true) {
      if (cursor.acceptWord("SET")) {
        do {
          actions.add(assignment());
        } while (cursor.accept(","));
      } else if (cursor.acceptWord("REMOVE")) {
        actions.add(new ParsedAction.Remove(paths.target()));
      } else if (actions.isEmpty()) {
        throw StatementErrors.malformed(StatementErrors.NO_MANIPULATION);
      } else {
        return actions;
      }
    }
  }

  private ParsedAction assignment() {
    var path = paths.target();
    cursor.expect("=", "Expected EQ in SET");
    if (isCall("set_add") || isCall("set_delete")) return setMembers(path);
    var left = operand();
    if (cursor.accept("+")) {
      return new ParsedAction.Set(path, new Assigned.Plus(left, operand()));
    }
    if (cursor.accept("-")) {
      return new ParsedAction.Set(path, new Assigned.Minus(left, operand()));
    }
    return new ParsedAction.Set(path, new Assigned.Plain(left));
  }

  private boolean isCall(String function) {
    return cursor.isWord(function) && cursor.following().isSymbol("(");
  }

  /**
   * Parses {@code set_add} and {@code set_delete}, which correspond to ADD and DELETE in an update
   * expression.
   */
  private ParsedAction setMembers(ParsedOperand.Path path) {
    var token = cursor.token();
    var function = token.text().toUpperCase(Locale.ROOT);
    cursor.take();
    cursor.take();
    var first = cursor.token().position();
    var arguments = arguments();
    if (arguments.size() != 2) {
      throw StatementErrors.at(function + " must have exactly two arguments", token.position());
    }
    if (!arguments.getFirst().equals(path)) {
      throw StatementErrors.at(
          "The first argument to " + function + " must equal the assignment value",
          token.position());
    }
    if (!(arguments.getLast() instanceof ParsedOperand.ValueReference members)) {
      throw Slots.noSet(function, first);
    }
    if (slots.constant(members).map(value -> !value.type().isSet()).orElse(false)) {
      throw Slots.noSet(function, first);
    }
    slots.mustBeSet(members, function, first);
    return function.equals("SET_ADD")
        ? new ParsedAction.Add(path, members)
        : new ParsedAction.Delete(path, members);
  }

  /** Parses the arguments of a call after its opening parenthesis. */
  private List<ParsedOperand> arguments() {
    var arguments = new ArrayList<ParsedOperand>(2);
    if (cursor.accept(")")) return arguments;
    cursor.enter();
    do {
      arguments.add(operand());
    } while (cursor.accept(","));
    cursor.leave();
    cursor.expect(")", "Expected RIGHT_PAREN");
    return arguments;
  }

  private ParsedOperand operand() {
    if (cursor.isEnd() || cursor.isSymbol(";"))
      throw StatementErrors.malformed(StatementErrors.NO_TERM);
    if (isCall("list_append")) {
      cursor.take();
      cursor.take();
      return new ParsedOperand.Call("list_append", arguments());
    }
    var token = cursor.token();
    var term = TermParser.operand(terms.term());
    return switch (term) {
      case ParsedOperand.Path path -> path;
      case ParsedOperand.ValueReference reference -> reference;
      case ParsedOperand.Call ignored -> throw TermParser.unrecognized(token);
      case ParsedOperand.Truth(ParsedOperand.Call ignored) -> throw TermParser.unrecognized(token);
      case ParsedOperand.Truth ignored -> throw StatementErrors.malformed("Expected a value");
    };
  }
}
